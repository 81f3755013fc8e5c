"""Every address of the page, with what no page of ours sends: it is told what is wrong, and nothing fails."""

import inspect
import re
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from urllib.parse import quote, urlencode

import pytest

from scrubjay_ui import views
from scrubjay_ui.admission import MAX_FIELDS
from scrubjay_ui.views import ViewRoute
from scrubjay_ui.visit import MAX_TEXT
from tests.servers.ui.addresses import EXAMPLES, VIEWS
from tests.servers.ui.conftest import Browser, browsing, made_rich
from tests.servers.ui.rich import RichHome

HOSTILE = (
    "zz", "", "-1", "9" * 30, "\0", "a\0b", "../../etc/passwd", "--help", "'; DROP TABLE x; --", "x" * (MAX_TEXT + 1),
    "*", '"a" OR b NEAR(', "2026-13-45", "99999-01-01", "0001-01-01T00:00:00Z", "HEAD~999", "@{u}", ":/x", "\u202e",
    "\u00b2", "\u0663", "a\nb", "\ufffd", "f" * 64, "ab/cd", "HEAD..HEAD", "\U0001f600" * 500, "a:b", "{{x}}", ".",
)  # fmt: skip
EACH = 8
"""Of this many pairs of a name and a value one is sent to a view, but all with `-m optin`."""

NAMES = re.compile(r"visit\.(?:text|texts|number|choice|stamp)\(\s*\"(\w+)\"")
PARAMETER = re.compile(r"{\w+(?::path)?}")

pytestmark = pytest.mark.parametrize("view", VIEWS, ids=lambda view: f"{'send' if view.writes else 'open'} {view.path}")


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory, _environment: dict[str, str]) -> RichHome:
    return made_rich(tmp_path_factory.mktemp("bad"), _environment)


@pytest.fixture(scope="module")
def browser(home: RichHome) -> Iterator[Browser]:
    with browsing(home) as opened:
        yield opened


def names() -> list[str]:
    """The values that pages read, and one that none does."""
    folder = Path(inspect.getfile(views)).parent
    return sorted(
        {"unknown", "stamp", *(name for file in folder.glob("*.py") for name in NAMES.findall(file.read_text()))}
    )


def address(view: ViewRoute, browser: Browser, home: RichHome) -> str:
    """An address that the view answers, without its query."""
    example = EXAMPLES.get(view.path)
    path = f"/{example(home).partition('?')[0]}" if example else PARAMETER.sub(home.facts[1], view.path)
    return path if view.everywhere else f"/w/{browser.place}{path}"


def status(view: ViewRoute, browser: Browser, target: str, sent: str) -> int:
    """What the view answers to a query or a form, given as it goes over the wire."""
    if view.writes:
        kind = {"Content-Type": "application/x-www-form-urlencoded"}
        return browser.client.post(target, content=sent, headers=kind, follow_redirects=False).status_code
    return browser.client.get(f"{target}?{sent}", follow_redirects=False).status_code


def test_a_value_that_means_nothing_is_answered(
    view: ViewRoute, browser: Browser, home: RichHome, thorough: bool
) -> None:
    first = VIEWS.index(view)
    target, turn = address(view, browser, home), count(first)
    asked = [(name, HOSTILE[(place + next(turn)) % len(HOSTILE)]) for name in names() for place in (0, 7, 15)]
    asked = asked if thorough else asked[first % EACH :: EACH]
    found = {(name, value[:20]): status(view, browser, target, urlencode({name: value})) for name, value in asked}
    assert {pair: code for pair, code in found.items() if code >= 500} == {}


def test_a_path_that_names_nothing_is_answered(view: ViewRoute, browser: Browser) -> None:
    path = view.path if view.everywhere else f"/w/{browser.place}{view.path}"
    for value in HOSTILE if "{" in view.path else ():
        code = status(view, browser, PARAMETER.sub(lambda _, value=value: quote(value, safe=""), path), "")  # type: ignore[misc]
        assert code < 500, value[:20]
    if not view.everywhere:
        assert status(view, browser, f"/w/zz{PARAMETER.sub('zz', view.path)}", "") < 500


def test_what_no_form_sends_is_answered(view: ViewRoute, browser: Browser, home: RichHome) -> None:
    target = address(view, browser, home)
    assert status(view, browser, target, "&".join(["id=zz"] * (MAX_FIELDS + 1))) == 400
    for sent in (
        "id=%ff%fe&q=%c3",
        "&&=&;;",
        "id=zz&id=zz&q=a&q=b&page=1&page=2",
        "%00=%00",
        "q" * 9_000,
        "id[]=1&id.x=2",
    ):
        assert status(view, browser, target, sent) < 500, sent[:20]


def test_another_method_is_answered(view: ViewRoute, browser: Browser, home: RichHome) -> None:
    target = address(view, browser, home)
    for method in ("HEAD", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE", "ANY", "POST" if not view.writes else "GET"):
        assert browser.client.request(method, target, follow_redirects=False).status_code < 500, method
