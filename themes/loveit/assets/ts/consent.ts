// The notice about cookies, and what waits for the reader's agreement: analytics and comments.
import { loadScript } from "./sight";

const KEY = "cookieconsent";
let agree: () => void;
const agreement = new Promise<void>((resolve) => (agree = resolve));

/** Resolves when the reader has agreed, now or on an earlier visit. */
export function agreed(): Promise<void> {
  return agreement;
}

export function setup(): void {
  notice();
  analytics();
}

function notice(): void {
  const aside = document.getElementById("cookie-consent");
  if (!aside) return;
  try {
    if (localStorage.getItem(KEY) === "dismiss") return agree();
  } catch {
    // Storage may be forbidden; the notice then comes on every page.
  }
  aside.hidden = false;
  aside.querySelector("button")?.addEventListener("click", () => {
    aside.hidden = true;
    try {
      localStorage.setItem(KEY, "dismiss");
    } catch {
      // As above.
    }
    agree();
  });
}

interface Service {
  kind: string;
  src: string;
  id?: string;
  respect?: boolean;
  attributes?: Record<string, string>;
}

function analytics(): void {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="analytics"]');
  if (!meta) return;
  const begin = (): void => {
    for (const service of JSON.parse(meta.content) as Service[]) count(service);
  };
  if (meta.hasAttribute("data-ask")) void agreement.then(begin);
  else begin();
}

type Queue = unknown[] & { push(...items: unknown[]): number };

function count({ kind, src, id, respect, attributes }: Service): void {
  if (respect && navigator.doNotTrack === "1") return;
  const page = window as unknown as { dataLayer?: Queue; ym?: ((...args: unknown[]) => void) & { a?: unknown[] } };
  if (kind === "google") {
    const layer = (page.dataLayer ??= []);
    // Google's script tells calls from other entries by their being `arguments`.
    const gtag = function (..._: unknown[]): void {
      layer.push(arguments);
    };
    gtag("js", new Date());
    gtag("config", id);
  } else if (kind === "yandex") {
    const calls: unknown[] = [];
    page.ym = Object.assign((...args: unknown[]) => void calls.push(args), { a: calls, l: Date.now() });
    page.ym(id, "init", { clickmap: true, trackLinks: true, accurateTrackBounce: true });
  }
  loadScript(src, attributes).catch(() => undefined); // blocked by the reader, or out of reach: the browser says so, and the page is none the worse
}
