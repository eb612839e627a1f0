// Search: nothing is loaded until a box is focused. `/` and Ctrl-K (⌘K) lead to the box that is in sight.
import { Box } from "./search/box";
import { Client } from "./search/client";

export function setup(): void {
  const forms = [...document.querySelectorAll<HTMLFormElement>("form.search")];
  const data = forms[0]?.dataset;
  if (!data) return;
  const client = new Client({ worker: data["worker"] ?? "", index: data["index"] ?? "", anchors: data["anchors"] ?? "" });
  const boxes = forms.map((form) => new Box(form, client));
  document.addEventListener("keydown", (event) => {
    if (!isShortcut(event)) return;
    const box = boxes.find(({ input }) => input.checkVisibility()) ?? boxes.at(-1);
    const menu = box?.input.closest("details");
    if (menu) menu.open = true;
    box?.input.focus();
    box?.input.select();
    event.preventDefault();
  });
}

function isShortcut(event: KeyboardEvent): boolean {
  if (event.isComposing || event.altKey) return false;
  if (event.ctrlKey || event.metaKey) return event.key.toLowerCase() === "k";
  const target = event.target as HTMLElement | null;
  return event.key === "/" && !target?.closest("input, textarea, select, [contenteditable]");
}
