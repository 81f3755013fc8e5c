// Keys among the hits of a search, copies of citations, and the slider over tags and months.
const hits = () => [...document.querySelectorAll("[data-hit]")];
const copied = (field, button) => navigator.clipboard.writeText(field.value).then(() => { if (button) button.textContent = "Copied"; }, () => field.select());
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, textarea, select, summary")) return;
  const every = hits(), at = every.findIndex((hit) => hit.contains(document.activeElement)), link = every[at]?.querySelector("[data-open]");
  if (event.key === "j" || event.key === "k") {
    const next = every[event.key === "j" ? at + 1 : Math.max(0, at - 1)];
    if (next) { next.focus(); next.scrollIntoView({ block: "nearest" }); event.preventDefault(); }
  } else if (link && (event.key === "o" || (event.key === "Enter" && document.activeElement === every[at]))) {
    event.preventDefault(); link.click();
  } else if (at >= 0 && event.key === "c") {
    event.preventDefault(); copied(every[at].querySelector("[data-citation]"), every[at].querySelector("[data-copy]"));
  }
});
for (const button of document.querySelectorAll("[data-copy]")) {
  button.hidden = false;
  button.addEventListener("click", () => copied(document.getElementById(button.dataset.copy), button));
}
const chosen = document.querySelector("[data-slid]"), shell = document.querySelector("[data-slider]");
if (chosen && shell && chosen.options.length > 1) {
  const slider = shell.querySelector("input"), said = shell.querySelector("output");
  const tell = () => { slider.value = chosen.selectedIndex; said.textContent = chosen.options[chosen.selectedIndex].textContent; slider.setAttribute("aria-valuetext", said.textContent); };
  slider.max = chosen.options.length - 1;
  slider.addEventListener("input", () => { chosen.selectedIndex = Number(slider.value); tell(); });
  chosen.addEventListener("change", tell);
  shell.hidden = false;
  tell();
}
