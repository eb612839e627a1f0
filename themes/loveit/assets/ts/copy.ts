// Copies the lines that a block shows: dedented as shown, folds included, gaps left out, LF between lines. Of a comparison that
// shows one version alone, it copies that.
export function setup(): void {
  document.addEventListener("click", (event) => {
    const button = (event.target as Element).closest<HTMLButtonElement>("button.copy");
    const block = button?.closest<HTMLElement>(".code-block, .snippet");
    if (button && block) void copy(button, text(block));
  });
}

function text(block: HTMLElement): string {
  const parts = [...block.querySelectorAll(":scope > .code-body")];
  const view = block.querySelector<HTMLInputElement>(".snippet-views :checked")?.value;
  const lines = { old: ".line:not(.add)", new: ".line:not(.del)" }[view ?? ""] ?? ".line";
  return parts.map((part) => [...part.querySelectorAll(lines)].map(line).join("\n") + "\n").join("\n");
}

function line(element: Element): string {
  return (element.textContent ?? "").replace(/\r?\n$/, "");
}

async function copy(button: HTMLButtonElement, code: string): Promise<void> {
  const words = button.textContent;
  const done = button.dataset["done"];
  if (!done || words === done) return;
  try {
    await navigator.clipboard.writeText(code);
  } catch {
    if (!copyBySelection(code)) return;
  }
  button.textContent = done;
  setTimeout(() => (button.textContent = words), 2000);
}

// The clipboard API is there on secure origins only; this way works on a plain http:// preview, too.
function copyBySelection(code: string): boolean {
  const area = document.createElement("textarea");
  area.value = code;
  area.className = "visually-hidden";
  document.body.append(area);
  const focused = document.activeElement as HTMLElement | null;
  area.select();
  const copied = document.execCommand("copy");
  area.remove();
  focused?.focus();
  return copied;
}
