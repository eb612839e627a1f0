// params.header.{desktopMode, mobileMode} = "auto": the header hides while the reader scrolls down and returns on the way up.
export function setup(): void {
  const header = document.getElementById("header-desktop");
  if (!header || !["desktop", "mobile"].some((mode) => header.dataset[mode] === "auto")) return;
  const narrow = matchMedia("(width <= 680px)");
  let before = scrollY;
  addEventListener(
    "scroll",
    () => {
      const auto = header.dataset[narrow.matches ? "mobile" : "desktop"] === "auto";
      const down = scrollY > before && scrollY > header.offsetHeight;
      header.classList.toggle("hidden", auto && down && !header.contains(document.activeElement));
      before = scrollY;
    },
    { passive: true },
  );
}
