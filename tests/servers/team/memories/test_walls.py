"""Row-level security alone: what a member may not do changes nothing, whatever the service forgot."""

from collections.abc import Sequence
from uuid import UUID, uuid4

import psycopg
import pytest

from scrubjay_team.memories.words import area_of, asked_keys, mark_keys
from tests.servers.team.makers import make_token
from tests.servers.team.memories.conftest import People

CACHE = "The cache keeps a page for sixty minutes."

CHANGES = (
    "UPDATE memory SET status = 'retracted', version = version + 1, changed_by = its_member()",
    "DELETE FROM memory",
    "DELETE FROM memory_passage",
    "DELETE FROM memory_mark",
)
TABLES = ("memory", "memory_mark", "memory_passage", "memory_event", "memory_forgotten", "used_key", "pool",
          "pool_member", "pool_share", "handoff", "handoff_lease", "handoff_note")  # fmt: skip


def run(people: People, who: str, sql: str, params: Sequence[object] = ()) -> int:
    with people.entered(who) as entered:
        return entered.connection.execute(sql, params).rowcount


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("who", ["ben", "rita", "carl"])
def test_nobody_but_author_and_reviewers_changes_a_row(people: People, who: str, change: str) -> None:
    people.remember("anna", CACHE)
    assert run(people, who, change) == 0


@pytest.mark.parametrize("change", CHANGES)
def test_a_reviewer_changes_no_row_of_a_repository_that_is_not_granted(people: People, change: str) -> None:
    people.member("acme", "rob", "reviewer", ("shop",))
    people.remember("anna", CACHE, repo="pay")
    assert run(people, "rob", change) == 0


def test_a_token_without_the_scope_changes_no_row_of_its_own_member(people: People) -> None:
    people.remember("ben", CACHE)
    people.tokens["ben"] = make_token(people.databases.owner, people.members["ben"], scopes=("search", "handoff"))
    assert [run(people, "ben", change) for change in CHANGES] == [0] * len(CHANGES)


def test_what_every_team_sees_no_team_changes(people: People) -> None:
    id = people.remember("ben", CACHE, scope="global")
    with people.databases.owner.transaction() as connection:
        connection.execute("UPDATE memory SET accepted_at = now()")
        connection.execute("UPDATE memory_passage SET accepted = true")
    assert [run(people, who, change) for who in ("ben", "anna", "carl") for change in CHANGES] == [0] * 3 * len(CHANGES)
    assert people.found("carl", "cache page") == [CACHE], id


@pytest.mark.parametrize(
    ("who", "team", "member", "project"),
    [("rita", "acme", "rita", None), ("ben", "acme", "anna", None), ("ben", "bolt", "carl", None),
     ("ben", "acme", "ben", "pay"), ("ben", "bolt", "ben", None)],
)  # fmt: skip
def test_nobody_writes_as_another_or_where_nothing_is_granted(
    people: People, who: str, team: str, member: str, project: str | None
) -> None:
    row = [uuid4(), people.teams[team], people.projects[project] if project else None, people.members[member]]
    with pytest.raises(psycopg.errors.InsufficientPrivilege), people.entered(who) as entered:
        entered.connection.execute(
            "INSERT INTO memory (id, team, project, member, scope, kind, content, digest, quote, applies, tags, "
            "grounds, client, session, status, reason, recorded_at, changed_at, changed_by) VALUES (%s, %s, %s, %s, "
            "'team', 'fact', 'x', '', '', '', '{}', '[]', '', '', 'active', '', now(), now(), its_member())",
            row,
        )


def test_nobody_says_that_a_memory_was_forgotten_or_uses_anothers_key(people: People) -> None:
    id, anna = people.remember("anna", CACHE), people.members["anna"]
    for sql in (
        "INSERT INTO memory_forgotten (id, team, author, key, member, at) "
        "VALUES (%s, its_team(), %s, '', its_member(), now())",
        "INSERT INTO used_key (team, key, request, memory, member) VALUES (its_team(), '', '', %s, %s)",
    ):
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            run(people, "ben", sql, [UUID(id), anna])


def test_an_author_accepts_nothing_for_every_team(people: People) -> None:
    people.remember("ben", CACHE, scope="global")
    for change in ("UPDATE memory SET accepted_at = now()", "UPDATE memory_passage SET accepted = true"):
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            run(people, "ben", change)


PROMOTED = ("memory", "memory_passage", "memory_event")
"""Tables that the worker reads while it decides on a team's facts, and at no other time."""


def test_nobodys_transaction_sees_no_row_and_neither_does_the_worker_of_a_mirror(people: People) -> None:
    people.remember("anna", CACHE, repo="shop")
    people.remember("anna", "Deploys run on Tuesdays.")
    with people.databases.app.plain() as connection:
        assert [connection.execute(f"SELECT 1 FROM {table}").fetchall() for table in TABLES] == [[]] * len(TABLES)
    with people.databases.worker.working(people.projects["shop"]) as work:
        for table in TABLES:
            if table in PROMOTED:
                assert work.connection.execute(f"SELECT 1 FROM {table}").fetchall() == []
                continue
            with pytest.raises(psycopg.errors.InsufficientPrivilege), work.connection.transaction():
                work.connection.execute(f"SELECT 1 FROM {table}")


def test_the_finders_functions_tell_only_of_what_their_caller_sees(people: People) -> None:
    people.remember("anna", CACHE, repo="pay")
    people.remember("anna", CACHE, scope="global")
    areas = [area_of(people.teams["acme"], "team"), area_of(people.teams["acme"], "global")]
    keys, terms = asked_keys(areas, CACHE)
    found = {}
    for who in ("anna", "ben", "carl"):
        with people.entered(who) as entered:
            words = entered.connection.execute(
                "SELECT memory FROM memories_by_words(%s::bigint[], %s::smallint[], now(), NULL, 10)", [keys, terms]
            ).fetchall()
            alike = [
                entered.connection.execute(
                    "SELECT memory FROM memories_alike(%s::bigint[], now(), 10)",
                    [mark_keys(people.teams["acme"], reach, project, CACHE)],
                ).fetchall()
                for project, reach in ((people.projects["pay"], "team"), (None, "global"))
            ]
        found[who] = (len(words), *map(len, alike))
    assert found == {"anna": (2, 1, 1), "ben": (0, 0, 0), "carl": (0, 0, 0)}


def test_a_passage_stands_beside_its_own_memory_alone(people: People) -> None:
    id = people.remember("anna", CACHE)
    with pytest.raises(psycopg.errors.InsufficientPrivilege), people.entered("ben") as entered:
        entered.connection.execute(
            "INSERT INTO memory_passage (memory, team, member, scope, accepted, place, text, start_line, end_line, "
            "keys, tf, length) VALUES (%s, %s, %s, 'team', false, 9, 'forged', 1, 1, '{}', '{}', 1)",
            [UUID(id), people.teams["acme"], people.members["anna"]],
        )
