// Opens the search of a page by its key, types a query and waits for results, while Lighthouse watches: prints, as JSON, what the
// time from the key to the results cost (a Lighthouse timespan, at the usual slowness of a phone or a desktop) and how the page with
// open results is judged (a snapshot). Usage, with Lighthouse's own packages:
//   npx --yes -p lighthouse@VERSION -c 'node test/lighthouse-search.mjs URL desktop|mobile QUERY'
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { delimiter, dirname, join } from "node:path";
import { pathToFileURL } from "node:url";

const [url, form, query] = process.argv.slice(2);

// npx -p puts the packages that it fetched beside a folder of the path; only programs of that folder are found by themselves.
const modules = process.env.PATH.split(delimiter).map(dirname).find((folder) => existsSync(join(folder, "lighthouse", "package.json")));
if (!modules) throw new Error("no lighthouse in the path: see the usage");
const load = (name) => import(pathToFileURL(createRequire(join(modules, "lighthouse", "package.json")).resolve(name)).href);
const { startFlow, desktopConfig } = await load("lighthouse");
const { default: puppeteer } = await load("puppeteer-core");

const browser = await puppeteer.launch({
  executablePath: process.env.CHROME_PATH,
  args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
});
try {
  const page = await browser.newPage();
  const flow = await startFlow(page, {
    ...(form === "desktop" ? { config: desktopConfig } : {}),
    flags: { throttlingMethod: "devtools" }, // a timespan can't be simulated
  });
  await flow.navigate(url);
  await flow.startTimespan();
  await page.keyboard.press("/");
  await page.keyboard.type(query);
  await page.waitForSelector("a.search-result", { visible: true });
  await flow.endTimespan();
  await flow.snapshot();
  const [, { lhr: span }, { lhr: shown }] = (await flow.createFlowResult()).steps;
  const value = (name) => span.audits[name]?.numericValue ?? 0;
  console.log(
    JSON.stringify({
      performance: span.categories.performance.score,
      judged: ["accessibility", "best-practices", "seo"].map((name) => shown.categories[name].score),
      failed: ["accessibility", "best-practices", "seo"].flatMap((name) =>
        shown.categories[name].auditRefs.filter(({ id }) => shown.audits[id].score === 0).map(({ id }) => id),
      ),
      bytes: (span.audits["network-requests"]?.details.items ?? []).reduce((sum, { transferSize }) => sum + transferSize, 0),
      requests: span.audits["network-requests"]?.details.items.length ?? 0,
      blocking: value("total-blocking-time"),
      interaction: value("interaction-to-next-paint"),
      shift: value("cumulative-layout-shift"),
    }),
  );
} finally {
  await browser.close();
}
