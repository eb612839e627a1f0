// One search box: a combobox whose list of results follows what is typed.
import type { Client } from "./client.ts";
import type { Options, Result } from "./engine.ts";
import { resultElement } from "./results.ts";

/** The words and limits that the template writes on the form. */
interface Settings extends Options {
  tag: string;
  searching: string;
  none: string;
  one: string;
  many: string;
  failed: string;
}

export class Box {
  readonly input: HTMLInputElement;
  private readonly list: HTMLElement;
  private readonly status: HTMLElement;
  private readonly settings: Settings;
  private active: HTMLAnchorElement | undefined;

  constructor(
    private readonly form: HTMLFormElement,
    private readonly client: Client,
  ) {
    this.input = child(form, "input", HTMLInputElement);
    this.list = child(form, ".search-results", HTMLElement);
    this.status = child(form, ".search-status", HTMLElement);
    this.settings = readSettings(form.dataset);
    this.listen();
    if (document.activeElement === this.input) this.begin();
  }

  private begin(): void {
    this.client.start();
    if (this.input.value.trim() !== "") void this.update();
  }

  // The panel stays in the page while closed: a live region that is only just shown is not read out.
  private get open(): boolean {
    return this.form.hasAttribute("data-open");
  }

  private set open(open: boolean) {
    this.form.toggleAttribute("data-open", open);
  }

  private listen(): void {
    this.input.addEventListener("focus", () => this.begin());
    this.input.addEventListener("input", () => void this.update());
    this.input.addEventListener("keydown", (event) => this.press(event));
    this.list.addEventListener("click", () => this.close());
    this.form.addEventListener("submit", () => {
      if (this.input.value.trim() === "") this.input.focus();
      else this.follow();
    });
    this.form.addEventListener("focusout", (event) => {
      if (!this.form.contains(event.relatedTarget as Node | null)) this.close();
    });
  }

  private press(event: KeyboardEvent): void {
    // While an input method composes, the keys are its own.
    if (event.isComposing) return;
    if (event.key === "Escape") {
      if (!this.open) this.input.blur();
      this.close();
    } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      this.move(event.key === "ArrowDown" ? 1 : -1);
    } else return;
    event.preventDefault();
  }

  private async update(): Promise<void> {
    const query = this.input.value.trim();
    if (query === "") return this.close();
    if (!this.open) this.say(this.settings.searching);
    try {
      const results = await this.client.search(query, this.settings);
      if (results && this.input.value.trim() === query) this.show(query, results);
    } catch (error) {
      this.fill([]);
      this.say(this.settings.failed.replace("{reason}", () => (error instanceof Error ? error.message : String(error))));
    }
  }

  private show(query: string, results: Result[]): void {
    this.fill(results);
    const { none, one, many } = this.settings;
    const words = results.length === 0 ? none : results.length === 1 ? one : many;
    this.say(words.replace("{n}", String(results.length)).replace("{query}", () => query));
  }

  private fill(results: Result[]): void {
    this.select(undefined);
    this.list.replaceChildren(
      ...results.map((result, i) => resultElement(result, `${this.list.id}-${i}`, this.settings.tag)),
    );
    this.list.hidden = results.length === 0;
    this.list.scrollTop = 0;
    this.input.setAttribute("aria-expanded", String(results.length > 0));
  }

  private say(words: string): void {
    this.status.textContent = words;
    this.open = true;
  }

  private close(): void {
    this.fill([]);
    this.status.textContent = "";
    this.open = false;
  }

  // Beyond either end stands the input itself, with nothing selected.
  private move(step: number): void {
    const options = [...this.list.querySelectorAll<HTMLAnchorElement>(".search-result")];
    const places = options.length + 1;
    const at = this.active ? options.indexOf(this.active) + 1 : 0;
    this.select(options[((at + step + places) % places) - 1]);
  }

  private select(option: HTMLAnchorElement | undefined): void {
    this.active?.setAttribute("aria-selected", "false");
    this.active = option;
    if (!option) return this.input.removeAttribute("aria-activedescendant");
    option.setAttribute("aria-selected", "true");
    option.scrollIntoView({ block: "nearest" });
    this.input.setAttribute("aria-activedescendant", option.id);
  }

  private follow(): void {
    (this.active ?? this.list.querySelector<HTMLAnchorElement>(".search-result"))?.click();
  }
}

function child<T extends Element>(parent: Element, selector: string, kind: new () => T): T {
  const found = parent.querySelector(selector);
  if (!(found instanceof kind)) throw new Error(`search box without ${selector}`);
  return found;
}

function readSettings(data: DOMStringMap): Settings {
  const text = (name: string): string => data[name] ?? "";
  return {
    limit: Number(text("limit")) || 10,
    snippet: Number(text("snippet")) || 50,
    tag: /^(em|mark|b|strong|i|u|span)$/.test(text("tag")) ? text("tag") : "mark",
    searching: text("searching"),
    none: text("none"),
    one: text("single"),
    many: text("many"),
    failed: text("failed"),
  };
}
