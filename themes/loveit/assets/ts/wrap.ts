// The button that wraps a block's long lines; the style sheet shows it only where some line is too long.
export function setup(): void {
  const blocks = document.querySelectorAll<HTMLElement>(".code-block, .snippet");
  if (blocks.length === 0) return;
  const observer = new ResizeObserver((entries) => {
    const changed = new Set(entries.map((entry) => entry.target.closest<HTMLElement>(".code-block, .snippet")));
    for (const block of changed) if (block) measure(block);
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

function measure(block: HTMLElement): void {
  if (block.classList.contains("wrapped")) return;
  const bodies = [...block.querySelectorAll(":scope > .code-body")];
  block.classList.toggle("overflows", bodies.some((body) => body.scrollWidth > body.clientWidth));
}
