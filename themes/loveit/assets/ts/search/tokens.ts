// How text becomes search terms. Scripts written without spaces give single characters and pairs, so that a word is found
// without a dictionary; identifiers count whole and by their parts (queueActionLocked: queue, action, locked).

/** A term with the place it stands at. Lower case. */
export interface Token {
  term: string;
  start: number;
  end: number;
}

/** A term of a query. */
export interface QueryTerm {
  text: string;
  /** What it stands for: itself, or the term it may be a slip of. */
  typed: string;
  weight: number;
  prefix: boolean;
}

/** One word of a query: what was typed, and the terms that stand for it. */
export interface QueryWord {
  text: string;
  /** Written without spaces between words. */
  dense: boolean;
  terms: QueryTerm[];
}

const DENSE = String.raw`\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}ー`;
const RUN = new RegExp(String.raw`([${DENSE}]+)|(?:(?![${DENSE}])[\p{L}\p{M}\p{N}_])+`, "gu");
const PART = /\p{Lu}+\p{N}*(?![\p{Ll}\p{N}])|\p{Lu}?[\p{Ll}\p{M}\p{N}]+|\p{Lo}+/gu;
// Longer runs are hashes and encoded data, which nobody types.
const LONGEST = 64;

/** Lower case, and full-width ASCII as ASCII; the length stays, so that offsets hold for both. */
export function fold(text: string): string {
  const narrow = narrowed(text);
  const lower = narrow.toLowerCase();
  if (lower.length === narrow.length) return lower;
  return Array.from(narrow, (char) => (char.toLowerCase().length === char.length ? char.toLowerCase() : char)).join("");
}

/** Every term of a text, with its place. */
export function* tokens(text: string): Generator<Token> {
  for (const run of narrowed(text).matchAll(RUN)) {
    if (run[1] !== undefined) yield* denseTokens(run[0], run.index);
    else yield* wordTokens(run[0], run.index);
  }
}

/** The words of a query, in its order. */
export function queryWords(query: string): QueryWord[] {
  const words: QueryWord[] = [];
  for (const run of narrowed(query).matchAll(RUN)) {
    const found = run[1] !== undefined ? [...denseTokens(run[0], 0)] : [...wordTokens(run[0], 0)];
    const terms = run[1] !== undefined ? denseQuery(found) : wordQuery(found);
    if (terms.length > 0) words.push({ text: fold(run[0]), dense: run[1] !== undefined, terms });
  }
  return words;
}

function* denseTokens(run: string, offset: number): Generator<Token> {
  let previous: Token | undefined;
  for (const char of run) {
    const token = { term: char, start: offset, end: offset + char.length };
    yield token;
    if (previous) yield { term: previous.term + char, start: previous.start, end: token.end };
    previous = token;
    offset = token.end;
  }
}

function* wordTokens(run: string, offset: number): Generator<Token> {
  if (run.length > LONGEST) return;
  yield { term: fold(run), start: offset, end: offset + run.length };
  for (const part of run.matchAll(PART)) {
    if (part[0].length === run.length) return;
    yield { term: fold(part[0]), start: offset + part.index, end: offset + part.index + part[0].length };
  }
}

// Pairs say more than characters: these count only where the query is one character.
function denseQuery(found: Token[]): QueryTerm[] {
  const pairs = found.filter((token) => Array.from(token.term).length === 2);
  return (pairs.length > 0 ? pairs : found).map(({ term }) => queryTerm(term, 1));
}

function wordQuery(found: Token[]): QueryTerm[] {
  return found.map(({ term }, i) => (i === 0 ? queryTerm(term, 2, term.length > 1) : queryTerm(term, 0.5)));
}

function queryTerm(text: string, weight: number, prefix = false): QueryTerm {
  return { text, typed: text, weight, prefix };
}

function narrowed(text: string): string {
  return text.replace(/[\uFF01-\uFF5E]/g, (char) => String.fromCharCode(char.charCodeAt(0) - 0xfee0));
}
