"""The worker links what was written: each entry once, in one chain a team, whatever runs beside it."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import psycopg
import pytest

from scrubjay_team.audit import chaining
from scrubjay_team.audit.chaining import AuditChainer
from scrubjay_team.audit.verifying import verify_audit
from scrubjay_team.database.working import WorkerDatabase
from scrubjay_team.people.people import TeamPeople
from tests.servers.team.audit.conftest import AuditedTeam


def add_members(audited: AuditedTeam, *names: str) -> None:
    with audited.owner() as connection:
        for name in names:
            TeamPeople.found(connection, audited.databases.clock, "acme").members.add(name)


def test_what_was_written_is_linked_once(audited: AuditedTeam) -> None:
    there = len(audited.acts())
    assert (audited.chain(), audited.chain()) == (there, 0)
    add_members(audited, "zed")
    assert audited.chain() == 1
    state = audited.verified()
    assert (state.ok, state.links, state.waiting) == (True, there + 1, 0)


def test_a_chain_longer_than_one_batch_is_linked_whole(audited: AuditedTeam, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chaining, "BATCH", 2)
    there = len(audited.acts())
    assert audited.chain() == there
    assert audited.verified().links == there


def test_an_entry_that_was_committed_late_is_linked(audited: AuditedTeam) -> None:
    with audited.owner() as late:
        TeamPeople.found(late, audited.databases.clock).projects.add("late", "https://git.example/late.git")
        before = audited.chain()
    assert before > 0
    assert audited.chain() == 1
    assert audited.verified().ok


def test_two_teams_have_two_chains(make_audited: Callable[..., AuditedTeam]) -> None:
    acme, bolt = make_audited("acme"), make_audited("bolt")
    acme.chain()
    one, other = acme.verified(), bolt.verified()
    assert (one.ok, other.ok) == (True, True)
    assert one.links == other.links > 0
    assert one.hash != other.hash


def test_two_workers_at_once_make_one_chain(audited: AuditedTeam) -> None:
    databases = audited.databases
    add_members(audited, *(f"m{n}" for n in range(30)))
    with WorkerDatabase(databases.addresses.worker) as other, ThreadPoolExecutor(3) as threads:
        chainers = [AuditChainer(pool) for pool in (databases.worker, other, databases.worker)]
        added = sum(threads.map(AuditChainer.run, chainers))
    state = audited.verified()
    assert (state.ok, state.links, state.waiting) == (True, added, 0)


def test_only_the_owner_of_the_tables_changes_or_deletes(audited: AuditedTeam) -> None:
    audited.chain()
    at = audited.databases.addresses
    for dsn in (at.app, at.worker):
        for statement in (
            "UPDATE audit_entry SET act = 'x'", "DELETE FROM audit_entry", "UPDATE audit_link SET hash = hash",
            "DELETE FROM audit_link", "INSERT INTO audit_entry (act) VALUES ('x')", "DELETE FROM audit_end",
            "SELECT add_audit(NULL, NULL, 'x', 'x', gen_random_uuid(), '{}')",
        ):  # fmt: skip
            with psycopg.connect(dsn) as connection, pytest.raises(psycopg.errors.InsufficientPrivilege):
                connection.execute(statement)


def test_the_worker_sees_one_team_at_a_time(make_audited: Callable[..., AuditedTeam]) -> None:
    acme = make_audited("acme")
    make_audited("bolt")
    with acme.databases.worker.plain() as connection:
        assert connection.execute("SELECT FROM audit_entry").fetchall() == []
        connection.execute("SELECT enter_audit(%s)", [acme.team])
        rows = connection.execute("SELECT DISTINCT team FROM audit_entry").fetchall()
    assert [row["team"] for row in rows] == [acme.team]


def test_a_team_without_a_chain_has_nothing_wrong(audited: AuditedTeam) -> None:
    with audited.owner() as connection:
        state = verify_audit(connection, audited.team)
    assert state.ok
    assert (state.links, state.hash, state.waiting) == (0, "", len(audited.acts()))
