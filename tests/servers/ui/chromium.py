"""A real browser that notices all that a page should not do: errors, breaches of the policy, dialogs, requests abroad.

Opt-in (`-m optin`): needs the package `playwright` (extra `dev-ui`) and Debian's `chromium`, not a download of its own.
"""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

STEP_MS, PATIENCE_STEPS = 20, 1500

ANOTHER = """!(window.left && window.left.isConnected) && document.readyState === "complete" &&
  !document.querySelector(".htmx-request, .htmx-swapping, .htmx-settling")"""
"""Whether a page stands that isn't the one which was left; asked step by step, as the policy forbids to wait in it."""

PROGRAM = Path("/usr/bin/chromium")

WATCH = """
window.found = {breaches: [], shift: 0, ran: []};
window.ran = (number) => window.found.ran.push(number);
document.addEventListener("securitypolicyviolation", (event) => {
  window.found.breaches.push(event.violatedDirective + " " + event.blockedURI + " " + event.sample);
});
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.found.shift += entry.value;
}).observe({type: "layout-shift", buffered: true});
"""


class Tab:
    """One open page; `problems` lists what went wrong in it since it was opened."""

    def __init__(self, page: "Page") -> None:
        self.page = page
        self.problems: list[str] = []
        page.on("console", lambda said: self._note("console", said.text) if said.type in ("error", "warning") else None)
        page.on("pageerror", lambda error: self._note("error", str(error)))
        page.on("dialog", self._dialog)
        page.on("request", self._request)
        page.add_init_script(WATCH)

    def open(self, address: str) -> int:
        """Open an address; the status of the answer."""
        answer = self.page.goto(address, wait_until="load")
        return answer.status if answer else 0

    def press(self, key: str) -> None:
        """Press a key that leads to another page, and wait for it, whether the browser or htmx puts it in place."""
        self.leave(lambda: self.page.keyboard.press(key))

    def leave(self, act: Callable[[], object]) -> None:
        """Do what leads to another page, and wait for it."""
        self.page.evaluate("window.left = document.getElementById('main')")
        act()
        for _ in range(PATIENCE_STEPS):
            if self._is_there():
                return
            self.page.wait_for_timeout(STEP_MS)
        raise AssertionError(f"no other page came after {self.page.url}")

    def _is_there(self) -> bool:
        from playwright.sync_api import Error

        try:
            return bool(self.page.evaluate(ANOTHER))
        except Error:  # between two pages there is nothing to ask
            return False

    def found(self) -> list[str]:
        """What went wrong so far, breaches of the policy on this page included."""
        return [*self.problems, *(f"breach: {one}" for one in self.page.evaluate("window.found.breaches"))]

    def shift(self) -> float:
        """How far things moved by themselves while the page was loaded."""
        self.page.wait_for_timeout(50)
        return float(self.page.evaluate("window.found.shift"))

    def is_wider(self) -> bool:
        """Whether the page itself scrolls sideways."""
        return bool(self.page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth"))

    def _note(self, kind: str, text: str) -> None:
        self.problems.append(f"{kind}: {text} ({self.page.url})")

    def _dialog(self, dialog: Any) -> None:
        self._note("dialog", dialog.message)
        dialog.dismiss()

    def _request(self, request: Any) -> None:
        if not request.url.startswith(("http://127.0.0.1:", "data:")):
            self._note("request", request.url)


class Chromium:
    """Opens tabs."""

    def __init__(self, browser: "Browser") -> None:
        self._browser = browser

    @contextmanager
    def tab(
        self, *, scheme: Literal["dark", "light"] = "light", width: int = 1280, height: int = 900, scripts: bool = True
    ) -> Iterator[Tab]:
        """A tab with cookies and storage of its own."""
        context = self._browser.new_context(
            color_scheme=scheme, viewport={"width": width, "height": height}, java_script_enabled=scripts,
            reduced_motion="reduce", locale="en-GB",
        )  # fmt: skip
        context.set_default_timeout(15_000)
        try:
            yield Tab(context.new_page())
        finally:
            context.close()


@contextmanager
def chromium() -> Iterator[Chromium]:
    """A browser without a window; skips the test where there is none."""
    sync = pytest.importorskip("playwright.sync_api", reason="needs playwright: pip install -e '.[dev-ui]'")
    if not PROGRAM.exists():
        pytest.skip(f"needs {PROGRAM}: apt-get install chromium")
    arguments = ["--disable-dev-shm-usage", *(["--no-sandbox"] if os.geteuid() == 0 else [])]
    with sync.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=str(PROGRAM), args=arguments)
        try:
            yield Chromium(browser)
        finally:
            browser.close()
