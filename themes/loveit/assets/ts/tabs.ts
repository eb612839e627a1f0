// Neighbouring snippets of one group become tabs, such as our code beside the library's. Without script they stand one below
// the other, and so they do on paper.
export function setup(): void {
  const seen = new Set<HTMLElement>();
  for (const figure of document.querySelectorAll<HTMLElement>("figure.snippet[data-group]")) {
    if (seen.has(figure)) continue;
    const group = neighbours(figure);
    for (const each of group) seen.add(each);
    if (group.length > 1) makeTabs(group);
  }
}

function neighbours(first: HTMLElement): HTMLElement[] {
  const group = [first];
  let next = first.nextElementSibling as HTMLElement | null;
  while (next?.matches("figure.snippet") && next.dataset["group"] === first.dataset["group"]) {
    group.push(next);
    next = next.nextElementSibling as HTMLElement | null;
  }
  return group;
}

function makeTabs(figures: HTMLElement[]): void {
  const list = document.createElement("div");
  list.className = "snippet-tabs";
  list.setAttribute("role", "tablist");
  const names = tabNames(figures);
  const tabs = figures.map((figure, i) => {
    const tab = document.createElement("button");
    tab.type = "button";
    tab.className = "snippet-tab";
    tab.id = `tab-${figure.id}`;
    tab.textContent = names[i] ?? figure.id;
    tab.setAttribute("role", "tab");
    tab.setAttribute("aria-controls", figure.id);
    figure.classList.add("tabbed"); // it stays a figure: that may not be a tabpanel
    figure.setAttribute("aria-labelledby", tab.id);
    return tab;
  });
  const select = (chosen: number): void => {
    for (const [i, tab] of tabs.entries()) {
      tab.setAttribute("aria-selected", String(i === chosen));
      tab.tabIndex = i === chosen ? 0 : -1;
      figures[i]?.classList.toggle("behind", i !== chosen);
    }
  };
  for (const [i, tab] of tabs.entries()) {
    tab.addEventListener("click", () => select(i));
    tab.addEventListener("keydown", (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!step) return;
      const to = (i + step + tabs.length) % tabs.length;
      select(to);
      tabs[to]?.focus();
      event.preventDefault();
    });
  }
  // A link to a line or note of a snippet that stands behind brings it to the front.
  const bringTarget = (): void => {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    const at = figures.findIndex((figure) => target && figure.contains(target));
    if (at >= 0 && figures[at]?.classList.contains("behind")) {
      select(at);
      target?.scrollIntoView();
    }
  };
  list.append(...tabs);
  figures[0]?.before(list);
  select(0);
  bringTarget();
  addEventListener("hashchange", bringTarget);
}

// tabNames says whose code it is, or of which version, where that tells the tabs apart, else the snippets' titles.
function tabNames(figures: HTMLElement[]): string[] {
  const texts = (selector: string): string[] => figures.map((figure) => figure.querySelector(selector)?.textContent?.trim() ?? "");
  const apart = (names: string[]): boolean => new Set(names).size === figures.length && !names.includes("");
  const labels = texts(".snippet-label");
  const versions = texts(".snippet-version");
  const full = labels.map((label, i) => `${label} ${versions[i]}`.trim());
  const oneLabel = new Set(labels).size === 1;
  return [labels, oneLabel ? versions : full].find(apart) ?? texts(".snippet-title");
}
