"""Who reads the audit: an owner all of it, a reviewer what became of memories, by a session alone, of their team."""

from collections.abc import Callable

import pytest

from scrubjay.errors import LimitExceeded
from scrubjay_team.audit.reading import TeamAudit
from scrubjay_team.errors import NotGranted
from scrubjay_team.people.leaving import Leaving
from tests.servers.team.audit.conftest import AuditedTeam
from tests.servers.team.makers import make_token


def kinds(audited: AuditedTeam, who: str) -> list[str]:
    with audited.entered(who) as entered:
        return [f"{one.entry.kind} {one.entry.act}" for one in TeamAudit().page(entered).acts]


def test_an_owner_reads_all_of_it_with_the_names_of_now(audited: AuditedTeam) -> None:
    audited.chain()
    with audited.entered("olga") as entered:
        Leaving.by(entered, audited.databases.clock).remove("will")
    with audited.entered("olga") as entered:
        acts = TeamAudit().page(entered).acts
    newest = acts[0]
    assert {f"{one.entry.kind} {one.entry.act}" for one in acts[:2]} == {"member remove", "session end"}
    assert (newest.entry.how, newest.member_name, newest.number) == ("session", "olga", 0)
    assert "will (left 2026-03-02)" in {one.object_name for one in acts[:2]}
    assert all(one.number for one in acts[2:])


def test_pages_lead_to_the_oldest(audited: AuditedTeam) -> None:
    seen: list[int] = []
    before = 0
    while True:
        with audited.entered("olga") as entered:
            page = TeamAudit().page(entered, before, limit=2)
        seen += [one.entry.id for one in page.acts]
        before = page.before
        if not before:
            break
    assert seen == sorted(seen, reverse=True)
    assert len(seen) == len(audited.acts())


def test_a_reviewer_reads_what_became_of_memories_alone(audited: AuditedTeam) -> None:
    assert "member add" in kinds(audited, "olga")
    assert kinds(audited, "rosa") == []


def test_a_writer_and_a_token_read_nothing(audited: AuditedTeam) -> None:
    with pytest.raises(NotGranted):
        kinds(audited, "will")
    digest = make_token(audited.databases.owner, audited.members["olga"])
    with pytest.raises(NotGranted, match="signed in"), audited.databases.app.entered(digest) as entered:
        TeamAudit().page(entered)
    with audited.databases.app.entered(digest) as entered:
        assert entered.connection.execute("SELECT FROM audit_entry").fetchall() == []


def test_nobody_reads_another_teams(make_audited: Callable[..., AuditedTeam]) -> None:
    acme, bolt = make_audited("acme"), make_audited("bolt")
    acme.chain()
    with acme.entered("olga") as entered:
        teams = {one.entry.team for one in TeamAudit().page(entered).acts}
        links = entered.connection.execute("SELECT DISTINCT team FROM audit_link").fetchall()
    assert teams == {acme.team} == {row["team"] for row in links}
    assert bolt.team not in teams


@pytest.mark.parametrize("limit", [0, 201])
def test_a_page_has_bounds(audited: AuditedTeam, limit: int) -> None:
    with audited.entered("olga") as entered, pytest.raises(LimitExceeded):
        TeamAudit().page(entered, limit=limit)
