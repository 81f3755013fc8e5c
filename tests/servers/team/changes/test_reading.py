"""What changed since a position, for one member: by the grants and rights of that moment, nothing lost or twice."""

import threading
from contextlib import suppress
from dataclasses import asdict
from uuid import UUID

import psycopg
import pytest

from scrubjay_team.changes.news import news_parts
from scrubjay_team.changes.reading import MOST_CHANGED, Q, position
from scrubjay_team.changes.values import OutboxPosition
from scrubjay_team.memories.claims import TeamClaim
from scrubjay_team.memories.handoffs import TeamHandoffs
from scrubjay_team.memories.pools import TeamPools
from tests.servers.team.changes.conftest import here, told, told_ids
from tests.servers.team.makers import NOW, grant, make_token
from tests.servers.team.memories.conftest import People

CACHE = "The cache keeps a page for sixty minutes."
OTHER = "Invoices are numbered by the billing service."


def undo(people: People, content: str) -> None:
    """A memory that is remembered in a transaction which is rolled back."""
    with suppress(KeyError), people.entered("anna") as entered:
        people.memories.remember(entered, TeamClaim(content=content))
        raise KeyError


def test_a_memory_is_told_to_whom_a_query_shows_it(people: People) -> None:
    since = here(people)
    everybodys, payments = people.remember("anna", CACHE), people.remember("anna", OTHER, repo="pay")
    assert told_ids(people, "anna", since) == {"memories": {everybodys}, "memories pay": {payments}}
    assert told_ids(people, "ben", since) == {"memories": {everybodys}}
    assert told_ids(people, "rita", since) == {"memories": {everybodys}}
    assert told_ids(people, "carl", since) == {}


def test_what_was_told_is_told_once(people: People) -> None:
    since = here(people)
    people.remember("anna", CACHE)
    found = told(people, "ben", since)
    assert [(one.count, one.others, one.fresh) for one in found.changes] == [(1, 1, 1)]
    assert told(people, "ben", found.upto).changes == ()
    (own,) = told(people, "anna", since).changes
    assert (own.count, own.others, own.fresh) == (1, 0, 0)


def test_a_late_commit_with_a_lower_number_is_told_beside_one_that_never_ends(people: People) -> None:
    since = here(people)
    with psycopg.connect(people.databases.addresses.app) as hanging, people.entered("anna") as late:
        hanging.execute("SELECT pg_current_xact_id()")
        kept = people.memories.remember(late, TeamClaim(content=CACHE))
        early = people.remember("ben", OTHER)
        found = told(people, "rita", since)
        assert [one.ids for one in found.changes] == [(early,)]
    after = told(people, "rita", found.upto)
    assert [one.ids for one in after.changes] == [(kept.id,)]  # type: ignore[union-attr]
    assert told(people, "rita", after.upto).changes == ()


def test_what_was_rolled_back_is_never_told(people: People) -> None:
    since = here(people)
    undo(people, CACHE)
    assert told(people, "anna", since).changes == ()


def test_an_end_is_told_and_what_is_forgotten_is_gone(people: People) -> None:
    ended, forgotten = people.remember("anna", CACHE), people.remember("anna", OTHER, repo="pay")
    since = here(people)
    with people.entered("anna") as entered:
        people.memories.update(entered, ended, "retract", TeamClaim(content=""), reason="It was wrong.")
        people.memories.forget(entered, forgotten)
    assert told_ids(people, "anna", since) == {"memories": {ended}, "memories pay": {f"-{forgotten}"}}
    assert told_ids(people, "ben", since) == {"memories": {ended}}


def test_a_proposal_is_its_authors_until_it_is_accepted_and_is_gone_when_it_is_refused(people: People) -> None:
    since = here(people)
    id = people.remember("ben", CACHE, scope="global")
    assert [bool(told(people, who, since).changes) for who in ("ben", "anna", "carl")] == [True, False, False]
    since = here(people)
    with people.databases.owner.transaction() as connection:
        connection.execute("UPDATE memory SET accepted_at = now()")
    assert [told_ids(people, who, since) for who in ("anna", "carl")] == [{"memories": {id}}] * 2
    since = here(people)
    with people.databases.owner.transaction() as connection:
        connection.execute("UPDATE memory SET accepted_at = NULL, status = 'retracted'")
    gone = {"memories": {f"-{id}"}}
    assert [told_ids(people, who, since) for who in ("anna", "carl", "ben")] == [gone, gone, {"memories": {id}}]


def test_a_grant_shows_what_changed_since_and_its_end_hides_it(people: People) -> None:
    since = here(people)
    id = people.remember("anna", CACHE, repo="pay")
    assert told_ids(people, "ben", since) == {}
    grant(people.databases.owner, people.projects["pay"], people.members["ben"])
    assert told_ids(people, "ben", since) == {"memories pay": {id}}
    people.tokens["ben"] = make_token(people.databases.owner, people.members["ben"], projects=[people.projects["shop"]])
    assert told_ids(people, "ben", since) == {}


def test_a_handoff_is_told_to_whom_it_concerns_and_waits_for_whom_it_is_for(people: People) -> None:
    handoffs, since = TeamHandoffs(people.databases.clock), here(people)
    with people.entered("anna") as entered:
        left = handoffs.initiate(entered, "ben", {"task_description": "Finish the cache.", "current_state": "Half."})
    (found,) = told(people, "ben", since).changes
    assert (found.told, found.ids, found.waiting, found.ended) == ("handoffs", (left.id,), (left.id,), 0)
    assert [told(people, who, since).changes for who in ("rita", "carl")] == [(), ()]
    since = here(people)
    with people.entered("ben") as entered:
        handoffs.reject(entered, left.id, "I am away.")
    (found,) = told(people, "anna", since).changes
    assert (found.ids, found.waiting, found.ended) == ((left.id,), (), 1)
    since = here(people)
    with people.entered("anna") as entered:
        handoffs.news(entered)
    assert told(people, "anna", since).changes == ()


def test_a_handoff_for_a_client_is_told_as_that_client_s_until_it_waits_no_more(people: People) -> None:
    handoffs, since = TeamHandoffs(people.databases.clock), here(people)
    with people.entered("anna") as entered:
        left = handoffs.initiate(entered, "any:codex", {"task_description": "Finish the cache."})
    (found,) = told(people, "ben", since).changes
    assert (found.name, found.waiting, found.over) == ("codex", (left.id,), ())
    assert news_parts("acme", [found], "codex") == ("1 handoff for you in team acme",)
    assert news_parts("acme", [found], "claude-code") == ()
    (own,) = told(people, "anna", since).changes
    assert (own.waiting, own.over) == ((), ())
    since = here(people)
    with people.entered("ben") as entered:
        handoffs.accept(entered, left.id, "s1", "codex")
    assert [(one.waiting, one.over) for one in told(people, "ben", since).changes] == [((), (left.id,))]


def test_what_is_forgotten_leaves_its_pools_for_those_who_saw_it_there(people: People) -> None:
    pools = TeamPools(people.databases.clock)
    shown, hidden = people.remember("anna", CACHE), people.remember("anna", OTHER, repo="pay")
    with people.entered("anna") as entered:
        pools.create(entered, "ops")
        for id in (shown, hidden):
            pools.share(entered, "ops", id)
    with people.entered("ben") as entered:
        pools.join(entered, "ops")
    since = here(people)
    with people.entered("anna") as entered:
        for id in (shown, hidden):
            people.memories.forget(entered, id)
    assert told_ids(people, "anna", since)["pool ops"] == {f"-{shown}", f"-{hidden}"}
    assert told_ids(people, "ben", since)["pool ops"] == {f"-{shown}"}
    assert "pool ops" not in told_ids(people, "rita", since)


def test_a_pool_is_told_to_its_members_and_to_others_that_it_is_there(people: People) -> None:
    pools, since = TeamPools(people.databases.clock), here(people)
    shown, hidden = people.remember("anna", CACHE), people.remember("anna", OTHER, repo="pay")
    with people.entered("anna") as entered:
        made = pools.create(entered, "auth")
        pools.share(entered, "auth", shown)
        pools.share(entered, "auth", hidden)
    assert told_ids(people, "anna", since)["pool auth"] == {made.id, shown, hidden}
    assert told_ids(people, "ben", since)["pool auth"] == {made.id}
    assert told_ids(people, "carl", since) == {}
    with people.entered("ben") as entered:
        pools.join(entered, "auth")
    assert told_ids(people, "ben", since)["pool auth"] == {made.id, shown}
    since = here(people)
    with people.entered("anna") as entered:
        people.memories.update(entered, shown, "retract", TeamClaim(content=""), reason="It was wrong.")
    assert told_ids(people, "ben", since) == {"memories": {shown}, "pool auth": {shown}}
    assert told_ids(people, "rita", since) == {"memories": {shown}}


def test_a_token_that_may_not_ask_isnt_told(people: People) -> None:
    since = here(people)
    people.remember("anna", CACHE)
    people.tokens["ben"] = make_token(people.databases.owner, people.members["ben"], scopes=("handoff",))
    assert told(people, "ben", since).changes == ()


@pytest.mark.parametrize("fault", ["another database", "a day and an hour ago"])
def test_a_position_that_means_nothing_here_is_answered_by_asking_anew(people: People, fault: str) -> None:
    since = here(people)
    with psycopg.connect(people.databases.addresses.superuser) as admin:
        (long_ago,) = admin.execute("SELECT clock_timestamp() - interval '25 hours'").fetchone() or ()
    old = (
        OutboxPosition(since.snapshot, since.last, since.epoch, long_ago)
        if "ago" in fault
        else OutboxPosition("3:3:", 0, "1/1/1", since.at)
    )
    assert told(people, "anna", old).resync


def test_more_than_can_be_told_is_answered_by_asking_anew_unless_it_is_hidden(people: People) -> None:
    since = here(people)
    with psycopg.connect(people.databases.addresses.superuser) as admin:
        admin.execute(
            "INSERT INTO scrubjay.outbox (kind, change, resource, team, project) "
            "SELECT 'memory', 'gone', gen_random_uuid(), %s, %s FROM generate_series(0, %s)",
            [people.teams["acme"], people.projects["pay"], MOST_CHANGED],
        )
    assert told(people, "anna", since).resync
    ben = told(people, "ben", since)
    assert (ben.resync, ben.changes) == (False, ())


def test_a_number_of_a_transaction_that_is_given_again_hides_nothing(people: People) -> None:
    people.remember("anna", CACHE)
    before = here(people)
    people.remember("anna", OTHER)
    now = here(people)
    again = OutboxPosition(now.snapshot, before.last, now.epoch, before.at)
    """It saw these numbers of transactions, which left no trace then."""
    assert [one.count for one in told(people, "ben", again).changes] == [1]
    assert told(people, "ben", now).changes == ()


def test_whom_a_change_concerns_is_told_by_tokens_alone(people: People) -> None:
    since, unknown = here(people), b"0" * 32
    people.remember("anna", OTHER, repo="pay")
    with people.databases.app.plain() as connection:
        asked = {"since": since.snapshot, "since_last": since.last, "upto": position(connection).snapshot}
        tokens = [people.tokens[who] for who in ("anna", "ben", "rita", "carl")]
        rows = connection.execute(Q.concerned, {**asked, "at": NOW, "digests": [*tokens, unknown]}).fetchall()
        assert [bytes(row["digest"]) for row in rows] == [people.tokens["anna"]]


def test_nobody_takes_the_place_of_anothers_news(people: People) -> None:
    for who in ("ben", "anna"):
        with people.entered("anna") as anna, people.entered(who) as entered:
            row = {**asdict(position(entered.connection)), "token": anna.caller.token}
            entered.connection.execute(Q.begin_telling, {**row, "member": entered.caller.member})
            assert len(entered.connection.execute(Q.told, {"token": anna.caller.token}).fetchall()) == 1


def test_connections_tell_the_process_that_a_change_was_committed(people: People) -> None:
    heard: list[tuple[int, int]] = []
    people.databases.app.on_change = lambda number: heard.append((number, threading.get_ident()))
    people.remember("anna", CACHE)
    with people.entered("anna") as entered:
        entered.connection.execute("SELECT 1")
    undo(people, OTHER)
    people.remember("anna", OTHER)
    assert [who for _, who in heard] == [threading.get_ident()] * 2
    assert heard[0][0] < heard[1][0]


def test_nobodys_transaction_reads_nothing_and_none_writes_a_change(people: People) -> None:
    people.remember("anna", CACHE)
    with people.databases.app.plain() as connection:
        assert connection.execute("SELECT FROM outbox").fetchall() == []
    with people.entered("anna") as entered:
        for sql in ("DELETE FROM outbox", "UPDATE outbox SET team = NULL", "INSERT INTO outbox DEFAULT VALUES"):
            with pytest.raises(psycopg.errors.InsufficientPrivilege), entered.connection.transaction():
                entered.connection.execute(sql)
        row = entered.connection.execute("SELECT token FROM told").fetchall()
        assert row == []
    assert isinstance(people.teams["acme"], UUID)
