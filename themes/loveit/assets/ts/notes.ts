// Notes beside their lines. A marker opens its note on hover, focus or tap; a tap pins it; Esc or a tap elsewhere closes it.
// Pointing at a note, in the list or in the opened one, lights the lines that it is about. Enter on a marker leads to the list,
// as without script.
export function setup(): void {
  if (!document.querySelector(".snippet-notes")) return;
  const opened = new OpenedNote();
  // On the document: a long article has hundreds of markers and notes.
  document.addEventListener("pointerover", (event) => {
    const marker = entered(event, event.relatedTarget, MARKER);
    if (marker && event.pointerType === "mouse") opened.open(marker as HTMLAnchorElement);
    lightNote(entered(event, event.relatedTarget, NOTE), true);
  });
  document.addEventListener("pointerout", (event) => {
    if (entered(event, event.relatedTarget, MARKER)) opened.closeSoon();
    lightNote(entered(event, event.relatedTarget, NOTE), false);
  });
  document.addEventListener("focusin", (event) => {
    const marker = within(event, MARKER);
    if (marker?.matches(":focus-visible")) opened.open(marker as HTMLAnchorElement);
    lightNote(within(event, NOTE), true);
  });
  document.addEventListener("focusout", (event) => {
    if (within(event, MARKER)) opened.closeSoon();
    lightNote(within(event, NOTE), false);
  });
  document.addEventListener("click", (event) => {
    const marker = within(event, MARKER);
    if (!marker || event.detail === 0 || event.ctrlKey || event.metaKey) return; // by keyboard, or into a new tab: an ordinary link
    event.preventDefault();
    opened.pin(marker as HTMLAnchorElement);
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") opened.close();
  });
  document.addEventListener("pointerdown", (event) => {
    if (!opened.holds(event.target as Node)) opened.close();
  });
}

const MARKER = "a.snippet-marker";
const NOTE = ".snippet-notes > li";

function within(event: Event, selector: string): HTMLElement | null {
  return event.target instanceof Element ? event.target.closest<HTMLElement>(selector) : null;
}

// entered is what the pointer came into, or left, with the event; null where it stays within it.
function entered(event: Event, other: EventTarget | null, selector: string): HTMLElement | null {
  const element = within(event, selector);
  return element?.contains(other as Node | null) ? null : element;
}

function lightNote(note: HTMLElement | null, lit: boolean): void {
  const figure = note?.closest<HTMLElement>("figure.snippet");
  if (figure) light(figure, lit ? (note?.dataset["note"] ?? "") : "");
}

// light marks the lines of one note and returns them; "" marks none.
function light(figure: HTMLElement, number: string): HTMLElement[] {
  const lines = [...figure.querySelectorAll<HTMLElement>(".line[data-notes]")];
  return lines.filter((line) => {
    const lit = number !== "" && (line.dataset["notes"] ?? "").split(" ").includes(number);
    line.classList.toggle("lit", lit);
    return lit;
  });
}

// OpenedNote is the one note that is open on the page, if any.
class OpenedNote {
  private marker: HTMLAnchorElement | undefined;
  private popup: HTMLElement | undefined;
  private pinned = false;
  private timer = 0;

  open(marker: HTMLAnchorElement): void {
    clearTimeout(this.timer);
    if (marker === this.marker) return;
    this.close();
    const figure = marker.closest<HTMLElement>("figure.snippet");
    const note = document.getElementById(marker.hash.slice(1));
    const text = note?.querySelector(".snippet-note-text");
    if (!figure || !text) return;
    this.marker = marker;
    this.popup = popupOf(text);
    this.popup.addEventListener("pointerenter", () => clearTimeout(this.timer));
    this.popup.addEventListener("pointerleave", () => this.closeSoon());
    figure.append(this.popup);
    marker.setAttribute("aria-expanded", "true");
    place(this.popup, figure, marker, light(figure, marker.dataset["note"] ?? ""));
  }

  pin(marker: HTMLAnchorElement): void {
    if (marker === this.marker && this.pinned) {
      this.close();
      return;
    }
    this.open(marker);
    this.pinned = true;
  }

  // closeSoon leaves the pointer time to cross from the marker to the note.
  closeSoon(): void {
    clearTimeout(this.timer);
    if (!this.pinned) this.timer = setTimeout(() => this.close(), 250);
  }

  close(): void {
    clearTimeout(this.timer);
    const figure = this.marker?.closest<HTMLElement>("figure.snippet");
    if (figure) light(figure, "");
    this.marker?.removeAttribute("aria-expanded");
    this.popup?.remove();
    this.marker = this.popup = undefined;
    this.pinned = false;
  }

  holds(node: Node): boolean {
    return !!this.marker?.contains(node) || !!this.popup?.contains(node);
  }
}

function popupOf(text: Element): HTMLElement {
  const popup = document.createElement("div");
  popup.className = "note-popup";
  popup.setAttribute("role", "note");
  popup.append(...[...text.childNodes].map((node) => node.cloneNode(true)));
  return popup;
}

// place puts the note under the lit lines that stand together with the marker's, so that it hides none of them; above them
// where the window ends.
function place(popup: HTMLElement, figure: HTMLElement, marker: HTMLElement, lit: HTMLElement[]): void {
  const box = figure.getBoundingClientRect();
  const own = (marker.closest(".line") ?? marker).getBoundingClientRect();
  let { top, bottom } = own;
  for (const rect of lit.map((line) => line.getBoundingClientRect())) {
    if (rect.height === 0) continue;
    if (Math.abs(rect.top - bottom) < 2) bottom = rect.bottom;
  }
  for (const rect of lit.map((line) => line.getBoundingClientRect()).reverse()) {
    if (rect.height > 0 && Math.abs(rect.bottom - top) < 2) top = rect.top;
  }
  const below = bottom + popup.offsetHeight + 8 <= innerHeight || top - popup.offsetHeight - 8 < 0;
  const y = below ? bottom + 4 : top - popup.offsetHeight - 4;
  const left = marker.getBoundingClientRect().left - 24 - box.left;
  const most = box.width - popup.offsetWidth - 8;
  popup.style.top = `${y - box.top - figure.clientTop}px`;
  popup.style.left = `${Math.max(8, Math.min(left, most))}px`;
}
