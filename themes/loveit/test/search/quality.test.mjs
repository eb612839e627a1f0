// Judged queries over a small index of our own: how good the answers are, with the gates of the theme's design.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { Engine } from "../../.build/search/engine.js";

const read = (name) => JSON.parse(readFileSync(new URL(`testdata/${name}`, import.meta.url), "utf8"));
const engine = new Engine(read("index.json"), read("index.anchors.json"));
const queries = read("queries.json");
const GATES = { "nDCG@5": 0.95, "success@1": 0.95, "success@3": 1 };

const gain = (grade, rank) => (2 ** grade - 1) / Math.log2(rank + 2);
const total = (grades) => grades.slice(0, 5).reduce((sum, grade, rank) => sum + gain(grade, rank), 0);
const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;

// A success is an answer of the best grade that the query has.
function judge({ query, relevant }) {
  const found = engine.search(query, { limit: 10, snippet: 50 }).map((result) => result.objectID);
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

test("every judged answer exists in the index", () => {
  const known = new Set(read("index.json").map((record) => record.objectID));
  assert.ok(queries.length >= 24);
  for (const { query, relevant } of queries) {
    for (const id of Object.keys(relevant)) assert.ok(known.has(id), `${query}: ${id}`);
  }
});

test("judged queries reach the gates", (t) => {
  const judged = queries.map(judge);
  for (const one of judged) {
    if (one["nDCG@5"] < 0.999) t.diagnostic(`${one.query}: nDCG@5 ${one["nDCG@5"].toFixed(3)}: ${one.found.slice(0, 5).join(" ")}`);
  }
  for (const [name, gate] of Object.entries(GATES)) {
    const value = mean(judged.map((one) => one[name]));
    t.diagnostic(`${name} = ${value.toFixed(3)} over ${judged.length} queries (gate ${gate})`);
    assert.ok(value >= gate, `${name} ${value.toFixed(3)} < ${gate}`);
  }
});
