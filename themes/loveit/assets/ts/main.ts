// The page's script: one feature per file, each with a setup() that returns at once when its element is missing.
import { setup as contents } from "./contents";
import { setup as copy } from "./copy";
import { setup as header } from "./header";
import { setup as menu } from "./menu";
import { setup as notes } from "./notes";
import { setup as reveal } from "./reveal";
import { setup as search } from "./search";
import { setup as tabs } from "./tabs";
import { setup as themeSwitch } from "./theme-switch";
import { setup as wrap } from "./wrap";

for (const setup of [themeSwitch, search, menu, header, contents, tabs, copy, wrap, notes, reveal]) setup();
