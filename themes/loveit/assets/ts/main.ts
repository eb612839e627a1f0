// Every page's script: one feature per file, each with a setup() that returns at once when its element is missing. What only
// some pages have is in snippets.ts and extras.ts; _partials/assets/scripts.html says which page gets which.
import { setup as contents } from "./contents";
import { setup as copy } from "./copy";
import { setup as header } from "./header";
import { setup as menu } from "./menu";
import { setup as place } from "./place";
import { setup as reveal } from "./reveal";
import { setup as search } from "./search";
import { setup as themeSwitch } from "./theme-switch";
import { setup as wrap } from "./wrap";

for (const setup of [themeSwitch, search, menu, header, contents, copy, wrap, reveal, place]) setup();
