import assert from "node:assert/strict";
import { test } from "node:test";
import { fold, queryWords, tokens } from "../../.build/search/tokens.js";

const terms = (text) => [...tokens(text)].map((token) => token.term);

const CASES = [
  ["锁", ["锁"]],
  ["条件变量", ["条", "件", "条件", "变", "件变", "量", "变量"]],
  ["queueActionLocked", ["queueactionlocked", "queue", "action", "locked"]],
  ["DeltaFIFO", ["deltafifo", "delta", "fifo"]],
  ["HTTPServer", ["httpserver", "http", "server"]],
  ["hasSynced_locked", ["hassynced_locked", "has", "synced", "locked"]],
  ["br_netfilter", ["br_netfilter", "br", "netfilter"]],
  ["f.cond.Wait()", ["f", "cond", "wait"]],
  ["K8s k8s sha256 SHA256", ["k8s", "k8s", "sha256", "sha256"]],
  ["v1beta1", ["v1beta1"]],
  ["安装kubeadm，再", ["安", "装", "安装", "kubeadm", "再"]],
  ["ＡｄｄＲａｔｅ", ["addrate", "add", "rate"]],
  ["カタ ハ", ["カ", "タ", "カタ", "ハ"]],
  ["𠮷野", ["𠮷", "野", "𠮷野"]],
  ["naïve Straße", ["naïve", "straße"]],
  ["_ __ …，。", ["_", "__"]],
  ["", []],
];

for (const [text, wanted] of CASES) {
  test(`terms of ${JSON.stringify(text)}`, () => assert.deepEqual(terms(text), wanted));
}

test("a token's place is where its letters stand", () => {
  const text = "先 𠮷 再 AddRateLimited。";
  for (const { term, start, end } of tokens(text)) assert.equal(fold(text.slice(start, end)), term);
});

test("hashes and encoded data are no terms", () => assert.deepEqual(terms("a".repeat(65)), []));

test("folding keeps the length", () => {
  for (const text of ["İstanbul", "ＡＢＣ", "Straße", "锁𠮷"]) assert.equal(fold(text).length, text.length);
});

test("a query's words carry the terms that stand for them", () => {
  const [han, name] = queryWords("死锁 AddFunc");
  assert.deepEqual(han.terms.map((term) => term.text), ["死锁"]);
  assert.deepEqual(name.terms.map((term) => [term.text, term.prefix]), [["addfunc", true], ["add", false], ["func", false]]);
});
