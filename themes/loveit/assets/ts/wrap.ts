// The button that wraps a block's long lines; the style sheet shows it only where some line is too long.
export function setup(): void {
  const blocks = document.querySelectorAll<HTMLElement>(".code-block, .snippet");
  if (blocks.length === 0) return;
  const observer = new ResizeObserver((entries) => {
    const changed = new Set(entries.map((entry) => entry.target.closest<HTMLElement>(".code-block, .snippet")));
    const measured = [...changed].filter((block) => !block?.classList.contains("wrapped")).map((block) => [block, overflows(block)] as const);
    for (const [block, tooLong] of measured) block?.classList.toggle("overflows", tooLong); // all read, then all written: one layout
  });
  for (const block of blocks) {
    const button = block.querySelector<HTMLButtonElement>("button.wrap");
    if (!button) continue;
    for (const rows of block.querySelectorAll(":scope > .code-body > .code-rows")) observer.observe(rows);
    button.addEventListener("click", () => {
      button.setAttribute("aria-pressed", String(block.classList.toggle("wrapped")));
    });
  }
}

function overflows(block: HTMLElement | null): boolean {
  return [...(block?.querySelectorAll(":scope > .code-body") ?? [])].some((body) => body.scrollWidth > body.clientWidth);
}
