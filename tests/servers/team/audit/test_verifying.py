"""A chain that was tampered with is found out, and the first link that doesn't hold is named."""

from collections.abc import Callable, Iterator
from uuid import uuid4

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scrubjay_team.audit.entries import act_of, link_hash
from scrubjay_team.audit.verifying import ChainState, verify_audit
from scrubjay_team.database.connecting import Connection
from scrubjay_team.people.people import TeamPeople
from tests.servers.team.audit.conftest import AuditedTeam

LINKS = 20
FORGED = "0" * 64


@pytest.fixture
def chained(audited: AuditedTeam) -> Iterator[tuple[AuditedTeam, Connection]]:
    """A chain of LINKS links, and the owner's connection, whose changes are all rolled back."""
    with audited.owner() as connection:
        members = TeamPeople.found(connection, audited.databases.clock).members
        for number in range(LINKS - len(audited.acts())):
            members.add(f"m{number}")
    assert audited.chain() == LINKS
    with audited.owner() as connection:
        # A link stands for its entry: whoever tampers takes such bars away first.
        connection.execute("ALTER TABLE audit_link DROP CONSTRAINT audit_link_entry_fkey")
        connection.execute("ALTER TABLE audit_link DROP CONSTRAINT audit_link_entry_key")
        yield audited, connection


def change_entry(connection: Connection, at: int, column: str, value: object) -> None:
    connection.execute(
        f"UPDATE audit_entry SET {column} = %s WHERE id = (SELECT entry FROM audit_link WHERE number = %s)", [value, at]
    )


def renumber(connection: Connection, at: int, to: int) -> None:
    connection.execute("UPDATE audit_link SET number = %s WHERE number = %s", [to, at])


def changed(connection: Connection, at: int, other: int) -> None:
    columns = [("act", "forged"), ("member", uuid4()), ("object", uuid4()), ("how", "token"), ("kind", "forged")]
    change_entry(connection, at, *columns[other % len(columns)])


def dated_anew(connection: Connection, at: int, other: int) -> None:
    connection.execute(
        "UPDATE audit_entry SET at = at + %s * interval '1 microsecond' "
        "WHERE id = (SELECT entry FROM audit_link WHERE number = %s)",
        [other, at],
    )


def said_otherwise(connection: Connection, at: int, other: int) -> None:
    change_entry(connection, at, "details", f'{{"role": "owner", "n": {other}}}')


def entry_removed(connection: Connection, at: int, other: int) -> None:
    connection.execute("DELETE FROM audit_entry WHERE id = (SELECT entry FROM audit_link WHERE number = %s)", [at])


def link_removed(connection: Connection, at: int, other: int) -> None:
    connection.execute("DELETE FROM audit_link WHERE number = %s", [at])


def both_removed_and_closed_up(connection: Connection, at: int, other: int) -> None:
    entry_removed(connection, at, other)
    link_removed(connection, at, other)
    for number in range(at + 1, LINKS + 1):
        renumber(connection, number, number - 1)


def swapped(connection: Connection, at: int, other: int) -> None:
    if at == other:
        other = at % LINKS + 1
    renumber(connection, at, 1000)
    renumber(connection, other, at)
    renumber(connection, 1000, other)


def entries_swapped(connection: Connection, at: int, other: int) -> None:
    other = at % LINKS + 1 if at == other else other
    connection.execute(
        "UPDATE audit_link AS l SET entry = o.entry FROM audit_link AS o "
        "WHERE (l.number, o.number) IN ((%s, %s), (%s, %s))",
        [at, other, other, at],
    )


def put_in(connection: Connection, at: int, other: int) -> None:
    """One more link, hashed as ours are, but with nothing behind it hashed anew."""
    row = connection.execute(
        "INSERT INTO audit_entry (team, how, act, kind, object, details) "
        "SELECT team, 'command', 'forged', 'member', gen_random_uuid(), '{}' FROM audit_end RETURNING *"
    ).fetchone()
    assert row is not None
    for number in range(LINKS, at - 1, -1):
        renumber(connection, number, number + 1)
    previous = connection.execute("SELECT hash FROM audit_link WHERE number = %s", [at - 1]).fetchone()
    forged = link_hash(act_of(row), at, previous["hash"] if previous else "")
    values = [row["team"], at, row["id"], forged]
    connection.execute("INSERT INTO audit_link (team, number, entry, hash) VALUES (%s, %s, %s, %s)", values)


def cut_off(connection: Connection, at: int, other: int) -> None:
    connection.execute("DELETE FROM audit_link WHERE number >= %s", [at])


def hash_forged(connection: Connection, at: int, other: int) -> None:
    connection.execute("UPDATE audit_link SET hash = %s WHERE number = %s", [FORGED, at])


TAMPERINGS: tuple[Callable[[Connection, int, int], None], ...] = (
    changed, dated_anew, said_otherwise, entry_removed, link_removed, both_removed_and_closed_up, swapped,
    entries_swapped, put_in, cut_off, hash_forged,
)  # fmt: skip


def tampered(audited: AuditedTeam, connection: Connection, act: Callable[[], object]) -> ChainState:
    """What a verification says after an act, which is undone."""
    with connection.transaction(force_rollback=True):
        act()
        return verify_audit(connection, audited.team)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=150, deadline=None)
@given(tampering=st.sampled_from(TAMPERINGS), at=st.integers(1, LINKS), other=st.integers(1, LINKS))
def test_any_tampering_is_found_at_its_first_link(
    chained: tuple[AuditedTeam, Connection],
    tampering: Callable[[Connection, int, int], None],
    at: int,
    other: int,
) -> None:
    audited, connection = chained
    state = tampered(audited, connection, lambda: tampering(connection, at, other))
    assert not state.ok
    swaps = tampering in (swapped, entries_swapped)
    partner = at % LINKS + 1 if at == other else other
    inserted = tampering is put_in
    first = min(at, partner) if swaps else at + inserted
    assert (state.broken, state.links) == (first, first - 1)
    assert verify_audit(connection, audited.team).ok


def test_an_entry_taken_out_of_the_queue_before_it_was_linked_is_missed(
    chained: tuple[AuditedTeam, Connection],
) -> None:
    audited, connection = chained

    def hide() -> None:
        TeamPeople.found(connection, audited.databases.clock).members.add("hidden")
        connection.execute("DELETE FROM audit_wait")

    state = tampered(audited, connection, hide)
    assert not state.ok
    assert (state.broken, state.links) == (0, LINKS)
    assert "1" in state.why


def test_a_chain_whose_end_was_moved_is_missed(chained: tuple[AuditedTeam, Connection]) -> None:
    audited, connection = chained
    state = tampered(audited, connection, lambda: connection.execute("UPDATE audit_end SET number = 3"))
    assert not state.ok
