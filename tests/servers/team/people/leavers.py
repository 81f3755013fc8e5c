"""A team that somebody leaves: its owner's acts, on the page and by command, and what its members see."""

from collections.abc import Iterator
from contextlib import contextmanager
from uuid import UUID

import psycopg
import pytest

from scrubjay_team.database.connecting import Entered
from scrubjay_team.memories.handoff import TeamHandoff
from scrubjay_team.memories.handoffs import TeamHandoffs
from scrubjay_team.people.choosing import choose
from scrubjay_team.people.leaving import Leaving
from scrubjay_team.people.secret import digest_of
from tests.servers.team.conftest import Databases
from tests.servers.team.makers import make_session
from tests.servers.team.memories.conftest import People
from tests.servers.team.memories.conftest import people as people

TASK = {"task_description": "Finish the retry of payments."}
RULE = "Payments are retried three times, since the bank answers late."


class Office:
    """The acts of acme's owner olga: on the page, or by command on the server's machine."""

    def __init__(self, people: People, where: str) -> None:
        self._people, self._where = people, where
        people.member("acme", "olga", "owner", ("shop", "pay"))
        people.member("acme", "dora", "writer", ("shop", "pay"))
        self._session = make_session(people.databases.owner, people.members["olga"])

    @contextmanager
    def leaving(self) -> Iterator[Leaving]:
        clock = self._people.databases.clock
        if self._where == "page":
            with self._people.databases.app.entered(digest_of(self._session), person=True) as entered:
                yield Leaving.by(entered, clock)
        else:
            with self._people.databases.owner.transaction() as connection:
                yield Leaving(connection, clock, self._people.teams["acme"])


@pytest.fixture(params=["page", "command"])
def office(people: People, request: pytest.FixtureRequest) -> Office:
    return Office(people, request.param)


@contextmanager
def as_person(people: People, name: str) -> Iterator[Entered]:
    session = make_session(people.databases.owner, people.members[name])
    with people.databases.app.entered(digest_of(session), person=True) as entered:
        yield entered


def chosen(people: People, name: str, *ids: str) -> None:
    with as_person(people, name) as entered:
        choose(entered, [UUID(id) for id in ids])


def left_for(people: People, target: str, repo: str = "") -> TeamHandoff:
    with people.entered("anna") as entered:
        return TeamHandoffs(people.databases.clock).initiate(entered, target, TASK, repo=repo)


def pending(people: People, who: str) -> list[str]:
    with people.entered(who) as entered:
        return [one.id for one in TeamHandoffs(people.databases.clock).pending(entered)]


def authors(people: People, who: str) -> dict[str, str]:
    """Who wrote what a member sees."""
    with people.entered(who) as entered:
        return {one.content: one.author_name for one in people.memories.numbered(entered, 0, 100)}


def names_in_tables(databases: Databases, name: str) -> set[str]:
    """The tables in which a word stands anywhere."""
    found = set()
    with psycopg.connect(databases.addresses.superuser) as admin:
        tables = admin.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'scrubjay'").fetchall()
        for (table,) in tables:
            row = admin.execute(f"SELECT count(*) FROM scrubjay.{table} AS t WHERE t::text ~* %s", [rf"\m{name}\M"])
            if (row.fetchone() or [0])[0]:
                found.add(table)
    return found
