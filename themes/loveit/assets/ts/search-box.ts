// What works the search boxes, loaded when the first of them is focused: a script of its own.
import { Box } from "./search/box";
import { Client } from "./search/client";

const forms = [...document.querySelectorAll<HTMLFormElement>("form.search")];
const data = forms[0]?.dataset;
if (data) {
  const client = new Client({ worker: data["worker"] ?? "", index: data["index"] ?? "", anchors: data["anchors"] ?? "" });
  for (const form of forms) new Box(form, client);
}
