"""A token never may more than its member's role at that moment."""

from collections.abc import Mapping
from itertools import pairwise
from pathlib import Path

import pytest

from scrubjay.errors import UsageError
from scrubjay_team.errors import NotGranted
from scrubjay_team.people.rights import (
    ROLE_MEANS,
    ROLES,
    SCOPE_MEANS,
    SCOPES,
    checked_role,
    checked_scopes,
    held,
    require_person,
    scopes_of,
)
from scrubjay_team.people.secret import digest_of
from scrubjay_team.people.values import MemberRole, TokenScope
from tests.servers.team.conftest import Databases
from tests.servers.team.makers import make_member, make_session, make_team, make_token

ALL: tuple[TokenScope, ...] = ("search", "remember", "handoff", "export")
CASES: list[tuple[MemberRole, tuple[TokenScope, ...], tuple[TokenScope, ...]]] = [
    ("reader", ALL, ("search",)),
    ("reader", ("remember",), ()),
    ("writer", ("export", "search"), ("search", "export")),
    ("reviewer", ALL, ALL),
    ("owner", ALL, ALL),
    ("owner", (), ()),
]


@pytest.mark.parametrize(("role", "scopes", "counting"), CASES)
def test_what_a_token_may_is_what_it_has_and_its_role_allows(
    role: MemberRole, scopes: tuple[TokenScope, ...], counting: tuple[TokenScope, ...]
) -> None:
    assert held(role, scopes) == counting


def test_an_unknown_role_or_scope_counts_for_nothing() -> None:
    assert held("admin", ALL) == ()
    assert held("owner", ("review", "search")) == ("search",)


def test_a_role_above_another_allows_at_least_as_much() -> None:
    allowed = [scopes_of(role) for role in ROLES]
    assert all(lower <= higher for lower, higher in pairwise(allowed))


def test_scopes_are_kept_once_and_in_their_order() -> None:
    assert checked_scopes(["remember", "search", "remember"], "writer") == ("search", "remember")


@pytest.mark.parametrize(
    ("scopes", "role", "said"),
    [
        ([], "owner", "needs a scope"),
        (["review"], "owner", "no scope 'review'"),
        (["search", "remember"], "reader", "reader's token may not remember"),
    ],
)
def test_a_token_above_its_role_or_without_meaning_is_refused(scopes: list[str], role: MemberRole, said: str) -> None:
    with pytest.raises(UsageError, match=said):
        checked_scopes(scopes, role)


def test_an_unknown_role_is_refused_with_those_there_are() -> None:
    assert [checked_role(role) for role in ROLES] == list(ROLES)
    with pytest.raises(UsageError, match="reader, writer, reviewer, owner"):
        checked_role("admin")


def test_the_scopes_are_those_that_the_database_knows() -> None:
    assert SCOPES == ALL


def test_only_a_person_s_session_passes_for_a_person(databases: Databases) -> None:
    member = make_member(databases.owner, make_team(databases.owner), role="owner")
    with databases.app.entered(digest_of(make_session(databases.owner, member)), person=True) as entered:
        require_person(entered.caller)
    with (
        pytest.raises(NotGranted, match="example/sign-in"),
        databases.app.entered(make_token(databases.owner, member)) as entered,
    ):
        require_person(entered.caller, "https://team.example")


@pytest.mark.parametrize(
    ("guide", "first", "means"),
    [("team-server", "role", ROLE_MEANS), ("connect-clients-to-a-team", "what it may", SCOPE_MEANS)],
)
def test_guides_say_what_pages_and_commands_say(guide: str, first: str, means: Mapping[str, str]) -> None:
    text = (Path(__file__).parents[4] / "docs" / "how-to" / f"{guide}.md").read_text()
    rows = text.partition(f"| {first} |")[2].partition("\n\n")[0].splitlines()[2:]
    assert rows == [f"| {name} | {words} |" for name, words in means.items()]


def test_every_role_and_scope_has_its_words() -> None:
    assert (tuple(ROLE_MEANS), tuple(SCOPE_MEANS)) == (ROLES, SCOPES)
