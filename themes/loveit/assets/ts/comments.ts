// Comments of a third party: its script is loaded when the comments come into sight; with data-ask only after the reader agreed, or
// pressed the button. What the provider can show dark follows the page's scheme. Where the provider can't be reached, the page says
// so and offers the button to try again.
import { agreed } from "./consent";
import { isDark, loadScript, loadSheet, onScheme, onSight } from "./sight";

interface Provider {
  script?: string;
  js?: string;
  css?: string;
  attributes?: Record<string, string>;
  holder?: Record<string, string>;
  themes?: { light: string; dark: string; attribute: string };
  options?: Record<string, unknown>;
}

export function setup(): void {
  const section = document.getElementById("comments");
  const button = section?.querySelector<HTMLButtonElement>(".comments-load");
  const room = section?.querySelector<HTMLElement>(".comments-room");
  const status = section?.querySelector<HTMLElement>(".comments-status");
  if (!section || !button || !room || !status) return;
  let begun = false;
  const begin = async (): Promise<void> => {
    if (begun) return;
    begun = true;
    button.hidden = true;
    status.textContent = status.dataset["loading"] ?? "";
    try {
      await load(section, room);
      status.textContent = "";
    } catch {
      room.replaceChildren();
      status.textContent = status.dataset["failed"] ?? "";
      begun = false;
      button.hidden = false;
    }
  };
  button.addEventListener("click", () => void begin());
  button.hidden = !section.hasAttribute("data-ask");
  onSight([section], () => {
    if (button.hidden) void begin();
    else void agreed().then(begin);
  });
}

async function load(section: HTMLElement, room: HTMLElement): Promise<void> {
  const provider = JSON.parse(section.dataset["settings"] ?? "{}") as Provider;
  if (provider.css) loadSheet(provider.css);
  if (provider.holder) {
    const holder = document.createElement("div");
    for (const [name, value] of Object.entries(provider.holder)) holder.setAttribute(name, value);
    room.append(holder);
  }
  const { themes } = provider;
  const theme = themes ? { [themes.attribute]: isDark() ? themes.dark : themes.light } : {};
  if (provider.script) {
    await loadScript(provider.script, { ...provider.attributes, ...theme }, room);
    if (themes) onScheme((dark) => recolour(room, dark ? themes.dark : themes.light));
  } else if (provider.js) {
    await library(section.dataset["provider"] ?? "", provider.js, provider.options ?? {}, room);
    for (const views of document.querySelectorAll<HTMLElement>(".post-views")) views.hidden = false;
  }
}

function recolour(room: HTMLElement, theme: string): void {
  const frame = room.querySelector<HTMLIFrameElement>("iframe");
  if (!frame) return;
  const origin = new URL(frame.src).origin;
  frame.contentWindow?.postMessage({ type: "set-theme", theme, giscus: { setConfig: { theme } } }, origin);
}

interface Waline {
  init(options: object): { update(options: object): void } | null;
}

async function library(name: string, js: string, given: Record<string, unknown>, room: HTMLElement): Promise<void> {
  const options = { el: room, path: location.pathname, ...given };
  if (name === "waline") {
    const { init } = (await import(new URL(js, document.baseURI).href)) as Waline;
    const comments = init({ ...options, dark: isDark() });
    onScheme((dark) => comments?.update({ dark }));
    return;
  }
  await loadScript(js);
  const page = window as unknown as Record<string, (new (options: object) => { render?(id: string): void }) | undefined>;
  const made = page[name === "gitalk" ? "Gitalk" : "Valine"];
  if (!made) throw new Error(`${js} brings no ${name}`);
  new made(options).render?.(room.id);
}
