// params.page.lightgallery: an image opens in a dialog over the page; arrows lead to the next one, Esc or a click closes it. Without
// script the image's link leads to its file.
export function setup(): void {
  const content = document.querySelector<HTMLElement>("[data-gallery]");
  const links = [...(content?.querySelectorAll<HTMLAnchorElement>("a.image-link") ?? [])];
  if (!content || links.length === 0) return;
  const gallery = new Gallery(content.dataset, links);
  content.addEventListener("click", (event) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>("a.image-link");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    gallery.show(links.indexOf(link));
  });
}

class Gallery {
  private readonly dialog = document.createElement("dialog");
  private readonly image = document.createElement("img");
  private readonly caption = document.createElement("p");
  private at = 0;

  constructor(
    words: DOMStringMap,
    private readonly links: HTMLAnchorElement[],
  ) {
    this.dialog.className = "gallery";
    const bar = document.createElement("div");
    bar.className = "gallery-bar";
    if (links.length > 1) bar.append(this.button("←", words["earlier"], () => this.show(this.at - 1)), this.button("→", words["later"], () => this.show(this.at + 1)));
    bar.append(this.caption, this.button("×", words["close"], () => this.dialog.close()));
    this.dialog.append(this.image, bar);
    this.dialog.addEventListener("click", (event) => {
      if (event.target === this.dialog || event.target === this.image) this.dialog.close();
    });
    this.dialog.addEventListener("keydown", ({ key }) => {
      if (links.length > 1 && key === "ArrowLeft") this.show(this.at - 1);
      if (links.length > 1 && key === "ArrowRight") this.show(this.at + 1);
    });
    document.body.append(this.dialog);
  }

  show(at: number): void {
    this.at = (at + this.links.length) % this.links.length;
    const link = this.links[this.at];
    if (!link) return;
    this.image.src = link.href;
    this.image.alt = link.querySelector("img")?.alt ?? "";
    this.caption.textContent = link.closest("figure, .figure")?.querySelector(".figcaption")?.textContent ?? this.image.alt;
    if (!this.dialog.open) this.dialog.showModal();
  }

  private button(sign: string, name: string | undefined, press: () => void): HTMLButtonElement {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = sign;
    button.setAttribute("aria-label", name ?? sign);
    button.addEventListener("click", press);
    return button;
  }
}
