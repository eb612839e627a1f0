// Which line of code a match stands in. index.json has a section's text without its lines' ids; index.lines.json has how they begin.

/** A line's id, how its text begins, and how long that is, in characters. */
export interface Line {
  id: string;
  begin: string;
  length: number;
}

/** The lines of a parsed index.lines.json by objectID, each written as "id length begin"; empty when it is something else. */
export function readLines(json: unknown): ReadonlyMap<string, Line[]> {
  if (typeof json !== "object" || json === null) return new Map();
  return new Map(Object.entries(json).map(([objectID, lines]) => [objectID, Array.isArray(lines) ? lines.flatMap(readLine) : []]));
}

/** The id of the line that has the character at `at` of a section's text, "" when none has. */
export function lineAt(text: string, at: number, lines: readonly Line[]): string {
  let from = 0;
  for (const { id, begin, length } of lines) {
    const start = text.indexOf(begin, from);
    if (start < 0) continue;
    if (start > at) return "";
    if (at < start + length) return id;
    from = start + length;
  }
  return "";
}

function readLine(line: unknown): Line[] {
  const parts = typeof line === "string" ? /^(\S+) (\d+) (.+)$/.exec(line) : null;
  return parts ? [{ id: parts[1] ?? "", length: Number(parts[2]), begin: parts[3] ?? "" }] : [];
}
