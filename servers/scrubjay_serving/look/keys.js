// Keys of a page: an element with data-key="x" is clicked or focused when x is pressed outside a field.
document.addEventListener("keydown", (event) => {
  const field = event.target.closest("input, textarea, select, [contenteditable]");
  if (event.ctrlKey || event.metaKey || event.altKey || (field && field.type !== "checkbox" && field.type !== "radio")) return;
  const wanted = [...document.querySelectorAll("[data-key]")].find((element) => element.dataset.key === event.key);
  if (event.key === "/" && !wanted) {
    const search = document.getElementById("find");
    if (search) { search.focus(); event.preventDefault(); }
  } else if (wanted) {
    event.preventDefault();
    if (wanted.matches("input, textarea, select")) wanted.focus(); else wanted.click();
  }
});

// Keys among the hits of a search: j and k to move, o and Enter to open, c to copy the citation.
const hits = () => [...document.querySelectorAll("[data-hit]")];
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, textarea, select, summary")) return;
  const every = hits(), at = every.findIndex((hit) => hit.contains(document.activeElement)), link = every[at]?.querySelector("[data-open]");
  if (event.key === "j" || event.key === "k") {
    const next = every[event.key === "j" ? at + 1 : Math.max(0, at - 1)];
    if (next) { next.focus(); next.scrollIntoView({ block: "nearest" }); event.preventDefault(); }
  } else if (link && (event.key === "o" || (event.key === "Enter" && document.activeElement === every[at]))) {
    event.preventDefault(); link.click();
  } else if (at >= 0 && event.key === "c") {
    event.preventDefault(); every[at].querySelector("[data-copy]").click();
  }
});
