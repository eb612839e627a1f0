// Serves a built site as a web server would, runs Lighthouse on some of its pages, mobile and desktop, three times each, and prints the
// medians beside LoveIt's. Usage: node test/lighthouse.mjs PUBLIC [PATH…]; the archive, the home page, the longest post and the search by
// default. Of the search, which has no address, it measures the time from the key that opens it to the results of a query, with what is
// loaded then (Lighthouse calls its score of a timespan performance, too, but counts TBT, CLS and INP only), and judges the page with open results.
// Lighthouse is heavy and only used here, so npx fetches it.
import { spawn } from "node:child_process";
import { createReadStream, readdirSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { createGzip } from "node:zlib";

const LIGHTHOUSE = "lighthouse@12.8.2";
const RUNS = 3;
const LOVEIT = { mobile: "65-74 / 82 / 100 / 92", desktop: "76 / 88 / 100 / 92" }; // on the same posts, search on
const QUERY = "DeltaFIFO";
const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"];
const TYPES = { ".html": "text/html; charset=utf-8", ".css": "text/css", ".js": "text/javascript", ".json": "application/json", ".svg": "image/svg+xml" };

const [root, ...asked] = process.argv.slice(2);
if (!root) throw new Error("usage: node test/lighthouse.mjs PUBLIC [PATH…]");

function serve() {
  const server = createServer((request, response) => {
    let file = join(root, decodeURIComponent(new URL(request.url, "http://x").pathname));
    if (statSync(file, { throwIfNoEntry: false })?.isDirectory()) file = join(file, "index.html");
    if (!statSync(file, { throwIfNoEntry: false })) return response.writeHead(404).end();
    const type = TYPES[extname(file)];
    response.setHeader("Content-Type", type ?? "application/octet-stream");
    response.setHeader("Cache-Control", "max-age=31536000");
    if (!type) return createReadStream(file).pipe(response);
    response.setHeader("Content-Encoding", "gzip");
    createReadStream(file).pipe(createGzip()).pipe(response);
  });
  return new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(server)));
}

// longest is the path of the post with the largest page.
function longest() {
  const folders = readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const sizes = folders.map(({ name }) => [name, statSync(join(root, name, "index.html"), { throwIfNoEntry: false })?.size ?? 0]);
  const posts = sizes.filter(([name]) => !["posts", "tags", "categories"].includes(name));
  return `/${encodeURIComponent(posts.sort((a, b) => b[1] - a[1])[0][0])}/`;
}

// search runs lighthouse-search.mjs, which needs Lighthouse as a library.
function search(url, form) {
  const script = join(import.meta.dirname, "lighthouse-search.mjs");
  return npx(["-p", LIGHTHOUSE, "-c", `node "${script}" ${url} ${form} ${QUERY}`]);
}

function lighthouse(url, desktop) {
  const flags = "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync";
  const args = [LIGHTHOUSE, url, "--quiet", "--output=json", `--only-categories=${CATEGORIES}`, `--chrome-flags=${flags}`];
  if (desktop) args.push("--preset=desktop");
  return npx(args);
}

// npx runs a program that prints JSON.
function npx(args) {
  return new Promise((resolve, reject) => {
    const run = spawn("npx", ["--yes", ...args], { stdio: ["ignore", "pipe", "inherit"] });
    let out = "";
    run.stdout.on("data", (data) => (out += data));
    run.on("close", (code) => (code ? reject(new Error(`lighthouse: exit ${code}`)) : resolve(JSON.parse(out))));
  });
}

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

const server = await serve();
const base = `http://127.0.0.1:${server.address().port}`;
console.log("| page | | perf / a11y / best / seo | KiB | requests | TBT ms | CLS | LoveIt |\n|---|---|---|---|---|---|---|---|");
for (const path of asked.length > 0 ? asked : ["/", longest(), "/posts/"]) {
  for (const form of ["mobile", "desktop"]) {
    const runs = [];
    for (let i = 0; i < RUNS; i++) runs.push(await lighthouse(base + path, form === "desktop"));
    const audit = (name) => median(runs.map(({ audits }) => audits[name]?.numericValue ?? 0));
    const scores = CATEGORIES.map((name) => median(runs.map(({ categories }) => Math.round(categories[name].score * 100))));
    const requests = median(runs.map(({ audits }) => audits["network-requests"]?.details.items.length ?? 0));
    const cells = [scores.join(" / "), Math.round(audit("total-byte-weight") / 1024), requests, Math.round(audit("total-blocking-time"))];
    console.log(`| ${decodeURIComponent(path)} | ${form} | ${cells.join(" | ")} | ${audit("cumulative-layout-shift").toFixed(3)} | ${LOVEIT[form]} |`);
  }
}
for (const form of asked.length > 0 ? [] : ["mobile", "desktop"]) {
  const runs = [];
  for (let i = 0; i < RUNS; i++) runs.push(await search(base + "/", form));
  for (const id of new Set(runs.flatMap(({ failed }) => failed))) console.error(`search: ${id}`);
  const of = (name) => median(runs.map((run) => run[name]));
  const scores = [of("performance"), ...[0, 1, 2].map((i) => median(runs.map(({ judged }) => judged[i])))].map((score) => Math.round(score * 100));
  const cells = [scores.join(" / "), Math.round(of("bytes") / 1024), of("requests"), Math.round(of("blocking"))];
  console.log(`| search for ${QUERY} | ${form} | ${cells.join(" | ")} | ${of("shift").toFixed(3)} | |`);
}
server.close();
