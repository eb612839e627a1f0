// The engine beside lunr and Fuse with their usual set-up for Chinese: lunr over words that segmentit cuts, as LoveIt does it; Fuse
// anywhere in the text. npm run bench prints the table.
import Fuse from "fuse.js";
import lunr from "lunr";
import segmentit from "segmentit";
import { Engine } from "../../.build/search/engine.js";
import { judge, mean, read } from "./judge.mjs";

const index = read("index.json");
const queries = read("queries.json");

const engine = new Engine(index, read("index.anchors.json"));

const { Segment, useDefault } = segmentit;
const segment = useDefault(new Segment());
const words = (text) => segment.doSegment(String(text)).map(({ w }) => w.trim().toLowerCase()).filter(Boolean);
const inverted = lunr(function () {
  this.ref("objectID");
  this.field("title", { boost: 50 });
  this.field("tags", { boost: 20 });
  this.field("content", { boost: 10 });
  this.tokenizer = (value) => words(value).map((word) => new lunr.Token(word, {}));
  this.pipeline.reset();
  this.searchPipeline.reset();
  for (const record of index) this.add(record);
});
const fuse = new Fuse(index, { keys: ["title", "tags", "content"], ignoreLocation: true, threshold: 0.3, findAllMatches: true });

const rivals = {
  ours: (query) => engine.search(query, { limit: 10, snippet: 50 }).map(({ objectID }) => objectID),
  lunr: (query) =>
    inverted
      .query((ask) => words(query).forEach((word) => ask.term(word, { wildcard: lunr.Query.wildcard.TRAILING })))
      .map(({ ref }) => ref),
  fuse: (query) => fuse.search(query).map(({ item }) => item.objectID),
};

const measures = ["nDCG@5", "success@1", "success@3"];
console.log(`${queries.length} judged queries`.padEnd(24), ...measures.map((name) => name.padStart(10)), "ms/query".padStart(10));
for (const [name, search] of Object.entries(rivals)) {
  const start = performance.now();
  const judged = queries.map((one) => judge(one, search(one.query).slice(0, 10)));
  const time = (performance.now() - start) / queries.length;
  const values = measures.map((measure) => mean(judged.map((one) => one[measure])).toFixed(3).padStart(10));
  console.log(name.padEnd(24), ...values, time.toFixed(2).padStart(10));
}
