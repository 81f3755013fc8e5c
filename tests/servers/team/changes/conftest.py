"""The members that tests of memories have, and what each is told."""

from scrubjay_team.changes.reading import changes, position
from scrubjay_team.changes.values import OutboxPosition, ToldChanges
from tests.servers.team.conftest import Databases
from tests.servers.team.memories.conftest import People
from tests.servers.team.memories.conftest import people as people


def here(people: People, who: str = "anna") -> OutboxPosition:
    """Where the outbox is now."""
    with people.entered(who) as entered:
        return position(entered.connection)


def read(databases: Databases, digest: bytes, since: OutboxPosition | None) -> ToldChanges:
    """What the member of a token is told since a position."""
    with databases.app.entered(digest) as entered:
        return changes(entered.connection, since)


def told(people: People, who: str, since: OutboxPosition | None) -> ToldChanges:
    """What a member is told since a position."""
    return read(people.databases, people.tokens[who], since)


def told_ids(people: People, who: str, since: OutboxPosition) -> dict[str, set[str]]:
    """The ids that a member is told since a position, those that are gone with a minus, by resource and its name."""
    found = told(people, who, since).changes
    return {f"{one.told} {one.name}".strip(): {*one.ids, *(f"-{id}" for id in one.gone)} for one in found}
