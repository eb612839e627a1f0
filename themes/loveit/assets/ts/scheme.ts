// Runs as the body's first element, before anything is painted: a stored choice replaces the configured scheme, and "js" on the
// root shows the buttons that need script. Blocked by a policy, it leaves them hidden, as <noscript> could not.
document.documentElement.classList.add("js");
try {
  const stored = localStorage.getItem("theme");
  if (stored === "light" || stored === "dark" || stored === "auto") document.body.setAttribute("theme", stored);
} catch {
  // Storage may be forbidden; the configured scheme stays.
}
