"""A team's server with its pages and OAuth, programs that ask it for access, and a browser that a script drives."""

import base64
import hashlib
import json
import secrets
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit
from uuid import UUID

import pytest

from scrubjay.extensions.kinds.identity import ProviderAway
from scrubjay.model.pattern import pattern
from scrubjay_team.oauth.application import OAuthApplication
from scrubjay_team.oauth.store import OAuthStore
from scrubjay_team.page.application import TeamPage
from scrubjay_team.people.teams import Teams
from tests.servers.team.conftest import Databases
from tests.servers.team.serving.conftest import Answered, ServedTeam, serving

CALLBACK = "http://127.0.0.1:53127/callback"
FORM = "application/x-www-form-urlencoded"

PROVIDER_AWAY = UUID(int=0)
"""Among those who are gone: nobody can be asked about."""

_HIDDEN = pattern(r'<input type="hidden" name="(\w+)" value="([^"]*)">')


def query_of(address: str) -> dict[str, str]:
    """The fields of an address's query."""
    return dict(parse_qsl(urlsplit(address).query, keep_blank_values=True))


def pkce() -> tuple[str, str]:
    """A verifier and its challenge."""
    verifier = secrets.token_urlsafe(40)
    digest = hashlib.sha256(verifier.encode()).digest()
    return verifier, base64.urlsafe_b64encode(digest).decode().rstrip("=")


@dataclass
class Program:
    """A registered program, as far as one needs it to ask."""

    web: "OAuthTeam"
    id: str
    secret: str = ""
    redirect: str = CALLBACK
    verifier: str = ""

    def asks(self, **other: str) -> str:
        """The path by which it leads a person to the server; `other` replaces fields, empty ones are left out."""
        self.verifier, challenge = pkce()
        fields = {
            "response_type": "code", "client_id": self.id, "redirect_uri": self.redirect, "state": "its-state",
            "code_challenge": challenge, "code_challenge_method": "S256", "scope": "search remember",
            "resource": self.web.served.url,
        } | other  # fmt: skip
        return f"/oauth/authorize?{urlencode({name: value for name, value in fields.items() if value})}"

    def token(self, **fields: str) -> Answered:
        """One request for tokens."""
        own = {"client_id": self.id, "client_secret": self.secret, **fields}
        return self.web.form("/oauth/token", **{name: value for name, value in own.items() if value})

    def redeem(self, code: str, **other: str) -> Answered:
        """Fetch the tokens of a code."""
        fields = {
            "code_verifier": self.verifier,
            "redirect_uri": self.redirect,
            "resource": self.web.served.url,
        } | other
        return self.token(grant_type="authorization_code", code=code, **fields)

    def refresh(self, token: str, **other: str) -> Answered:
        """Fetch the tokens that follow a refresh token."""
        return self.token(grant_type="refresh_token", refresh_token=token, **other)

    def allowed(self, cookie: str = "", *scopes: str, **other: str) -> dict[str, Any]:
        """The tokens that a person allows it."""
        code = self.code(cookie or self.web.cookie, *scopes, **other)
        answer = self.redeem(code)
        assert answer.status == 200, answer.body
        got: dict[str, Any] = answer.json
        return got

    def code(self, cookie: str = "", *scopes: str, **other: str) -> str:
        """The code that a person's consent gives it."""
        page = self.web.opened(cookie or self.web.cookie, self.asks(**other))
        return query_of(self.web.decided(cookie or self.web.cookie, page, *(scopes or ("search",))))["code"]


@dataclass
class OAuthTeam:
    """A server, the session of anna's browser, and whom sign-in doesn't know any more."""

    served: ServedTeam
    cookie: str = ""
    gone: set[UUID] = field(default_factory=set)

    @property
    def base(self) -> str:
        return self.served.url.removesuffix("/mcp")

    def form(self, path: str, **fields: str) -> Answered:
        """A form that a program sends."""
        return self.served.ask("POST", path, urlencode(fields), content_type=FORM)

    def register(self, **other: Any) -> Answered:
        """Register a program."""
        told = {"client_name": "Test Client", "redirect_uris": [CALLBACK], "token_endpoint_auth_method": "none"} | other
        return self.served.ask("POST", "/oauth/register", json.dumps(told), content_type="application/json")

    def program(self, **other: Any) -> Program:
        """A new program."""
        answer = self.register(**other)
        assert answer.status == 201, answer.body
        said = answer.json
        return Program(self, said["client_id"], said.get("client_secret", ""), said["redirect_uris"][0])

    def opened(self, cookie: str, path: str) -> Answered:
        """The consent to which a browser is led from an address."""
        answer = self.served.visit(cookie, "GET", path)
        assert answer.status == 303, answer.body
        return self.served.visit(cookie, "GET", answer.headers["location"])

    def decided(self, cookie: str, page: Answered, *scopes: str, **other: str) -> str:
        """Where a browser is led once its person has decided; without scopes they deny."""
        assert page.status == 200, page.body
        hidden = dict(_HIDDEN.findall(page.body.partition('action="/oauth/consent"')[2]))
        fields = [("decision", "allow" if scopes else "deny"), *hidden.items(), *other.items()]
        fields += [("scope", one) for one in scopes]
        answer = self.post(cookie, "/oauth/consent", fields)
        assert answer.status == 303, answer.body
        return answer.headers["location"]

    def post(self, cookie: str, path: str, fields: list[tuple[str, str]], **headers: str) -> Answered:
        """A form that a page sends, with exactly these fields."""
        told = {"cookie": cookie, "origin": self.base, "sec_fetch_site": "same-origin", "content_type": FORM} | headers
        return self.served.ask("POST", path, urlencode(fields), **told)


@pytest.fixture
def web(databases: Databases, tmp_path: Path) -> Iterator[OAuthTeam]:
    """A server of the team acme, whose owner anna has signed in."""
    with databases.owner.transaction() as connection:
        team, _ = Teams(connection, databases.clock).create("acme", "anna")
    gone: set[UUID] = set()
    ticks = [0.0]

    def clock() -> float:
        ticks[0] += 10.0  # no rate is reached unless a test means to
        return ticks[0]

    def still_valid(member: UUID) -> bool:
        if PROVIDER_AWAY in gone:
            raise ProviderAway
        return member not in gone

    with serving(
        databases, tmp_path, clock, pages=TeamPage,
        oauth=lambda services: OAuthApplication(
            OAuthStore(services.database, services.clock), still_valid, "", clock
        ),
    ) as (port, services, leave):  # fmt: skip
        served = ServedTeam(port, databases, services, team=team.id, leave=leave)
        yield OAuthTeam(served, served.person(), gone)
