// The search worker: fetches the index once, then answers queries, so that typing never waits for either.
import { Engine } from "./engine.ts";
import type { Reply, Request } from "./messages.ts";

// The dom library types `self` as a window; a worker's has just these.
declare const self: {
  onmessage: ((event: MessageEvent<Request>) => void) | null;
  postMessage(reply: Reply): void;
};

let engine: Promise<Engine> | undefined;

self.onmessage = ({ data }) => {
  if (data.type === "open") {
    engine = open(data.index, data.anchors);
    engine.then(
      ({ size }) => self.postMessage({ type: "ready", size }),
      (error: unknown) => self.postMessage({ type: "failed", reason: String(error instanceof Error ? error.message : error) }),
    );
    return;
  }
  const { id, query, options } = data;
  engine?.then((ready) => self.postMessage({ type: "results", id, results: ready.search(query, options) })).catch(() => {
    // The failure to open was reported above.
  });
};

// Without anchors, as beside a foreign index.json, results lead to the page.
async function open(index: string, anchors: string): Promise<Engine> {
  const optional = (url: string): Promise<unknown> => fetchJSON(url).catch(() => ({}));
  const lines = anchors.replace("index.anchors.json", "index.lines.json");
  const [records, map, code] = await Promise.all([fetchJSON(index), optional(anchors), optional(lines)]);
  return new Engine(records, map, code);
}

async function fetchJSON(url: string): Promise<unknown> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${new URL(url, response.url).pathname}: ${response.status} ${response.statusText}`.trim());
  return response.json() as Promise<unknown>;
}
