"""How the five of a team come in: through a provider in Python or npm's in Chromium; and the home that one joins."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from anyio.from_thread import start_blocking_portal
from mcp import Client

from scrubjay.app import open_app
from scrubjay.git.process import GitEnvironment
from scrubjay.inference.embedding.onnx import OnnxEmbedder
from scrubjay.settings.layers import load_settings
from scrubjay_joined.device import DeviceFlow
from scrubjay_joined.membership import Membership, keep
from scrubjay_knowledge import server as knowledge
from scrubjay_serving.backend import Backend, Surroundings
from scrubjay_team.mirrors.sealing import Sealer
from scrubjay_team.oauth.application import OAuthApplication
from scrubjay_team.oauth.store import OAuthStore
from scrubjay_team.page.application import TeamPage
from scrubjay_team.people.teams import Teams
from scrubjay_team.serving.browser import cookie_name
from scrubjay_team.signin.oidc import OidcClient, OidcProvider
from scrubjay_team.signin.service import SignIn
from tests import persons
from tests.behaviour.conftest import ingest
from tests.behaviour.team_of_five import Agent, ComesIn, TeamOfFive, address_of
from tests.conftest import Repo
from tests.fakes import HashingEmbedder
from tests.servers.team.conftest import Databases
from tests.servers.team.oidc_provider import installed as npm
from tests.servers.team.serving.conftest import ServedTeam, serving
from tests.servers.team.signin import provider as in_python
from tests.servers.team.signin.conftest import Browser
from tests.servers.ui.chromium import chromium

WEEKS = timedelta(days=20)


@dataclass(frozen=True)
class Ways:
    """A provider that runs, as the team's server knows it, and how people come in by it."""

    issuer: str
    secret: str
    comes_in: ComesIn
    listens: Callable[[int], None]
    """Called with the server's port once that is known."""


@contextmanager
def by_python(databases: Databases) -> Iterator[Ways]:
    """A provider whose clock is the story's; browsers are scripts."""
    databases.clock.now = datetime.now(UTC).replace(microsecond=0) - WEEKS
    with in_python.running(databases.clock) as there:

        def comes_in(browser: Browser, name: str, invitation: str) -> None:
            there.person = in_python.Person(f"sub-{name}", {"email": f"{name}@acme.example", "email_verified": True})
            if not invitation:
                browser.through(there)
                return
            page = browser.ask("POST", "/invitation", {"invitation": invitation})
            assert page.status == 200, page.body
            to = page.body.partition('href="http')[2].partition('"')[0].replace("&amp;", "&")
            back = urlsplit(there.sent_back(f"http{to}"))
            browser.ask("GET", f"{back.path}?{back.query}")

        yield Ways(there.issuer, there.secret, comes_in, lambda _: None)


@contextmanager
def by_npm(databases: Databases, folder: Path) -> Iterator[Ways]:
    """npm's oidc-provider, in Chromium. Its clock is the machine's, so that the story begins now and ends later."""
    databases.clock.now = datetime.now(UTC)
    with npm.running(npm.installed(folder)) as there, chromium() as browsers:
        top: list[str] = []

        def listens(port: int) -> None:
            top.append(f"http://127.0.0.1:{port}")
            there.take(f"{top[0]}/sign-in/callback")

        def comes_in(browser: Browser, name: str, invitation: str) -> None:
            if not invitation:  # an ID token of the machine's day is none of the story's
                cookie, _, value = browser.served.person(name).partition("=")
                browser.cookies[cookie] = value
                return
            with browsers.tab() as tab:
                tab.page.goto(f"{top[0]}/invitation#{invitation}")
                tab.page.click("text=Continue with Acme")
                npm.sign_in(tab.page, f"{name}-at-acme")
                tab.page.wait_for_url(f"{top[0]}/")
                kept = {str(one["name"]): str(one["value"]) for one in tab.page.context.cookies()}
            browser.cookies[cookie_name("")] = kept[cookie_name("")]  # the provider's own are for the same host

        yield Ways(there.issuer, there.secret, comes_in, listens)


@pytest.fixture(params=["python", pytest.param("npm", marks=pytest.mark.optin)])
def five(
    request: pytest.FixtureRequest, databases: Databases, tmp_path: Path, make_repo: Callable[..., Repo]
) -> Iterator[TeamOfFive]:
    """The server of the team acme, which only anna is in; the model is the one of the wheel."""
    embedder, data = OnnxEmbedder(threads=1), tmp_path / "server"
    npm_folder = tmp_path / "npm"
    npm_folder.mkdir()
    sealer = Sealer(data)
    sealer.make_key()
    with ExitStack() as stack:
        chosen = by_python(databases) if request.param == "python" else by_npm(databases, npm_folder)
        ways = stack.enter_context(chosen)
        with databases.owner.transaction() as connection:
            team, _ = Teams(connection, databases.clock).create("acme", "anna")
        client = OidcClient(
            name="Acme", issuer=ways.issuer, client=in_python.CLIENT, secret=ways.secret, scopes=("email", "profile")
        )
        sign_in = SignIn(
            databases.app, databases.clock, OidcProvider.of(client, databases.clock), sealer, ticks=lambda: 0.0
        )
        seconds = count(0, 10)  # no rate is reached
        served = stack.enter_context(
            serving(
                databases, data, lambda: float(next(seconds)), pages=TeamPage, sign_in=sign_in, embedder=embedder,
                oauth=lambda services: OAuthApplication(
                    OAuthStore(services.database, services.clock), sign_in.still_valid, "", lambda: float(next(seconds))
                ),
            )
        )  # fmt: skip
        port, services, leave = served
        ways.listens(port)
        team_served = ServedTeam(port, databases, services, team=team.id, leave=leave)
        portal = stack.enter_context(start_blocking_portal())
        team_of_five = TeamOfFive(team_served, data, embedder, ways.comes_in, make_repo, portal)
        with team_of_five.agents:
            yield team_of_five


@dataclass
class JoinedHome:
    """A member's machine: a clone, a home that joined the team, and the agent there."""

    repo: Repo
    agent: Agent
    opener: Callable[[], Any]

    def types(self, *arguments: str, keys: tuple[tuple[str, str], ...] = ()) -> str:
        """Its person runs a command at a terminal."""
        ended = persons.scrubjay(self.repo.path, self.repo.environment, *arguments, keys=keys)
        assert ended.code == 0, ended.said
        return ended.said


def joined_home(team: TeamOfFive, name: str, repository: str, folder: Path) -> JoinedHome:
    """Somebody clones a repository and lets the machine in by a code that they type on the server's page."""
    source = team.sources[repository]
    home = folder / f"home of {name}"
    home.mkdir(mode=0o700)
    mine = source.environment | {"SCRUBJAY_HOME": str(home), "SCRUBJAY_EMBEDDING_PROVIDER": "none"}
    repo = Repo(folder / f"clone of {name}", mine)
    source.git("clone", "-q", str(source.path), str(repo.path))
    repo.git("remote", "set-url", "origin", address_of(repository))
    url = team.served.url.removesuffix("/mcp")

    def types(seconds: float) -> None:
        """While the machine waits, its person types the code and allows what it asks for."""
        team.later(seconds=seconds)
        page = team.post(name, "/device", code=waiting.code).body
        machine = page.partition('name="machine" value="')[2][:36]
        assert team.post(name, "/device/confirm", machine=machine, decision="allow", scope=["search"]).status == 303

    flow = DeviceFlow(url, sleep=types)
    waiting = flow.begin()
    token = flow.token(waiting)
    me = team.served.api(token, "GET", "/me").json
    keep(home, Membership(url, "acme", me["member"]["name"], me["server"]), token)

    def opener() -> Any:
        return open_app(
            load_settings(mine), git_environment=GitEnvironment.of(mine), embedder=HashingEmbedder(),
            clock=team.served.databases.clock, wake=lambda: None,
        )  # fmt: skip

    with opener() as app:
        ingest(app.initialise(repo.path))
    client = Client(knowledge.build(Backend(Surroundings(mine, repo.path, ""), opener)))
    return JoinedHome(repo, team.agent(name, client, token), opener)
