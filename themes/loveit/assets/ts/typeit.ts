// Text that types itself when it comes into sight. Readers who want no motion see it whole, and screen readers are not told of the
// letters one by one: the whole text stays in the page for them, and keeps its room, so that nothing below moves.
import { onSight } from "./sight";

export function setup(): void {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const groups = new Map<string, Promise<void>>();
  const elements = [...document.querySelectorAll<HTMLElement>(".typeit")].filter((element) => !element.closest("summary"));
  for (const element of elements) element.classList.add("waiting");
  onSight(elements, (element) => {
    const group = element.dataset["group"] ?? "";
    const before = group ? groups.get(group) : undefined;
    const typed = (before ?? Promise.resolve()).then(() => type(element));
    if (group) groups.set(group, typed);
  });
}

// type shows the characters one after the other: each text node is cut in two, and what is not yet typed is transparent.
async function type(element: HTMLElement): Promise<void> {
  const speed = Number(element.dataset["speed"]) || 100;
  const texts = textsOf(element);
  const hidden = texts.map((text) => {
    const rest = document.createElement("span");
    rest.className = "typeit-rest";
    text.replaceWith(rest);
    rest.append(text);
    return rest;
  });
  element.classList.replace("waiting", "typing");
  for (const rest of hidden) {
    const whole = rest.textContent ?? "";
    const typed = document.createTextNode("");
    rest.before(typed);
    for (const char of whole) {
      await new Promise((resolve) => setTimeout(resolve, speed));
      typed.data += char;
      rest.textContent = whole.slice(typed.length);
    }
    rest.remove();
  }
  element.normalize();
  const linger = Number(element.dataset["duration"] ?? -1);
  if (linger >= 0) setTimeout(() => element.classList.remove("typing"), linger);
}

function textsOf(element: HTMLElement): Text[] {
  const found: Text[] = [];
  const walk = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  for (let node = walk.nextNode(); node; node = walk.nextNode()) found.push(node as Text);
  return found;
}
