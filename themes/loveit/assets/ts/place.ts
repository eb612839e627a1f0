// Leads once more to what the address names when the page has loaded: parts that the browser had only estimated until then (sight.css)
// may have moved it. Not where the reader has gone on meanwhile, or came back to a page read before.
export function setup(): void {
  const [visit] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  if (!location.hash || visit?.type !== "navigate") return;
  const gone = new AbortController();
  for (const type of ["wheel", "touchstart", "pointerdown", "keydown"]) {
    addEventListener(type, () => gone.abort(), { once: true, passive: true, signal: gone.signal });
  }
  const lead = (): void => {
    if (!gone.signal.aborted) document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView();
  };
  const later = (call: () => void): unknown => requestAnimationFrame(() => requestAnimationFrame(call));
  addEventListener("load", () => later(() => (lead(), later(lead))));
}
