// Judged queries over a small index of our own: how good the answers are, with the gates of the theme's design.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Engine } from "../../.build/search/engine.js";
import { judge, mean, read } from "./judge.mjs";

const engine = new Engine(read("index.json"), read("index.anchors.json"));
const queries = read("queries.json");
const GATES = { "nDCG@5": 0.95, "success@1": 0.95, "success@3": 1 };

test("every judged answer exists in the index", () => {
  const known = new Set(read("index.json").map((record) => record.objectID));
  assert.ok(queries.length >= 40);
  for (const { query, relevant } of queries) {
    for (const id of Object.keys(relevant)) assert.ok(known.has(id), `${query}: ${id}`);
  }
});

test("judged queries reach the gates", (t) => {
  const judged = queries.map((one) => judge(one, engine.search(one.query, { limit: 10, snippet: 50 }).map((result) => result.objectID)));
  for (const one of judged) {
    if (one["nDCG@5"] < 0.999) t.diagnostic(`${one.query}: nDCG@5 ${one["nDCG@5"].toFixed(3)}: ${one.found.slice(0, 5).join(" ")}`);
  }
  for (const [name, gate] of Object.entries(GATES)) {
    const value = mean(judged.map((one) => one[name]));
    t.diagnostic(`${name} = ${value.toFixed(3)} over ${judged.length} queries (gate ${gate})`);
    assert.ok(value >= gate, `${name} ${value.toFixed(3)} < ${gate}`);
  }
});
