// Search: nothing is loaded until a box is focused, not even what works it. `/` and Ctrl-K (⌘K) lead to the box that is in sight.
import { loadScript } from "./sight";

export function setup(): void {
  const forms = [...document.querySelectorAll<HTMLFormElement>("form.search")];
  const inputs = forms.flatMap((form) => form.querySelector("input") ?? []);
  for (const form of forms) {
    form.addEventListener("focusin", () => load(form.dataset), { once: true });
    form.addEventListener("submit", (event) => event.preventDefault());
  }
  document.addEventListener("keydown", (event) => {
    const input = inputs.find((each) => each.checkVisibility()) ?? inputs.at(-1);
    if (!input || !isShortcut(event)) return;
    const menu = input.closest("details");
    if (menu) menu.open = true;
    input.focus();
    input.select();
    event.preventDefault();
  });
}

function load({ box, integrity }: DOMStringMap): void {
  const attributes: Record<string, string> = integrity ? { integrity, crossorigin: "anonymous" } : {};
  loadScript(box ?? "", attributes).catch((error: unknown) => console.warn("search:", error));
}

function isShortcut(event: KeyboardEvent): boolean {
  if (event.isComposing || event.altKey) return false;
  if (event.ctrlKey || event.metaKey) return event.key.toLowerCase() === "k";
  const target = event.target as HTMLElement | null;
  return event.key === "/" && !target?.closest("input, textarea, select, [contenteditable]");
}
