"""Row-level security and triggers alone: SQL as the app's role with every setting of a reviewer or owner but person."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import psycopg
import pytest
from psycopg import sql

from tests.servers.team.review.conftest import CACHE, LATER, SPEAKS, Reviewers

TELL = "told_by = its_member(), told_at = now(), version = version + 1, changed_by = its_member()"
CHANGE = "version = version + 1, changed_by = its_member()"

STATEMENTS = (
    f"UPDATE memory SET {TELL} WHERE id = %(said)s",
    f"UPDATE memory SET {TELL} WHERE id = %(own)s",
    f"UPDATE memory SET status = 'active', {TELL} WHERE id = %(held)s",
    f"UPDATE memory SET status = 'active', {CHANGE} WHERE id = %(held)s",
    f"UPDATE memory SET status = 'active', {CHANGE} WHERE id = %(ownheld)s",
    f"UPDATE memory SET status = 'active', {TELL} WHERE id = %(ownheld)s",
    f"UPDATE memory SET status = 'retracted', {CHANGE} WHERE id = %(held)s",
    f"UPDATE memory SET status = 'active', {CHANGE} WHERE id = %(ended)s",
    f"UPDATE memory SET status = 'held', {CHANGE} WHERE id = %(said)s",
    f"UPDATE memory SET status = 'retracted', {CHANGE} WHERE id = %(told)s",
    f"UPDATE memory SET told_by = NULL, told_at = NULL, {CHANGE} WHERE id = %(told)s",
    "UPDATE memory SET told_at = now() WHERE id = %(told)s",
    "UPDATE memory SET reason = 'so' WHERE id = %(told)s",
    "UPDATE memory SET valid_until = now() WHERE id = %(told)s",
    "UPDATE memory SET rivals = '{}' WHERE id = %(said)s",
    "UPDATE memory SET refused_at = now() WHERE id = %(said)s",
    "UPDATE memory SET content = 'No page is kept.' WHERE id = %(told)s",
    "DELETE FROM memory WHERE id = %(told)s",
    "DELETE FROM memory WHERE id = %(held)s",
    "DELETE FROM memory_passage WHERE memory = %(told)s",
    "DELETE FROM memory_mark WHERE number = (SELECT number FROM memory WHERE id = %(told)s)",
    "INSERT INTO memory_passage SELECT * FROM memory_passage WHERE memory = %(told)s",
    "INSERT INTO memory_passage (memory, team, project, member, scope, accepted, place, text, start_line, end_line, "
    "keys, tf, length) SELECT id, team, project, member, scope, false, 7, 'No page is kept.', 1, 1, '{1}', '{1}', 1 "
    "FROM memory WHERE id = %(told)s",
    "INSERT INTO memory (id, team, member, scope, kind, content, digest, quote, applies, tags, grounds, client, "
    "session, status, reason, recorded_at, changed_at, changed_by, told_by, told_at) "
    "SELECT gen_random_uuid(), team, its_member(), scope, kind, 'No.', digest, quote, applies, tags, grounds, client, "
    "session, 'active', reason, recorded_at, changed_at, its_member(), its_member(), now() FROM memory "
    "WHERE id = %(own)s",
    "INSERT INTO memory_event (memory, team, member, at, action, outcome, reason) "
    "SELECT id, team, its_member(), now(), 'tell', 'told', '' FROM memory WHERE id = %(said)s",
    "INSERT INTO review_act (id, team, memory, member, act, at, reason, version, before) "
    "SELECT gen_random_uuid(), team, id, its_member(), 'tell', now(), '', 2, '[]' FROM memory WHERE id = %(said)s",
    "INSERT INTO review_later (team, member, memory, at) SELECT team, its_member(), id, now() FROM memory "
    "WHERE id = %(said)s",
    "INSERT INTO review_proposal (id, team, memory, others, why, key, made_at) "
    "SELECT gen_random_uuid(), team, id, '{}', 'three people say so', 'k', now() FROM memory WHERE id = %(said)s",
    "UPDATE review_proposal SET state = 'accepted', decided_by = its_member(), decided_at = now()",
    "UPDATE review_act SET undone_at = now()",
    "SELECT set_config('scrubjay.role', 'owner', true); "
    f"UPDATE memory SET {TELL} WHERE id = %(said)s",
)  # fmt: skip


def everything(reviewers: Reviewers) -> list[Any]:
    """All rows of the tables that a person's acts change."""
    tables = (
        "memory",
        "memory_passage",
        "memory_mark",
        "memory_event",
        "review_act",
        "review_later",
        "review_proposal",
    )
    with psycopg.connect(reviewers.databases.addresses.superuser) as connection:
        return [
            connection.execute(
                sql.SQL("SELECT t::text FROM scrubjay.{} AS t ORDER BY 1").format(sql.Identifier(table))
            ).fetchall()
            for table in tables
        ]


@pytest.fixture
def ids(reviewers: Reviewers) -> dict[str, str]:
    """Memories of acme by how they stand: anna's own, and those of others."""
    kept = {
        "own": ("anna", "Deploys run on Mondays."),
        "said": ("ben", "Logs are kept."),
        "ownheld": ("anna", SPEAKS.replace(".env", ".netrc")),
        "held": ("ben", SPEAKS),
        "ended": ("anna", "Mail waits in a queue."),
        "told": ("anna", CACHE),
    }
    ids = {name: reviewers.remember(who, words) for name, (who, words) in kept.items()}
    reviewers.changed("anna", ids["ended"], "retract", reason="over")
    reviewers.tell("anna", ids["told"])
    reviewers.proposed("ben", ids["told"], LATER)
    return ids


@pytest.mark.parametrize("who", ["anna", "olga"])
@pytest.mark.parametrize("statement", STATEMENTS)
def test_without_a_person_nothing_is_told_or_reviewed(
    reviewers: Reviewers, ids: dict[str, str], who: str, statement: str
) -> None:
    before = everything(reviewers)
    with _quiet(), reviewers.people.entered(who) as entered:
        for part in statement.split("; "):
            entered.connection.execute(part, ids)
    assert everything(reviewers) == before


@contextmanager
def _quiet() -> Iterator[None]:
    """Whatever an error of the database is, nothing is done either way."""
    try:
        yield
    except psycopg.Error:
        return


def test_the_owner_of_tables_and_the_worker_tell_nothing_either(reviewers: Reviewers, ids: dict[str, str]) -> None:
    everywhere = reviewers.remember("ben", "Every team writes tests.", scope="global")
    told = "told_by = member, told_at = now(), version = version + 1"
    with pytest.raises(psycopg.Error), reviewers.databases.owner.transaction() as connection:
        connection.execute(f"UPDATE memory SET {told} WHERE id = %s", [everywhere])
    assert reviewers.row(everywhere)["told_by"] is None


def test_a_person_may_do_the_same_as_far_as_their_role_goes(reviewers: Reviewers, ids: dict[str, str]) -> None:
    with reviewers.entered("bea") as entered:
        assert entered.connection.execute(f"UPDATE memory SET {TELL} WHERE id = %(said)s", ids).rowcount == 1
    for statement in (
        f"UPDATE memory SET status = 'retracted', {CHANGE} WHERE id = %(own)s",
        f"UPDATE memory SET status = 'active', {TELL} WHERE id = %(held)s",
        f"UPDATE memory SET status = 'retracted', {CHANGE} WHERE id = %(told)s",
        "UPDATE memory SET rivals = ARRAY[id], version = version + 1, changed_by = its_member() WHERE id = %(own)s",
        f"UPDATE memory SET {TELL.replace('its_member()', 'member', 1)} WHERE id = %(own)s",
        f"UPDATE memory SET {TELL.replace('version + 1', 'version')} WHERE id = %(own)s",
    ):
        before = everything(reviewers)
        with _quiet(), reviewers.entered("bea") as entered:
            entered.connection.execute(statement, ids)
        assert everything(reviewers) == before, statement
