"""What each call asks: extensions narrow by name, fail closed where they decide, and cost nothing where they count."""

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from uuid import uuid4

import pytest

from scrubjay.errors import UsageError
from scrubjay.extensions.kinds.tenants import OwnTeam
from scrubjay.extensions.registry import ExtensionRegistry
from scrubjay.extensions.testing import serving as suites
from scrubjay.model.acting import Acting
from scrubjay_team.database.connecting import TeamCaller
from scrubjay_team.errors import NotGranted
from scrubjay_team.serving.asked_kinds import OURS, AskedKinds, acting_of
from tests.servers.team.conftest import Databases
from tests.servers.team.makers import make_member, make_team, make_token

CALLER = TeamCaller(
    token=uuid4(), member=uuid4(), member_name="ben", team=uuid4(), team_name="acme", role="reader",
    scopes=("search", "remember"), projects=(),
)  # fmt: skip


class Fixed:
    """A provider, controller and tracker that does what a test wants."""

    def __init__(self, answer: Callable[[Acting], str]) -> None:
        self.answer = answer
        self.told: list[str] = []

    def tenant(self, caller: Acting) -> str:
        return self.answer(caller)

    def objection(self, caller: Acting, called: str, scope: str) -> str:
        return self.answer(caller)

    def count(self, caller: Acting, called: str) -> None:
        self.told.append(called)
        self.answer(caller)


def fails(caller: Acting) -> str:
    raise ValueError("broken")


def refuses(caller: Acting) -> str:
    raise UsageError("the directory says no")


def kinds(tmp_path: Path, **given: Fixed) -> AskedKinds:
    registry = ExtensionRegistry(tmp_path, {}, {})
    return AskedKinds(registry=registry, **{kind: (("acme", one),) for kind, one in given.items()})


def admit(asked: AskedKinds) -> None:
    asked.admit(CALLER, "GET /me", "", lambda: None)


def test_ours_lets_a_caller_into_their_own_team() -> None:
    admit(OURS)
    assert acting_of(CALLER).scopes == ("search",)  # a reader's, whatever the token says


@pytest.mark.parametrize("answer", [lambda _: uuid4().hex, lambda _: "", fails, refuses, lambda _: 7])
def test_a_provider_that_doesn_t_confirm_the_team_refuses(tmp_path: Path, answer: Callable[[Acting], str]) -> None:
    with pytest.raises(NotGranted, match="acme"):
        admit(kinds(tmp_path, tenants=Fixed(answer)))


@pytest.mark.parametrize("answer", [lambda _: "Not on Sundays.", fails, refuses, lambda _: None])
def test_a_controller_that_objects_or_fails_refuses(tmp_path: Path, answer: Callable[[Acting], str]) -> None:
    with pytest.raises(NotGranted, match="acme"):
        admit(kinds(tmp_path, controllers=Fixed(answer)))


def test_extensions_only_narrow(tmp_path: Path) -> None:
    def ours() -> None:
        raise NotGranted("ours says no")

    asked = kinds(tmp_path, tenants=Fixed(lambda caller: caller.team), controllers=Fixed(lambda _: ""))
    admit(asked)
    with pytest.raises(NotGranted, match="ours says no"):
        asked.admit(CALLER, "GET /me", "", ours)


def test_a_tracker_that_fails_refuses_nobody(tmp_path: Path, databases: Databases) -> None:
    tracker = Fixed(fails)
    digest = make_token(databases.owner, make_member(databases.owner, make_team(databases.owner)))
    with databases.app.entered(digest) as entered:
        kinds(tmp_path, trackers=tracker).count(entered, "GET /me", datetime.now(UTC), writes=False)
        row = entered.connection.execute("SELECT what, count FROM usage_day").fetchone()
    assert row == {"what": "GET /me", "count": 1}
    assert tracker.told == ["GET /me"]


def test_the_suites_know_a_good_one_from_a_bad_one() -> None:
    suites.check_tenant_provider(OwnTeam())
    suites.check_access_controller(Fixed(lambda _: ""))
    suites.check_usage_tracker(Fixed(lambda _: ""))
    with pytest.raises(AssertionError):
        suites.check_tenant_provider(Fixed(lambda _: "e" * 32))
    with pytest.raises(AssertionError):
        suites.check_access_controller(Fixed(lambda _: "two\nlines"))
