// Marks in the contents beside the text where the reader is, keeps that entry in sight, and folds the other branches.
export function setup(): void {
  const aside = document.getElementById("toc-auto");
  if (!aside) return;
  const links = new Map<Element, HTMLAnchorElement>();
  for (const link of aside.querySelectorAll<HTMLAnchorElement>("nav a")) {
    const heading = document.getElementById(decodeURIComponent(link.hash.slice(1)));
    if (heading) links.set(heading, link);
  }
  const headings = [...links.keys()];
  if (headings.length === 0) return;
  aside.classList.toggle("folding", aside.hasAttribute("data-fold"));

  let marked: HTMLAnchorElement | undefined;
  let waiting = false;
  const update = (): void => {
    waiting = false;
    if (!aside.checkVisibility()) return; // folded above the text instead, in a narrow window
    const link = links.get(reading(headings));
    if (link === marked) return;
    marked?.removeAttribute("aria-current");
    link?.setAttribute("aria-current", "true");
    marked = link;
    for (const item of aside.querySelectorAll("li")) item.classList.toggle("open", !!link && item.contains(link));
    if (link) keepInSight(aside, link);
  };
  const later = (): void => {
    if (!waiting) requestAnimationFrame(update);
    waiting = true;
  };
  addEventListener("scroll", later, { passive: true });
  addEventListener("resize", later, { passive: true });
  addEventListener("hashchange", later);
  later(); // not at once: that would lay out the page while it is still being read
}

// reading is the heading of the section at the top of the window. At the page's end, where the last sections cannot reach the
// top, it is the one that was asked for, else the last.
function reading(headings: Element[]): Element {
  const root = document.documentElement;
  const top = (heading: Element): number => heading.getBoundingClientRect().top;
  if (scrollY > 0 && Math.ceil(scrollY + innerHeight) >= root.scrollHeight) {
    const asked = document.querySelector(":target");
    const last = headings.at(-1) as Element;
    return asked && headings.includes(asked) && top(asked) > 0 ? asked : last;
  }
  const edge = innerHeight / 5;
  return headings.findLast((heading) => top(heading) <= edge) ?? (headings[0] as Element);
}

function keepInSight(aside: HTMLElement, link: HTMLElement): void {
  const box = aside.getBoundingClientRect();
  const at = link.getBoundingClientRect();
  if (at.top < box.top + 48) aside.scrollTop += at.top - box.top - 96;
  else if (at.bottom > box.bottom - 48) aside.scrollTop += at.bottom - box.bottom + 96;
}
