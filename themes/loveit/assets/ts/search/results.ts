// Builds the list of results out of nodes: text from the index never becomes markup.
import type { Result } from "./engine.ts";
import type { Marked } from "./excerpt.ts";

/** One option of the list. `tag` is the element for matches. */
export function resultElement(result: Result, id: string, tag: string): HTMLAnchorElement {
  const link = document.createElement("a");
  link.className = "search-result";
  link.id = id;
  link.href = safeAddress(result.uri);
  link.dataset["objectId"] = result.objectID;
  link.tabIndex = -1;
  link.setAttribute("role", "option");
  link.setAttribute("aria-selected", "false");
  const named = result.heading.text !== "";
  link.append(line("search-result-name", named ? result.heading : result.title, tag));
  link.append(line("search-result-text", result.excerpt, tag));
  const place = line("search-result-place", named ? result.title : { text: "", marks: [] }, tag);
  if (!/\b0001\b/.test(result.date)) place.append(named ? " · " : "", result.date);
  link.append(place);
  return link;
}

function line(name: string, marked: Marked, tag: string): HTMLElement {
  const element = document.createElement("span");
  element.className = name;
  let at = 0;
  for (const [start, end] of marked.marks) {
    const match = document.createElement(tag);
    match.className = "search-match";
    match.textContent = marked.text.slice(start, end);
    element.append(marked.text.slice(at, start), match);
    at = end;
  }
  element.append(marked.text.slice(at));
  return element;
}

// An index is data: its addresses may lead to pages, not run scripts.
function safeAddress(uri: string): string {
  const url = URL.canParse(uri, document.baseURI) ? new URL(uri, document.baseURI) : undefined;
  return url && /^https?:$|^file:$/.test(url.protocol) ? url.href : "#";
}
