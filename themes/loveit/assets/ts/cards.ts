// Cards: pointing at an identifier, focusing it or tapping it shows its entry of the table of symbols beside it. The card stays while
// the pointer is on it, and goes with Esc; a second tap follows the link. A link to an entry then leads where the entry does. The
// keys j and k go from note to note.
export function setup(): void {
  addEventListener("keydown", walk);
  const table = document.querySelector("details.symbols");
  if (!table || !("showPopover" in table)) return;
  const card = document.createElement("div");
  card.id = card.className = "card";
  card.popover = "manual";
  card.role = "note";
  document.body.append(card);
  let entries: Map<string, Element> | undefined;
  let shown: Element | undefined;
  let timer = 0;

  const hide = () => {
    clearTimeout(timer);
    if (!shown) return;
    shown.removeAttribute("aria-describedby");
    shown = undefined;
    card.hidePopover();
  };
  const show = (link: Element) => {
    clearTimeout(timer);
    if (link === shown) return;
    hide();
    entries ??= index(table);
    const href = `${link.getAttribute("href")}`;
    const entry = entries.get(`${href} ${link.textContent}`) ?? entries.get(href);
    const home = entry?.parentElement?.previousElementSibling;
    if (!entry || !home) return;
    card.replaceChildren(...(entry.cloneNode(true) as Element).childNodes, home.cloneNode(true));
    card.showPopover();
    place(card, link.getClientRects()[0]!);
    link.setAttribute("aria-describedby", "card");
    if (href.startsWith("#sym-")) link.setAttribute("href", entry.querySelector("a")?.getAttribute("href") ?? href);
    shown = link;
  };
  const later = (work: () => void, after: number) => {
    clearTimeout(timer);
    timer = setTimeout(work, after);
  };

  addEventListener("pointerover", (event) => {
    if (event.pointerType !== "mouse") return;
    const link = identifier(event);
    if (link) later(() => show(link), shown ? 80 : 200);
    else if (card.contains(event.target as Node)) clearTimeout(timer);
    else later(hide, 250);
  });
  addEventListener("focusin", (event) => {
    const link = identifier(event);
    if (link?.matches(":focus-visible")) show(link);
    else if (!card.contains(event.target as Node)) hide();
  });
  addEventListener("click", (event) => {
    const link = identifier(event);
    if (!link || link === shown || (event as PointerEvent).pointerType !== "touch") return;
    show(link);
    if (link === shown) event.preventDefault();
  });
  addEventListener("resize", hide);
  addEventListener("pointerdown", (event) => {
    if (event.target !== shown && !card.contains(event.target as Node)) hide();
  });
  addEventListener("keydown", (event) => {
    if (event.key === "Escape") hide();
  });
}

function identifier(event: Event): Element | null {
  return event.target instanceof Element ? event.target.closest(".chroma a.sym") : null;
}

// index finds entries by the addresses in them, and by their names, since a line may declare several.
function index(table: Element): Map<string, Element> {
  const entries = new Map<string, Element>();
  for (const entry of table.querySelectorAll("li")) {
    const name = entry.querySelector("b")?.textContent;
    for (const href of [`#${entry.id}`, ...[...entry.querySelectorAll("a")].map((link) => `${link.getAttribute("href")}`)]) {
      if (!entries.has(href)) entries.set(href, entry);
      entries.set(`${href} ${name}`, entry);
    }
  }
  return entries;
}

// place puts the card under an identifier, above it where the window ends. The body is as wide as the window without its scroll bar,
// or the room kept for one.
function place(card: HTMLElement, at: DOMRect): void {
  const { offsetWidth: width, offsetHeight: height } = card;
  const below = at.bottom + height + 8 < innerHeight || at.top < height + 8;
  card.style.top = `${scrollY + (below ? at.bottom + 4 : at.top - height - 4)}px`;
  card.style.left = `${scrollX + Math.max(8, Math.min(at.left, document.body.offsetWidth - width - 8))}px`;
}

// walk goes to the next or the last note's marker, from the one that has the focus or from the top of the window.
function walk(event: KeyboardEvent): void {
  const step = { j: 1, k: -1 }[event.key];
  const target = event.target as HTMLElement;
  if (!step || event.ctrlKey || event.metaKey || event.altKey || target.isContentEditable || target.matches?.("input, textarea, select")) return;
  const markers = [...document.querySelectorAll<HTMLElement>("a.snippet-marker")].filter((marker) => marker.checkVisibility());
  let at = markers.indexOf(document.activeElement as HTMLElement);
  if (at < 0) {
    at = markers.findIndex((marker) => marker.getBoundingClientRect().top > 0);
    if (at < 0) at = markers.length;
    if (step > 0) at--;
  }
  const next = markers[at + step];
  next?.focus({ preventScroll: true });
  next?.scrollIntoView({ block: "center" });
}
