// The face on the page that is not there: another one each time.
export function setup(): void {
  const face = document.querySelector<HTMLElement>(".kaomoji[data-others]");
  if (!face) return;
  const all = [face.textContent ?? "", ...(face.dataset["others"] ?? "").split("|")];
  face.textContent = all[Math.floor(Math.random() * all.length)] ?? "";
}
