"""A person signs in through a real OpenID provider, npm's oidc-provider, in Chromium, by the team's page."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from scrubjay_team.mirrors.sealing import Sealer
from scrubjay_team.page.application import TeamPage
from scrubjay_team.people.teams import Teams
from scrubjay_team.signin.oidc import OidcClient, OidcProvider
from scrubjay_team.signin.service import SignIn
from tests.servers.team.conftest import Databases
from tests.servers.team.oidc_provider.installed import CLIENT, installed, running, sign_in
from tests.servers.team.serving.conftest import ServedTeam, serving
from tests.servers.team.signin.conftest import invite
from tests.servers.ui.chromium import Chromium, Tab, chromium

pytestmark = pytest.mark.optin


@pytest.fixture(scope="module")
def browser() -> Iterator[Chromium]:
    with chromium() as opened:
        yield opened


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return installed(tmp_path_factory.mktemp("oidc"))


@pytest.fixture
def served(databases: Databases, tmp_path: Path, packages: Path) -> Iterator[ServedTeam]:
    """The team acme, whose owner is anna, at a provider that runs. Its clock is near the provider's."""
    databases.clock.now = datetime.now(UTC)
    with databases.owner.transaction() as connection:
        team, _ = Teams(connection, databases.clock).create("acme", "anna")
    sealer = Sealer(tmp_path / "team")
    sealer.make_key()
    with running(packages) as there:
        client = OidcClient(
            name="Example", issuer=there.issuer, client=CLIENT, secret=there.secret, scopes=("email", "profile")
        )
        ways = SignIn(databases.app, databases.clock, OidcProvider.of(client, databases.clock), sealer)
        with serving(databases, tmp_path, pages=TeamPage, sign_in=ways) as (port, services, leave):
            there.take(f"http://127.0.0.1:{port}/sign-in/callback")
            yield ServedTeam(port, databases, services, team=team.id, leave=leave)


def test_somebody_who_is_invited_comes_in_and_comes_back(served: ServedTeam, browser: Chromium) -> None:
    text, top = invite(served, "mara", "writer"), f"http://127.0.0.1:{served.port}"
    with browser.tab() as tab:
        tab.page.goto(f"{top}/invitation#{text}")
        tab.page.wait_for_selector("text=You are invited to acme, as mara, writer")
        assert text not in tab.page.url
        tab.page.click("text=Continue with Example")
        sign_in(tab.page, "mara-at-example")
        tab.page.wait_for_url(f"{top}/**")
        assert "mara" in tab.page.inner_text("header")
        tab.page.click("text=Sign out")
        tab.page.wait_for_url(f"{top}/sign-in")
        tab.page.goto(f"{top}/memories?author=anna")
        tab.page.click("text=Sign in with Example")
        again(tab, top)
        assert tab.page.url == f"{top}/memories?author=anna"
        assert [one for one in tab.problems if "breach" in one] == []


def test_whoever_isn_t_invited_is_told_so(served: ServedTeam, browser: Chromium) -> None:
    top = f"http://127.0.0.1:{served.port}"
    with browser.tab() as tab:
        tab.page.goto(f"{top}/")
        tab.page.click("text=Sign in with Example")
        sign_in(tab.page, "mallory")
        tab.page.wait_for_url(f"{top}/sign-in/callback**")
        assert "invit" in tab.page.inner_text("main")
        assert tab.page.goto(f"{top}/members").url.startswith(f"{top}/sign-in")


def again(tab: Tab, top: str) -> None:
    """Come back through the provider, which may still know the browser."""
    tab.page.wait_for_load_state()
    if not tab.page.url.startswith(top):
        if tab.page.query_selector("input[name=login]"):
            tab.page.fill("input[name=login]", "mara-at-example")
            tab.page.fill("input[name=password]", "any")
        tab.page.click("button[type=submit]")
    tab.page.wait_for_url(f"{top}/**")
