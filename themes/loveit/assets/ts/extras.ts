// The script of pages with one of these: the gallery, diagrams, what third parties draw, text that types itself, comments, the
// notice about cookies, and the page that is not there.
import { setup as comments } from "./comments";
import { setup as consent } from "./consent";
import { setup as diagram } from "./diagram";
import { setup as embed } from "./embed";
import { setup as gallery } from "./gallery";
import { setup as notFound } from "./not-found";
import { setup as typeit } from "./typeit";

for (const setup of [gallery, diagram, embed, consent, comments, typeit, notFound]) setup();
