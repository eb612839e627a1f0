// Where in a text a query matched, as ranges: whoever shows the text builds nodes from them, never HTML.
import { fold, tokens, type QueryWord } from "./tokens.ts";

/** A text and the ranges in it (start, end) that matched, in order, not overlapping. */
export interface Marked {
  text: string;
  marks: [number, number][];
}

/** What to look for: the query as typed, its words, and the terms of the document that matched. */
export interface Wanted {
  phrase: string;
  words: QueryWord[];
  terms: ReadonlySet<string>;
}

interface Mark {
  start: number;
  end: number;
  term: string;
}

/** The whole text with its matches. */
export function mark(text: string, wanted: Wanted): Marked {
  return { text, marks: merge(findMarks(text, wanted)) };
}

/** About `length` characters on either side of the place that shows most of the query. */
export function excerpt(text: string, wanted: Wanted, length: number): Marked {
  const marks = findMarks(text, wanted);
  const best = bestMark(marks, length, wanted.phrase);
  const lead = (best?.start ?? 0) - Math.floor(length / 2);
  const from = wordStart(text, Math.max(0, Math.min(lead, text.length - 2 * length)));
  const to = wordEnd(text, Math.min(text.length, Math.max(best?.end ?? 0, from + 2 * length)));
  const head = from > 0 ? "…" : "";
  const shift = head.length - from;
  const inside = marks.filter((m) => m.start >= from && m.end <= to);
  return {
    text: head + text.slice(from, to).trimEnd() + (to < text.length ? "…" : ""),
    marks: merge(inside).map(([start, end]) => [start + shift, end + shift]),
  };
}

/** Where in a text the place is that shows most of the query; -1 for nowhere. */
export function place(text: string, wanted: Wanted, length: number): number {
  return bestMark(findMarks(text, wanted), length, wanted.phrase)?.start ?? -1;
}

function findMarks(text: string, wanted: Wanted): Mark[] {
  const marks: Mark[] = [];
  const folded = fold(text);
  if (wanted.phrase !== "") {
    for (let at = folded.indexOf(wanted.phrase); at >= 0; at = folded.indexOf(wanted.phrase, at + 1)) {
      marks.push({ start: at, end: at + wanted.phrase.length, term: wanted.phrase });
    }
  }
  const whole = new Set(wanted.words.filter((word) => folded.includes(word.text)).map((word) => word.text));
  const terms = wanted.words.flatMap((word) => (whole.has(word.text) && !word.dense ? word.terms.slice(0, 1) : word.terms));
  const shown = new Set(terms.map((term) => term.text));
  for (const token of tokens(text)) {
    if (!wanted.terms.has(token.term)) continue;
    const typed = terms.find((term) => term.prefix && token.term.startsWith(term.text));
    if (typed) marks.push({ start: token.start, end: token.start + typed.text.length, term: typed.text });
    else if (shown.has(token.term) || whole.size < wanted.words.length) marks.push(token);
  }
  return marks.sort((a, b) => a.start - b.start || b.end - a.end);
}

// The mark that, with those within reach after it, shows most different terms; the phrase itself beats any of them.
function bestMark(marks: Mark[], reach: number, phrase: string): Mark | undefined {
  let best: Mark | undefined;
  let most = 0;
  marks.forEach((first, i) => {
    const seen = new Set<string>();
    for (let j = i; j < marks.length && j < i + 50; j++) {
      const next = marks[j];
      if (!next || next.end > first.start + reach) break;
      seen.add(next.term);
    }
    const value = seen.size + (first.term === phrase ? 1000 : 0);
    if (!best || value > most) [best, most] = [first, value];
  });
  return best;
}

// Neither in the middle of an identifier, unless it is very long, nor between the halves of a surrogate pair.
function wordStart(text: string, at: number): number {
  const word = /[\w.$]{1,24}$/.exec(text.slice(Math.max(0, at - 24), at));
  if (word && /[\w.$]/.test(text.charAt(at))) return at - word[0].length;
  return /[\uDC00-\uDFFF]/.test(text.charAt(at)) ? at - 1 : at;
}

function wordEnd(text: string, at: number): number {
  const word = /^\w{1,24}/.exec(text.slice(at, at + 24));
  if (word && /\w/.test(text.charAt(at - 1))) return at + word[0].length;
  return /[\uDC00-\uDFFF]/.test(text.charAt(at)) ? at + 1 : at;
}

function merge(marks: Mark[]): [number, number][] {
  const merged: [number, number][] = [];
  for (const { start, end } of marks) {
    const last = merged.at(-1);
    if (last && start <= last[1]) last[1] = Math.max(last[1], end);
    else merged.push([start, end]);
  }
  return merged;
}
