// The search engine: any LoveIt index.json in, ranked sections out. Knows nothing of the page; runs in a worker.
import MiniSearch, { type SearchResult } from "minisearch";
import { excerpt, mark, place, type Marked, type Wanted } from "./excerpt.ts";
import { headingOf } from "./heading.ts";
import { lineAt, readLines, type Line } from "./lines.ts";
import { type Anchors, type IndexRecord, readAnchors, readRecords } from "./records.ts";
import { fold, queryWords, tokens, type QueryTerm, type QueryWord } from "./tokens.ts";

/** One section that answers the query. */
export interface Result {
  objectID: string;
  /** The page, and the heading in it where that is known. */
  uri: string;
  title: Marked;
  /** Empty for what stands before the first heading. */
  heading: Marked;
  excerpt: Marked;
  date: string;
}

export interface Options {
  /** At most so many results. */
  limit: number;
  /** At least so many characters on either side of a match. */
  snippet: number;
}

interface Doc extends IndexRecord {
  id: number;
  anchor: string;
  heading: string;
  lines: Line[];
  /** The heading; the title where there is none; where it is not known, the words it is among. */
  name: string;
}

interface Hit {
  doc: Doc;
  score: number;
  terms: Set<string>;
}

const PER_PAGE = 3;
const CANDIDATES = 200;
const UNKNOWN_HEADING = 24;
const FIELDS = { name: 4, title: 1.2, terms: 1, content: 1 };

export class Engine {
  private readonly docs: Doc[];
  private readonly index: MiniSearch<Doc>;

  /** Takes the parsed index.json, index.anchors.json and index.lines.json; the latter two may be anything. */
  constructor(index: unknown, anchors: unknown, lines?: unknown) {
    const map = readAnchors(anchors);
    const code = readLines(lines);
    this.docs = readRecords(index).map((record, id) => ({ ...toDoc(record, id, map), lines: code.get(record.objectID) ?? [] }));
    this.index = new MiniSearch<Doc>({
      fields: Object.keys(FIELDS),
      tokenize: (text) => Array.from(tokens(text), (token) => token.term),
      processTerm: (term) => term,
    });
    this.index.addAll(this.docs);
  }

  get size(): number {
    return this.docs.length;
  }

  /** Sections by relevance, best first, at most three of a page. */
  search(query: string, { limit, snippet }: Options): Result[] {
    const words = queryWords(query);
    if (words.length === 0) return [];
    const phrase = fold(query).trim().replace(/\s+/g, " ");
    return this.rank(words, phrase)
      .filter(firstOfEachPage(PER_PAGE))
      .slice(0, limit)
      .map(({ doc, terms }) => toResult(doc, { phrase, words, terms }, snippet));
  }

  private rank(words: QueryWord[], phrase: string): Hit[] {
    const found = this.find(words);
    const hits = found.slice(0, CANDIDATES).flatMap((result) => {
      const doc = this.docs[result.id as number];
      if (!doc) return [];
      const score = result.score * coverage(words, result) ** 2 * closeness(doc, words, phrase);
      return [{ doc, score, terms: new Set(result.terms) }];
    });
    // The index's own order, newest first, settles ties.
    return hits.sort((a, b) => b.score - a.score || a.doc.id - b.doc.id);
  }

  // A second pass lets only those terms be misspelt that the first did not find at all: anything more drowns exact hits.
  private find(words: QueryWord[]): SearchResult[] {
    const terms = words.flatMap((word) => word.terms);
    const exact = this.query(terms, () => false);
    const known = new Set(exact.flatMap((result) => result.queryTerms));
    const missing = terms.filter((term) => !known.has(term.text));
    const slips = missing.flatMap(slipsOf);
    if (slips.length === 0) return exact;
    const asTyped = new Set(missing.map((term) => term.text));
    return this.query([...slips, ...terms], (term) => asTyped.has(term) && mistakes(term));
  }

  // Of terms with the same text the last counts. A result's queryTerms are what was typed.
  private query(terms: QueryTerm[], fuzzy: (term: string) => number | false): SearchResult[] {
    const byText = new Map(terms.map((term) => [term.text, term]));
    const results = this.index.search("", {
      fields: Object.keys(FIELDS),
      boost: FIELDS,
      tokenize: () => [...byText.keys()],
      prefix: (term) => byText.get(term)?.prefix ?? false,
      boostTerm: (term) => byText.get(term)?.weight ?? 1,
      fuzzy,
    });
    for (const result of results) {
      result.queryTerms = result.queryTerms.map((term) => byText.get(term)?.typed ?? term);
    }
    return results;
  }
}

function toDoc(record: IndexRecord, id: number, anchors: Anchors): Omit<Doc, "lines"> {
  const anchor = anchors.get(record.objectID) ?? "";
  const heading = headingOf(record.content, anchor);
  const name = heading || (anchor ? record.content.slice(0, UNKNOWN_HEADING) : record.title);
  return { ...record, id, anchor, heading, name };
}

// A match in code leads to its line, unless the heading shows a match as well.
function toResult(doc: Doc, wanted: Wanted, snippet: number): Result {
  const text = doc.content.slice(doc.heading.length).trim();
  const heading = mark(doc.heading, wanted);
  const line = heading.marks.length > 0 ? "" : lineAt(text, place(text, wanted, snippet), doc.lines);
  const target = line || doc.anchor;
  return {
    objectID: doc.objectID,
    uri: target ? `${doc.uri}#${encodeURIComponent(target)}` : doc.uri,
    title: mark(doc.title, wanted),
    heading,
    excerpt: excerpt(text, wanted, snippet),
    date: doc.date,
  };
}

// How much of the query a document has: each word counts by its best, a whole identifier or all of its parts.
function coverage(words: QueryWord[], result: SearchResult): number {
  const found = new Set(result.queryTerms);
  const shares = words.map(({ terms, dense }) => {
    const [whole, ...parts] = terms;
    if (!dense && whole && (found.has(whole.text) || parts.length === 0)) return found.has(whole.text) ? 1 : 0;
    const counted = dense ? terms : parts;
    return counted.filter((term) => found.has(term.text)).length / counted.length;
  });
  return shares.reduce((sum, share) => sum + share, 0) / words.length;
}

// What was typed, letter by letter, beats the same terms strewn about.
function closeness(doc: Doc, words: QueryWord[], phrase: string): number {
  const name = fold(doc.name);
  const content = fold(doc.content);
  let factor = 1;
  if (name === phrase) factor *= 4;
  else if (name.includes(phrase)) factor *= 2;
  if (content.includes(phrase)) factor *= 1.6;
  else factor *= 1 + 0.4 * (words.filter((word) => content.includes(word.text)).length / words.length);
  return factor;
}

// Adjacent letters swapped are the commonest slip, and two edits to an edit distance; of a pair that nothing has, its
// characters are tried.
function slipsOf(term: QueryTerm): QueryTerm[] {
  const letters = Array.from(term.text);
  const slip = (text: string, share: number) => ({ text, typed: term.text, weight: term.weight * share, prefix: false });
  if (!/[a-z]/.test(term.text)) return letters.map((letter) => slip(letter, 0.2));
  if (!mistakes(term.text)) return [];
  return letters.slice(1).map((letter, i) => slip([...letters.slice(0, i), letter, letters[i], ...letters.slice(i + 2)].join(""), 1));
}

// How many letters of a term may be wrong.
function mistakes(term: string): number | false {
  if (!/^[a-z0-9_]{5,}$/.test(term)) return false;
  return term.length < 8 ? 1 : 2;
}

function firstOfEachPage(limit: number): (hit: Hit) => boolean {
  const seen = new Map<string, number>();
  return ({ doc }) => {
    const count = (seen.get(doc.uri) ?? 0) + 1;
    seen.set(doc.uri, count);
    return count <= limit;
  };
}
