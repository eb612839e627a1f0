// The script of pages that show extracted code.
import { setup as cards } from "./cards";
import { setup as notes } from "./notes";
import { setup as tabs } from "./tabs";

for (const setup of [tabs, notes, cards]) setup();
