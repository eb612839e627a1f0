// How good answers to judged queries are. A success is an answer of the best grade that the query has.
import { readFileSync } from "node:fs";

export const read = (name) => JSON.parse(readFileSync(new URL(`testdata/${name}`, import.meta.url), "utf8"));

const gain = (grade, rank) => (2 ** grade - 1) / Math.log2(rank + 2);
const total = (grades) => grades.slice(0, 5).reduce((sum, grade, rank) => sum + gain(grade, rank), 0);

export const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Judges the objectIDs that an engine found, best first, against the grades of the relevant ones. */
export function judge({ query, relevant }, found) {
  const best = Math.max(...Object.values(relevant));
  const within = (n) => (found.slice(0, n).some((id) => relevant[id] === best) ? 1 : 0);
  const ideal = total(Object.values(relevant).sort((a, b) => b - a));
  return {
    query,
    found,
    "nDCG@5": total(found.map((id) => relevant[id] ?? 0)) / ideal,
    "success@1": within(1),
    "success@3": within(3),
  };
}
