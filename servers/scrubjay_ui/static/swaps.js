// What a browser does for a page of its own, done for pages that htmx puts in place.
let sending = null; // the request under way

function say(text) {
  const said = document.createElement("p");
  said.className = "failure";
  said.setAttribute("role", "alert");
  said.dataset.said = "";
  document.querySelector("[data-said]")?.remove();
  document.getElementById("main")?.prepend(said);
  said.textContent = text;
  said.scrollIntoView({ block: "nearest" });
}

// A second link takes the place of the first; what is pressed while a form is under way counts for nothing.
document.addEventListener("htmx:beforeRequest", (event) => {
  if (sending && sending.requestConfig.verb !== "get") event.preventDefault();
  else {
    sending?.xhr.abort();
    sending = event.detail;
  }
});
document.addEventListener("htmx:afterRequest", (event) => {
  if (sending?.xhr === event.detail.xhr) sending = null;
});

// Only a page is put in place. Any other text is no markup: the browser opens it, and of a form its words are shown.
document.addEventListener("htmx:beforeSwap", (event) => {
  const { xhr, requestConfig } = event.detail;
  if (/^text\/html *(;|$)/i.test(xhr.getResponseHeader("content-type") ?? "")) document.activeElement?.blur();
  else {
    event.detail.shouldSwap = false;
    if (requestConfig.verb === "get") location.assign(xhr.responseURL);
    else say(xhr.responseText);
  }
});
document.addEventListener("htmx:afterSettle", () => {
  if (document.activeElement === document.body) document.getElementById("main")?.focus({ preventScroll: true });
});
document.addEventListener("htmx:sendError", (event) => {
  const doubt = event.detail.requestConfig.verb === "get" ? "" : " Look there whether this was done.";
  say(`Nobody answers: scrubjay ui has ended. Type scrubjay ui in a terminal for a new address.${doubt}`);
});

// A form that answers with a page of its own has no address to come back to. Back and Forward ask the server again.
document.addEventListener("htmx:beforeHistoryUpdate", (event) => {
  const { history, requestConfig, pathInfo } = event.detail;
  if (requestConfig.verb !== "get" && pathInfo.responsePath === pathInfo.finalRequestPath) {
    history.type = "replace";
    history.path = location.pathname + location.search;
  }
});
const address = () => location.pathname + location.search;
let shown = address();
const moved = () => { shown = address(); };
document.addEventListener("htmx:pushedIntoHistory", moved);
document.addEventListener("htmx:replacedInHistory", moved);
addEventListener("popstate", () => { if (address() !== shown) location.reload(); });
