// The button that cycles auto, light and dark. The choice is kept in localStorage "theme"; the style sheet does the rest, and
// in "auto" it follows the system by itself. scheme.ts applies the stored choice before the page is painted.
const order = ["auto", "light", "dark"] as const;
type Scheme = (typeof order)[number];

export function setup(): void {
  const buttons = document.querySelectorAll<HTMLButtonElement>("button.theme-switch");
  for (const button of buttons) {
    button.addEventListener("click", () => {
      const next = order[(order.indexOf(current()) + 1) % order.length] ?? "auto";
      document.body.setAttribute("theme", next);
      try {
        localStorage.setItem("theme", next);
      } catch {
        // Storage may be forbidden; the choice then holds for this page only.
      }
      for (const each of buttons) label(each);
    });
    label(button);
  }
}

function current(): Scheme {
  const value = document.body.getAttribute("theme");
  return order.find((scheme) => scheme === value) ?? "auto";
}

function label(button: HTMLButtonElement): void {
  const words = button.dataset[current()];
  if (!words) return;
  button.setAttribute("aria-label", words);
  button.title = words;
}
