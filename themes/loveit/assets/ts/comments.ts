// Comments of a third party: its script is loaded when the comments come into sight; with data-ask only after the reader agreed, or
// pressed the button. What the provider can show dark follows the page's scheme.
import { agreed } from "./consent";
import { isDark, loadScript, loadSheet, onScheme, onSight } from "./sight";

interface Provider {
  script?: string;
  js?: string;
  css?: string;
  attributes?: Record<string, string>;
  holder?: Record<string, string>;
  themes?: { light: string; dark: string; attribute: string };
  options: Record<string, unknown>;
}

export function setup(): void {
  const section = document.getElementById("comments");
  const button = section?.querySelector<HTMLButtonElement>(".comments-load");
  if (!section || !button) return;
  let begun = false;
  const begin = (): void => {
    if (begun) return;
    begun = true;
    button.hidden = true;
    load(section).catch((error: unknown) => {
      console.warn("comments:", error);
      begun = false;
      button.hidden = false;
    });
  };
  button.addEventListener("click", begin);
  button.hidden = !section.hasAttribute("data-ask");
  onSight([section], () => {
    if (button.hidden) begin();
    else void agreed().then(begin);
  });
}

async function load(section: HTMLElement): Promise<void> {
  const provider = JSON.parse(section.dataset["settings"] ?? "{}") as Provider;
  const room = section.querySelector<HTMLElement>(".comments-room");
  if (!room) return;
  if (provider.css) loadSheet(provider.css);
  if (provider.holder) {
    const holder = document.createElement("div");
    for (const [name, value] of Object.entries(provider.holder)) holder.setAttribute(name, value);
    room.append(holder);
  }
  const { themes } = provider;
  const theme = themes ? { [themes.attribute]: isDark() ? themes.dark : themes.light } : {};
  if (provider.script) {
    await loadScript(provider.script, { ...provider.attributes, ...theme, crossorigin: "anonymous" }, room);
    if (themes) onScheme((dark) => recolour(room, dark ? themes.dark : themes.light));
  } else if (provider.js) {
    await library(section.dataset["provider"] ?? "", provider, room);
  }
}

function recolour(room: HTMLElement, theme: string): void {
  const frame = room.querySelector<HTMLIFrameElement>("iframe");
  if (!frame) return;
  const origin = new URL(frame.src).origin;
  frame.contentWindow?.postMessage({ type: "set-theme", theme, giscus: { setConfig: { theme } } }, origin);
}

async function library(name: string, provider: Provider, room: HTMLElement): Promise<void> {
  const options = { el: room, path: location.pathname, ...provider.options };
  if (name === "waline") {
    const { init } = (await import(provider.js ?? "")) as { init(options: object): void };
    init({ ...options, dark: 'body[theme="dark"]' });
    return;
  }
  await loadScript(provider.js ?? "");
  const page = window as unknown as Record<string, (new (options: object) => { render?(id: string): void }) | undefined>;
  const made = name === "gitalk" ? page["Gitalk"] : page["Valine"];
  if (made) new made(options).render?.(room.id);
}
