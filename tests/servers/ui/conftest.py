"""The operator's page in this process: a browser without JavaScript, on a person's page or on one that only reads."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from selectolax.lexbor import LexborHTMLParser, LexborNode
from starlette.testclient import TestClient

from scrubjay.app import App, Workspace
from scrubjay.identity.person.facts import Actor
from scrubjay.identity.person.permit import Permit
from scrubjay_serving.backend import Opener
from scrubjay_ui.application import application
from scrubjay_ui.surface import Surface, key_of
from tests.conftest import Repo
from tests.servers.ui.rich import RichHome, rich_home


@dataclass(frozen=True, slots=True)
class Page:
    """What came back: the status, the address at the end of redirects, the text, and what it says that it is."""

    status: int
    address: str
    html: str
    kind: str = "text/html"

    @property
    def tree(self) -> LexborHTMLParser:
        return LexborHTMLParser(self.html)

    @property
    def text(self) -> str:
        """The words of the main part, with single spaces."""
        main = self.tree.css_first("main")
        return " ".join((main.text(separator=" ") if main else self.html).split())

    def all(self, selector: str) -> list[LexborNode]:
        return self.tree.css(selector)

    def words(self, selector: str) -> list[str]:
        """The text of each element."""
        return [" ".join(node.text(separator=" ").split()) for node in self.all(selector)]

    def link(self, words: str) -> str:
        """Where the first link with these words leads."""
        return next(str(node.attributes["href"]) for node in self.all("a") if words in node.text())


def _page(response: Any) -> Page:
    kind = str(response.headers.get("content-type", "")).partition(";")[0]
    return Page(response.status_code, str(response.url), response.text, kind)


class Browser:
    """Opens pages of one worktree and sends their forms, as a browser without JavaScript does."""

    def __init__(self, client: TestClient, app: App, place: str) -> None:
        self.client = client
        self.app = app
        self.place = place

    def open(self, address: str) -> Page:
        """A page: `memories/…` is one of the worktree's, `/…` stands for itself."""
        response = self.client.get(address if address.startswith("/") else f"/w/{self.place}/{address}")
        return _page(response)

    def send(self, address: str, **form: str | list[str]) -> Page:
        """What a form answers, after its redirect."""
        response = self.client.post(address if address.startswith("/") else f"/w/{self.place}/{address}", data=form)
        return _page(response)

    def submit(self, page: Page, button: str, **changed: str | list[str]) -> Page:
        """Press a button of a page: its form is sent with the values that stand in it, but those `changed`."""
        for form in page.all("form"):
            for pressed in form.css("button"):
                if " ".join(pressed.text().split()) != button:
                    continue
                values: dict[str, str | list[str]] = {}
                for field in form.css("input, textarea, select"):
                    name, kind = field.attributes.get("name"), field.attributes.get("type")
                    if not name or (kind in ("checkbox", "radio") and "checked" not in field.attributes):
                        continue
                    if field.tag == "select":
                        chosen = field.css_first("option[selected]") or field.css_first("option")
                        values[name] = str(chosen.attributes.get("value", "")) if chosen else ""
                    else:
                        values[name] = field.text() if field.tag == "textarea" else field.attributes.get("value") or ""
                if named := pressed.attributes.get("name"):
                    values[named] = pressed.attributes.get("value") or ""
                action = str(pressed.attributes.get("formaction") or form.attributes.get("action") or page.address)
                return self.send(action, **values | changed)
        raise AssertionError(f"no button {button!r} on {page.address}: {[node.text() for node in page.all('button')]}")


@pytest.fixture
def browse(project: Repo, opener: Opener) -> Callable[..., AbstractContextManager[Browser]]:
    """Opens a browser on the project's page: `with browse() as browser`, or `browse(writes=False)`."""

    @contextmanager
    def browsing(*, writes: bool = True) -> Iterator[Browser]:
        permit = Permit(Actor.PERSON if writes else Actor.AGENT, "/dev/pts/7", ("zsh",))
        with opener() as app:
            surface = Surface(home=app, permit=permit, writes=writes, folder=project.path)
            with TestClient(application(surface)) as client:
                yield Browser(client, app, key_of(app.workspace(project.path).repository.worktree))

    return browsing


@pytest.fixture
def browser(browse: Callable[..., AbstractContextManager[Browser]]) -> Iterator[Browser]:
    """The page of a person, on the project."""
    with browse() as opened:
        yield opened


@pytest.fixture
def workspace(browser: Browser, project: Repo) -> Workspace:
    """The services behind the page."""
    return browser.app.workspace(project.path)


@pytest.fixture(scope="session")
def shared_rich(tmp_path_factory: pytest.TempPathFactory, _environment: dict[str, str]) -> RichHome:
    """A home in which something happened, for tests that only read it."""
    return made_rich(tmp_path_factory.mktemp("rich"), _environment)


@pytest.fixture
def rich(tmp_path: Path, environment: dict[str, str]) -> RichHome:
    """A home in which something happened, of this test alone."""
    return made_rich(tmp_path, environment)


@pytest.fixture
def rich_browser(rich: RichHome) -> Iterator[Browser]:
    """The page of a person, on that home."""
    with browsing(rich) as opened:
        yield opened


@contextmanager
def browsing(home: RichHome, *, writes: bool = True) -> Iterator[Browser]:
    """A browser on the page of a home."""
    permit = Permit(Actor.PERSON if writes else Actor.AGENT, "/dev/pts/7", ("zsh",))
    with home.open() as app:
        surface = Surface(home=app, permit=permit, writes=writes, folder=home.repo.path)
        with TestClient(application(surface)) as client:
            yield Browser(client, app, key_of(app.workspace(home.repo.path).repository.worktree))


def made_rich(folder: Path, environment: dict[str, str]) -> RichHome:
    """The story's home, below a folder."""
    own = environment | {"SCRUBJAY_HOME": str(folder / "home")}
    repo = Repo(folder / "shop", own)
    repo.path.mkdir()
    repo.git("init", "-q", "-b", "main")
    return rich_home(repo, own)
