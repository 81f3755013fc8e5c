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
