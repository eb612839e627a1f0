// Calls back once for each element, when it comes near the window: what is never looked at is never loaded.
export function onSight(elements: Iterable<Element>, call: (element: HTMLElement) => void): void {
  const watch = new IntersectionObserver(
    (entries) => {
      for (const entry of entries) {
        if (!entry.isIntersecting) continue;
        watch.unobserve(entry.target);
        call(entry.target as HTMLElement);
      }
    },
    { rootMargin: "200px" },
  );
  for (const element of elements) watch.observe(element);
}

const loading = new Map<string, Promise<void>>();

/** Loads a script of an address once, unless that failed; `attributes` stand on its element. */
export function loadScript(src: string, attributes: Record<string, string> = {}, into: Element = document.head): Promise<void> {
  const known = loading.get(src);
  if (known) return known;
  const promise = new Promise<void>((resolve, reject) => {
    const script = document.createElement("script");
    for (const [name, value] of Object.entries(attributes)) script.setAttribute(name, value);
    script.addEventListener("load", () => resolve());
    script.addEventListener("error", () => {
      loading.delete(src);
      script.remove();
      reject(new Error(`${src} did not load`));
    });
    script.src = src;
    into.append(script);
  });
  loading.set(src, promise);
  return promise;
}

export function loadSheet(href: string): void {
  const sheet = document.createElement("link");
  sheet.rel = "stylesheet";
  sheet.href = href;
  document.head.append(sheet);
}

/** Whether the page is dark now, by the reader's choice or the system's. */
export function isDark(): boolean {
  const theme = document.body.getAttribute("theme");
  return theme === "dark" || (theme !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
}

/** Calls back whenever the page turns dark or light. */
export function onScheme(call: (dark: boolean) => void): void {
  const tell = (): void => call(isDark());
  new MutationObserver(tell).observe(document.body, { attributeFilter: ["theme"] });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", tell);
}
