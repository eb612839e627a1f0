// index.json does not say where a section's heading ends; its anchor does, being made of the same letters.

const LETTER = /[\p{L}\p{M}\p{N}]/u;

/** The heading that content starts with, or "" when the anchor was not made from it. */
export function headingOf(content: string, anchor: string | undefined): string {
  if (!anchor) return "";
  return startingWith(content, letters(anchor)) || startingWith(content, letters(anchor.replace(/-\d+$/, "")));
}

function startingWith(content: string, wanted: string): string {
  let left = wanted;
  let at = 0;
  for (const char of content) {
    if (left === "" && char === " ") return content.slice(0, at).trim();
    if (LETTER.test(char)) {
      const lower = char.toLowerCase();
      if (!left.startsWith(lower)) return "";
      left = left.slice(lower.length);
    }
    at += char.length;
  }
  return left === "" && wanted !== "" ? content.trim() : "";
}

function letters(text: string): string {
  return Array.from(text.toLowerCase()).filter((char) => LETTER.test(char)).join("");
}
