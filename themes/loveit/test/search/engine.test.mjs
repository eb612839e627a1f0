import assert from "node:assert/strict";
import { test } from "node:test";
import { Engine } from "../../.build/search/engine.js";
import { headingOf } from "../../.build/search/heading.js";

const OPTIONS = { limit: 10, snippet: 20 };
const record = (objectID, content, more = {}) => ({ objectID, uri: objectID.replace(/:.*/, ""), title: "题", content, date: "2024-01-02", ...more });
const shown = ({ text, marks }) => marks.map(([start, end]) => text.slice(start, end));

test("results lead to the heading where it is known, else to the page", () => {
  const index = [record("/a/:1:0", "出队 的代码 "), record("/a/:2:0", "出队 以后 ")];
  const [first, second] = new Engine(index, { "/a/:1:0": "出队" }).search("出队", OPTIONS);
  assert.equal(first.uri, "/a/#%E5%87%BA%E9%98%9F");
  assert.equal(first.heading.text, "出队");
  assert.equal(first.excerpt.text, "的代码");
  assert.equal(second.uri, "/a/");
});

test("a page gives three results at most, a search as many as asked for", () => {
  const index = [1, 2, 3, 4, 5].flatMap((n) => ["/a/", "/b/"].map((page) => record(`${page}:${n}:0`, `锁 ${n} `)));
  const engine = new Engine(index, {});
  const pages = engine.search("锁", OPTIONS).map((result) => result.uri);
  assert.deepEqual(pages.sort(), ["/a/", "/a/", "/a/", "/b/", "/b/", "/b/"]);
  assert.equal(engine.search("锁", { ...OPTIONS, limit: 2 }).length, 2);
});

test("an excerpt shows the match and says where it is", () => {
  const content = `${"前文。".repeat(100)}这里调用 queueActionLocked 入队${"后文。".repeat(100)}`;
  const [{ excerpt }] = new Engine([record("/a/:0:0", content)], {}).search("queueAction", OPTIONS);
  assert.deepEqual(shown(excerpt), ["queueAction"]);
  assert.match(excerpt.text, /^….*queueActionLocked.*…$/);
  assert.ok(excerpt.text.length < 70, excerpt.text);
});

test("markup in the index stays text", () => {
  const content = `<img src=x onerror=alert(1)> <em>锁</em> `;
  const [{ excerpt }] = new Engine([record("/a/:0:0", content)], {}).search("锁", { ...OPTIONS, snippet: 40 });
  assert.equal(excerpt.text, content.trim());
  assert.deepEqual(shown(excerpt), ["锁"]);
});

test("misspelt words are looked for only when the word itself is nowhere", () => {
  const engine = new Engine([record("/a/:0:0", "kubelet "), record("/b/:0:0", "kubeadm "), record("/c/:0:0", "kubelets ")], {});
  const ids = (query) => engine.search(query, OPTIONS).map((result) => result.objectID);
  assert.deepEqual(ids("kubeamd"), ["/b/:0:0"]);
  assert.deepEqual(ids("kubelet"), ["/a/:0:0", "/c/:0:0"]);
  assert.deepEqual(ids("kubr"), []);
});

test("part of a Chinese phrase is enough", () => {
  const engine = new Engine([record("/a/:0:0", "通知的分发 "), record("/b/:0:0", "别的 ")], {});
  assert.equal(engine.search("事件分发", OPTIONS)[0].objectID, "/a/:0:0");
});

test("names of object members are words like others", () => {
  const engine = new Engine([record("constructor", "__proto__ toString hasOwnProperty ")], {});
  for (const query of ["constructor", "__proto__", "toString", "hasOwnProperty"]) {
    for (const { uri } of engine.search(query, OPTIONS)) assert.equal(uri, "constructor");
  }
});

test("any index.json will do", () => {
  assert.throws(() => new Engine({ data: [] }, {}), /not an array/);
  const engine = new Engine([null, 1, {}, { objectID: "/a/" }, record("/a/", "锁", { tags: "one", categories: ["两", 3] }), record("/a/", "锁")], null);
  assert.equal(engine.size, 2);
  assert.equal(engine.search("两", OPTIONS).length, 1);
  for (const query of ["", "  ", "…", "()", "\u0000", "a".repeat(10000), "锁".repeat(3000)]) engine.search(query, OPTIONS);
});

const HEADINGS = [
  ["DeltaFIFO 中保存了什么 items 以键 ", "deltafifo-中保存了什么", "DeltaFIFO 中保存了什么"],
  ["List是怎样做的? 先看 ", "list是怎样做的", "List是怎样做的?"],
  ["1. 禁用Swap分区 关闭 ", "1-禁用swap分区", "1. 禁用Swap分区"],
  ["入队 再看 ", "入队-1", "入队"],
  ["步骤 2 再看 ", "步骤-2", "步骤 2"],
  ["只有标题 ", "只有标题", "只有标题"],
  ["出队 代码 ", "pop", ""],
  ["出队后 代码 ", "出队", ""],
  ["引言 ", "", ""],
];
for (const [content, anchor, wanted] of HEADINGS) {
  test(`heading of ${content.trim()} at #${anchor}`, () => assert.equal(headingOf(content, anchor), wanted));
}
