// The button that cycles auto, light and dark. The choice is kept in localStorage "theme"; the style sheet does the rest, and
// in "auto" it follows the system by itself. scheme.ts applies the stored choice before the page is painted.
const order = ["auto", "light", "dark"] as const;
type Scheme = (typeof order)[number];

export function setup(): void {
  colourBrowser();
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
      colourBrowser();
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

// colourBrowser gives the browser's own bars the chosen scheme's colour: of the two theme-color elements the one for the chosen
// scheme applies always, the other never.
function colourBrowser(): void {
  const scheme = current();
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"][media]')) {
    const own = (meta.dataset["scheme"] ??= meta.media.includes("dark") ? "dark" : "light");
    if (scheme === "auto") meta.media = `(prefers-color-scheme: ${own})`;
    else meta.media = scheme === own ? "all" : "not all";
  }
}
