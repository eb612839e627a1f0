// Opens what is folded around a line that a link leads to, and everything for print, where the browser does not do so itself.
export function setup(): void {
  addEventListener("hashchange", openTarget);
  openTarget();
  if (CSS.supports("selector(::details-content)")) return;
  let opened: HTMLDetailsElement[] = [];
  addEventListener("beforeprint", () => {
    opened = [...document.querySelectorAll<HTMLDetailsElement>("main details:not([open])")];
    for (const details of opened) details.open = true;
  });
  addEventListener("afterprint", () => {
    for (const details of opened) details.open = false;
  });
}

function openTarget(): void {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  let details = target?.closest("details:not([open])");
  if (!target || !details) return;
  for (; details; details = target.closest("details:not([open])")) (details as HTMLDetailsElement).open = true;
  target.scrollIntoView();
}
