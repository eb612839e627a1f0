// The folded menus of the header close on Esc and when the reader turns elsewhere.
export function setup(): void {
  for (const menu of document.querySelectorAll<HTMLDetailsElement>(".header details")) {
    document.addEventListener("pointerdown", (event) => {
      if (!menu.contains(event.target as Node)) menu.open = false;
    });
    menu.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || event.defaultPrevented || !menu.open) return;
      menu.open = false;
      menu.querySelector("summary")?.focus();
    });
  }
}
