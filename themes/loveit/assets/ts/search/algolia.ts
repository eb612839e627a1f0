// params.search.type = "algolia": the same answers from Algolia, whose records are those of index.json. A worker like worker.ts, so that the
// page need not know which of the two it asks; `index` is the address to ask, with the application's id and the search key in it.
import type { Result } from "./engine.ts";
import type { Marked } from "./excerpt.ts";
import { headingOf } from "./heading.ts";
import type { Reply, Request } from "./messages.ts";
import { type Anchors, readAnchors, readRecords } from "./records.ts";

declare const self: {
  onmessage: ((event: MessageEvent<Request>) => void) | null;
  postMessage(reply: Reply): void;
};

// Characters for private use, which no text has: what stands between them matched.
const START = "\ue000";
const END = "\ue001";
const PER_PAGE = 3;

let address = "";
let anchors: Promise<Anchors> | undefined;

self.onmessage = ({ data }) => {
  if (data.type === "open") {
    address = data.index;
    anchors = fetch(data.anchors)
      .then((response) => response.json() as Promise<unknown>)
      .then(readAnchors, () => new Map());
    self.postMessage({ type: "ready", size: 0 });
    return;
  }
  const { id, query, options } = data;
  ask(query, options.limit, options.snippet).then(
    (results) => self.postMessage({ type: "results", id, results }),
    (error: unknown) => self.postMessage({ type: "failed", reason: String(error instanceof Error ? error.message : error) }),
  );
};

async function ask(query: string, limit: number, snippet: number): Promise<Result[]> {
  const response = await fetch(address, {
    method: "POST",
    body: JSON.stringify({
      query,
      hitsPerPage: limit * 3,
      attributesToHighlight: ["title"],
      attributesToSnippet: [`content:${snippet}`],
      highlightPreTag: START,
      highlightPostTag: END,
    }),
  });
  if (!response.ok) throw new Error(`Algolia: ${response.status}`);
  const { hits } = (await response.json()) as { hits?: unknown };
  return toResults(hits, (await anchors) ?? new Map(), limit);
}

/** The results of Algolia's hits, at most three of a page. */
export function toResults(hits: unknown, known: Anchors, limit: number): Result[] {
  const perPage = new Map<string, number>();
  const raw = new Map((Array.isArray(hits) ? hits : []).map((hit: Hit) => [hit.objectID, hit]));
  return readRecords([...raw.values()])
    .filter(({ uri }) => {
      const seen = (perPage.get(uri) ?? 0) + 1;
      perPage.set(uri, seen);
      return seen <= PER_PAGE;
    })
    .slice(0, limit)
    .map(({ objectID, uri, title, content, date }) => {
      const anchor = known.get(objectID);
      const hit = raw.get(objectID);
      return {
        objectID,
        uri: anchor ? `${uri}#${anchor}` : uri,
        title: marked(hit?._highlightResult?.title?.value ?? title),
        heading: marked(headingOf(content, anchor)),
        excerpt: marked(hit?._snippetResult?.content?.value ?? content.slice(0, 100)),
        date,
      };
    });
}

interface Hit {
  objectID: string;
  _highlightResult?: { title?: { value: string } };
  _snippetResult?: { content?: { value: string } };
}

function marked(value: string): Marked {
  const marks: [number, number][] = [];
  let text = "";
  value.split(START).forEach((part, i) => {
    const [inside = "", after] = i > 0 ? part.split(END) : ["", part];
    if (inside) marks.push([text.length, text.length + inside.length]);
    text += inside + (after ?? "");
  });
  return { text, marks };
}
