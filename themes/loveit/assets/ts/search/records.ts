// What a LoveIt index.json holds, read with distrust: the file may come from another theme or another version.

/** One record of index.json: a page's description, its introduction, or one section. */
export interface IndexRecord {
  objectID: string;
  uri: string;
  title: string;
  content: string;
  date: string;
  /** Tags and categories, joined. */
  terms: string;
}

/** From objectID to the id of the record's heading. */
export type Anchors = ReadonlyMap<string, string>;

/** The records of a parsed index.json, in its order; what is not a record is left out. Throws when it is no array. */
export function readRecords(json: unknown): IndexRecord[] {
  if (!Array.isArray(json)) throw new Error("index.json is not an array");
  return json.flatMap((item: unknown) => {
    if (typeof item !== "object" || item === null) return [];
    const record = item as Record<string, unknown>;
    const { objectID, uri, content } = record;
    if (typeof objectID !== "string" || typeof uri !== "string" || typeof content !== "string") return [];
    const terms = [...list(record["tags"]), ...list(record["categories"])].join(" ");
    return [{ objectID, uri, content, title: text(record["title"]), date: text(record["date"]), terms }];
  });
}

/** The anchors of a parsed index.anchors.json; empty when it is something else. */
export function readAnchors(json: unknown): Anchors {
  if (typeof json !== "object" || json === null) return new Map();
  return new Map(Object.entries(json).filter(([, anchor]) => typeof anchor === "string"));
}

function list(value: unknown): string[] {
  return Array.isArray(value) ? value.map(text) : [text(value)];
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}
