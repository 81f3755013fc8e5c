// Fields that a script makes handier, on each page that is shown: buttons that copy, and the slider over tags and months.
document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-copy]"), field = button && document.getElementById(button.dataset.copy);
  if (field) navigator.clipboard.writeText(field.value).then(() => { button.textContent = "Copied"; }, () => field.select());
});

function prepare() {
  for (const button of document.querySelectorAll("[data-copy]")) button.hidden = false;
  const chosen = document.querySelector("[data-slid]"), shell = document.querySelector("[data-slider]");
  if (!chosen || !shell || chosen.options.length < 2) return;
  const slider = shell.querySelector("input"), said = shell.querySelector("output");
  const tell = () => { slider.value = chosen.selectedIndex; said.textContent = chosen.options[chosen.selectedIndex].textContent; slider.setAttribute("aria-valuetext", said.textContent); };
  slider.max = chosen.options.length - 1;
  slider.addEventListener("input", () => { chosen.selectedIndex = Number(slider.value); tell(); });
  chosen.addEventListener("change", tell);
  shell.hidden = false;
  tell();
}

prepare();
document.addEventListener("htmx:afterSwap", prepare);
