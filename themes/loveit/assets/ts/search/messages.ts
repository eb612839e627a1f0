// What the page and its search worker say to each other.
import type { Options, Result } from "./engine.ts";

/** From the page. `open` comes first, once; searches sent before the index is ready are answered when it is. */
export type Request =
  | { type: "open"; index: string; anchors: string }
  | { type: "search"; id: number; query: string; options: Options };

/** From the worker. After `failed` it answers nothing. */
export type Reply =
  | { type: "ready"; size: number }
  | { type: "failed"; reason: string }
  | { type: "results"; id: number; results: Result[] };
