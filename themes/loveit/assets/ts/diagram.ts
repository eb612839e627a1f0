// Draws Mermaid's diagrams when they come into sight, anew when the colour scheme changes. A diagram that can't be drawn stays text.
import { loadScript, isDark, onScheme, onSight } from "./sight";

interface Mermaid {
  initialize(settings: Record<string, unknown>): void;
  render(id: string, text: string): Promise<{ svg: string }>;
}

export function setup(): void {
  const figures = [...document.querySelectorAll<HTMLElement>("figure.mermaid")].filter((figure) => figure.dataset["library"]);
  if (figures.length === 0) return;
  const drawn = new Set<HTMLElement>();
  onSight(figures, (figure) => {
    drawn.add(figure);
    void draw(figure, figures.indexOf(figure));
  });
  onScheme(() => {
    for (const figure of drawn) void draw(figure, figures.indexOf(figure));
  });
}

async function draw(figure: HTMLElement, at: number): Promise<void> {
  const text = figure.querySelector<HTMLElement>(".mermaid-text");
  const drawing = figure.querySelector<HTMLElement>(".mermaid-drawing");
  if (!text || !drawing) return;
  try {
    await loadScript(figure.dataset["library"] ?? "");
    const { mermaid } = window as unknown as { mermaid: Mermaid };
    mermaid.initialize({
      startOnLoad: false,
      securityLevel: "strict",
      theme: isDark() ? "dark" : "neutral",
      fontFamily: getComputedStyle(document.body).fontFamily,
    });
    const { svg } = await mermaid.render(`mermaid-${at}`, text.textContent ?? "");
    drawing.innerHTML = svg; // Mermaid's strict level cleans what it writes
    drawing.hidden = false;
    text.hidden = true;
  } catch (error) {
    console.warn("mermaid:", error);
  }
}
