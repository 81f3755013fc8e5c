"""A provider that runs, ours that asks it, and a server of a team with its pages."""

import secrets
from collections.abc import Iterator
from http.cookies import SimpleCookie
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from scrubjay.extensions.kinds.identity import ProvenIdentity, SignInTry
from scrubjay_team.mirrors.sealing import Sealer
from scrubjay_team.page.application import TeamPage
from scrubjay_team.people.people import TeamPeople
from scrubjay_team.people.teams import Teams
from scrubjay_team.signin.discovery import Discovery
from scrubjay_team.signin.fetching import ProviderHttp
from scrubjay_team.signin.oidc import OidcClient, OidcProvider
from scrubjay_team.signin.service import SignIn
from tests.servers.team.conftest import Databases, SetClock
from tests.servers.team.makers import NOW
from tests.servers.team.serving.conftest import Answered, ServedTeam, serving
from tests.servers.team.signin.provider import CLIENT, RealProvider, running

URL = "http://127.0.0.1:8737"


@pytest.fixture
def clock() -> SetClock:
    """A clock that stands at NOW until a test sets it."""
    return SetClock(NOW)


@pytest.fixture
def there(clock: SetClock) -> Iterator[RealProvider]:
    """A provider that runs."""
    with running(clock) as provider:
        yield provider


def ours(
    there: RealProvider, clock: SetClock, *, timeout_s: float = 8.0, ticks: list[float] | None = None
) -> OidcProvider:
    """Our provider that asks the one that runs; `ticks[0]` is the time of its caches."""
    client = OidcClient(
        name="Acme",
        issuer=there.issuer,
        client=CLIENT,
        secret=there.secret,
        scopes=("email", "profile", "offline_access"),
    )
    http, now = ProviderHttp(timeout_s), ticks or [0.0]
    return OidcProvider(client, clock, http, Discovery(there.issuer, http, lambda: now[0]))


def attempt() -> SignInTry:
    state, nonce, verifier = (secrets.token_urlsafe(32) for _ in range(3))
    return SignInTry(state=state, nonce=nonce, verifier=verifier, redirect=f"{URL}/sign-in/callback")


def through(provider: OidcProvider, there: RealProvider) -> ProvenIdentity:
    """Sign in, as a browser does."""
    begun = attempt()
    return provider.identity(begun, there.browse(provider.address(begun)))


@pytest.fixture
def sign_in(databases: Databases, there: RealProvider, clock: SetClock, tmp_path: Path) -> SignIn:
    """The ways in, by the provider that runs."""
    there.clock = databases.clock
    sealer = Sealer(tmp_path / "team")
    sealer.make_key()
    return SignIn(databases.app, databases.clock, ours(there, databases.clock), sealer, ticks=lambda: 0.0)


class Browser:
    """A browser: it keeps cookies, and follows where its own server's pages lead."""

    def __init__(self, served: ServedTeam) -> None:
        self.served = served
        self.cookies: dict[str, str] = {}

    def ask(self, method: str, path: str, form: dict[str, str] | None = None, **headers: str) -> Answered:
        line = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        answer = self.served.visit(line, method, path, form, **headers)
        self._keep(answer)
        return answer

    def _keep(self, answer: Answered) -> None:
        for line in answer.cookies:
            for name, one in SimpleCookie(line).items():
                if one["max-age"] == "0":
                    self.cookies.pop(name, None)
                else:
                    self.cookies[name] = one.value

    @property
    def csrf(self) -> dict[str, str]:
        """The field of a form, as a page shows it."""
        page = self.ask("GET", "/sessions").body
        return {"csrf": page.partition('name="csrf" value="')[2].partition('"')[0]}

    def through(self, there: RealProvider, next: str = "/") -> Answered:
        """Sign in at the provider and come back."""
        to = self.ask("GET", f"/sign-in/provider?next={next}").headers["location"]
        back = urlsplit(there.sent_back(to))
        return self.ask("GET", f"{back.path}?{back.query}")

    @property
    def who(self) -> str:
        """Who the server says that this browser is; empty for nobody."""
        answer = self.ask("GET", "/api/v1/me")
        return answer.json["member"]["name"] if answer.status == 200 else ""


@pytest.fixture
def served(databases: Databases, sign_in: SignIn, tmp_path: Path) -> Iterator[ServedTeam]:
    """The server of acme, whose owner is anna, with its pages and the provider."""
    with databases.owner.transaction() as connection:
        team, _ = Teams(connection, databases.clock).create("acme", "anna")
    with serving(databases, tmp_path, pages=TeamPage, sign_in=sign_in) as (port, services, leave):
        yield ServedTeam(port, databases, services, team=team.id, leave=leave)


@pytest.fixture
def alone(databases: Databases, tmp_path: Path) -> Iterator[ServedTeam]:
    """The same without a provider: people come in by invitations."""
    with databases.owner.transaction() as connection:
        team, _ = Teams(connection, databases.clock).create("acme", "anna")
    with serving(databases, tmp_path, pages=TeamPage) as (port, services, leave):
        yield ServedTeam(port, databases, services, team=team.id, leave=leave)


def invite(served: ServedTeam, name: str, role: str = "reader", email: str = "") -> str:
    """An invitation of the owner; returns its text."""
    clock = served.databases.clock
    with served.databases.owner.transaction() as connection:
        people = TeamPeople(connection, clock, Teams(connection, clock).found("acme"))
        return people.invitations.create(name, role, email)[1]


def link(served: ServedTeam, name: str) -> str:
    """A link by which a member comes in; returns its text."""
    clock = served.databases.clock
    with served.databases.owner.transaction() as connection:
        people = TeamPeople(connection, clock, Teams(connection, clock).found("acme"))
        return people.invitations.link(name)[1]
