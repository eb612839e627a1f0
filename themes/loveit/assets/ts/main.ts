// The page's script: one feature per file, each with a setup() that returns at once when its element is missing.
import { setup as comments } from "./comments";
import { setup as consent } from "./consent";
import { setup as contents } from "./contents";
import { setup as copy } from "./copy";
import { setup as diagram } from "./diagram";
import { setup as embed } from "./embed";
import { setup as gallery } from "./gallery";
import { setup as header } from "./header";
import { setup as menu } from "./menu";
import { setup as notFound } from "./not-found";
import { setup as notes } from "./notes";
import { setup as reveal } from "./reveal";
import { setup as search } from "./search";
import { setup as tabs } from "./tabs";
import { setup as themeSwitch } from "./theme-switch";
import { setup as typeit } from "./typeit";
import { setup as wrap } from "./wrap";

for (const setup of [themeSwitch, search, menu, header, contents, tabs, copy, wrap, notes, reveal, gallery, diagram, embed, consent, comments, typeit, notFound]) setup();
