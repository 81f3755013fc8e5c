// What a page that htmx put in place needs: the focus where a new page would have it, and a word where the page has ended.
document.addEventListener("htmx:beforeSwap", () => document.activeElement?.blur());
document.addEventListener("htmx:afterSettle", () => {
  if (document.activeElement === document.body) document.getElementById("main")?.focus({ preventScroll: true });
});
document.addEventListener("htmx:sendError", () => {
  const said = document.createElement("p");
  said.className = "failure";
  said.setAttribute("role", "alert");
  said.textContent = "Nobody answers: scrubjay ui has ended. Nothing was changed. Type scrubjay ui in a terminal for a new address.";
  document.getElementById("main")?.prepend(said);
  said.scrollIntoView({ block: "nearest" });
});
