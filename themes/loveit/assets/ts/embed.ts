// What a third party draws: videos when they are clicked; charts, maps and players when they come into sight, if the site's owner named
// the library for them. What can't be drawn stays what it is without script: a link, or the data.
import { isDark, loadScript, loadSheet, onScheme, onSight } from "./sight";

interface Chart {
  setOption(option: unknown): void;
  resize(): void;
  dispose(): void;
}

export function setup(): void {
  for (const figure of document.querySelectorAll<HTMLElement>("figure.video")) {
    figure.querySelector("a")?.addEventListener("click", (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      play(figure);
    });
  }
  onSight(document.querySelectorAll("figure.embed[data-library]"), (figure) => void draw(figure));
}

function play(figure: HTMLElement): void {
  const frame = document.createElement("iframe");
  frame.src = figure.dataset["player"] ?? "";
  frame.title = figure.dataset["name"] ?? "";
  frame.allowFullscreen = true;
  frame.allow = "autoplay; fullscreen";
  figure.replaceChildren(frame);
  frame.focus();
}

async function draw(figure: HTMLElement): Promise<void> {
  const { library = "", sheet, kind = "" } = figure.dataset;
  const settings: unknown = JSON.parse(figure.dataset["settings"] ?? "{}");
  const room = document.createElement("div");
  room.className = "embed-room";
  room.style.inlineSize = figure.dataset["width"] ?? "100%";
  room.style.blockSize = figure.dataset["height"] ?? "auto";
  if (sheet) loadSheet(sheet);
  let loaded = false;
  try {
    for (const address of library.split(" ")) await loadScript(address);
    loaded = true;
    figure.prepend(room);
    drawers[kind]?.(room, settings);
  } catch (error) {
    room.remove();
    for (const data of figure.querySelectorAll("details")) data.open = true;
    if (loaded) console.warn(`${kind}:`, error); // the browser itself tells of what does not load
  }
}

const drawers: Record<string, (room: HTMLElement, settings: unknown) => void> = {
  echarts(room, settings) {
    const { echarts } = window as unknown as { echarts: { init(room: HTMLElement, theme?: string): Chart } };
    let chart = echarts.init(room, isDark() ? "dark" : undefined);
    chart.setOption(settings);
    addEventListener("resize", () => chart.resize());
    onScheme((dark) => {
      chart.dispose();
      chart = echarts.init(room, dark ? "dark" : undefined);
      chart.setOption(settings);
    });
  },
  mapbox(room, settings) {
    const page = window as unknown as Record<"maplibregl" | "mapboxgl", MapLibrary | undefined>;
    const library = page.maplibregl ?? page.mapboxgl;
    const options = settings as Record<string, string | number | undefined>;
    if (!library) throw new Error("neither maplibregl nor mapboxgl is there");
    const style = (dark: boolean): unknown => options[dark ? "dark-style" : "light-style"] ?? options[dark ? "darkstyle" : "lightstyle"];
    if (options["accesstoken"]) library.accessToken = String(options["accesstoken"]);
    const center = [Number(options["lng"]), Number(options["lat"])];
    const map = new library.Map({ container: room, style: style(isDark()), center, zoom: Number(options["zoom"] ?? 10) });
    const on = (name: string): boolean => String(options[name] ?? "true") !== "false";
    if (on("marked")) new library.Marker().setLngLat(center).addTo(map);
    if (on("navigation")) map.addControl(new library.NavigationControl(), "bottom-right");
    if (on("geolocate")) map.addControl(new library.GeolocateControl(), "bottom-right");
    if (on("scale")) map.addControl(new library.ScaleControl());
    if (on("fullscreen")) map.addControl(new library.FullscreenControl());
    onScheme((dark) => map.setStyle(style(dark)));
  },
  music(room, settings) {
    if (!customElements.get("meting-js")) throw new Error("MetingJS is not there");
    const player = document.createElement("meting-js");
    for (const [name, value] of Object.entries(settings as Record<string, unknown>)) player.setAttribute(name, String(value));
    room.append(player);
  },
};

interface MapView {
  addControl(control: unknown, place?: string): void;
  setStyle(style: unknown): void;
}

interface MapLibrary {
  accessToken?: string;
  Map: new (options: object) => MapView;
  Marker: new () => { setLngLat(at: number[]): { addTo(map: MapView): void } };
  NavigationControl: new () => unknown;
  GeolocateControl: new () => unknown;
  ScaleControl: new () => unknown;
  FullscreenControl: new () => unknown;
}
