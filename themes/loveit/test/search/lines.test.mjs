// A match in code leads to its line; one in the heading, or in prose, to the heading.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Engine } from "../../.build/search/engine.js";

const index = [{ objectID: "/a/:1:0", uri: "/a/", title: "甲", date: "", content: "出队 先等待。 func Pop() { cond.Wait() return item }" }];
const engine = new Engine(index, { "/a/:1:0": "出队" }, { "/a/:1:0": ["pop-L1 12 func Pop() {", "pop-L2 11 cond.Wait()", "pop-L3 11 return item"] });
const leads = (query) => decodeURIComponent(engine.search(query, { limit: 5, snippet: 20 })[0]?.uri ?? "");

test("results lead to lines of code", () => {
  assert.equal(leads("cond.Wait"), "/a/#pop-L2");
  assert.equal(leads("item"), "/a/#pop-L3");
  assert.equal(leads("等待"), "/a/#出队");
  assert.equal(leads("出队"), "/a/#出队");
});

test("lines of any other shape are left out", () => {
  const odd = new Engine(index, { "/a/:1:0": "出队" }, { "/a/:1:0": [1, ["x"]], b: 2 });
  assert.equal(decodeURIComponent(odd.search("item", { limit: 5, snippet: 20 })[0].uri), "/a/#出队");
});
