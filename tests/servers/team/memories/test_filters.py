"""Filters of lists and questions: they choose among all memories, before the newest or the best are taken."""

from datetime import timedelta

import pytest

from scrubjay.knowledge.retrieval.scope import Filters
from scrubjay_team.memories.claims import TeamClaim
from scrubjay_team.memories.listing import MemoryFilters
from scrubjay_team.memories.memories import TeamMemories
from tests.fakes import HashingEmbedder
from tests.servers.team.memories.conftest import People

NEEDLE = "The port of the needle host is 8443 at 100% load."
MANY = 1_200


def crowd(people: People) -> None:
    """Newer memories of the same words, more than a list or an arm of a search takes."""
    first = people.remember("anna", "The port of the host is 8080 behind the proxy.")
    with people.entered("anna") as entered:
        for table, own in (("memory", "id, content"), ("memory_passage", "memory")):
            row = entered.connection.execute(
                "SELECT string_agg(column_name, ', ' ORDER BY ordinal_position) AS names"
                " FROM information_schema.columns"
                " WHERE table_schema = 'scrubjay' AND table_name = %s AND is_identity = 'NO'"
                " AND column_name <> ALL (%s) AND has_column_privilege(%s, column_name, 'INSERT')",
                (table, own.split(", "), table),
            ).fetchone()
            assert row is not None
            copied = "gen_id(n), content || ' ' || n" if table == "memory" else "gen_id(n)"
            copied = copied.replace("gen_id(n)", "lpad(to_hex(n), 32, '0')::uuid")
            where = "id" if table == "memory" else "memory"
            entered.connection.execute(
                f"INSERT INTO {table} ({own}, {row['names']}) SELECT {copied}, {row['names']}"
                f" FROM {table}, generate_series(1, %s) AS n WHERE {where} = %s",
                (MANY, first),
            )


@pytest.fixture
def full(people: People) -> People:
    """One memory that bears everything a filter asks for, under a crowd of newer ones."""
    people.memories = TeamMemories(HashingEmbedder(384), people.databases.clock)
    people.remember(
        "ben", NEEDLE, repo="shop", kind="procedure", tags=("Needle", "port"), applies="Staging", session="s-1"
    )
    people.databases.clock.now += timedelta(days=2)
    crowd(people)
    return people


@pytest.mark.parametrize(
    "asked",
    [
        {"tags": ("needle",)}, {"kinds": ("procedure",)}, {"session": "s-1"}, {"author": "ben"}, {"repo": "shop"},
        {"tags": ("#port", "NEEDLE"), "grades": ("said",)},
    ],
)  # fmt: skip
def test_a_list_finds_what_lies_under_a_thousand_newer_ones(full: People, asked: dict[str, object]) -> None:
    with full.entered("anna") as entered:
        found = full.memories.listed(entered, MemoryFilters(**asked))  # type: ignore[arg-type]
    assert ([one.content for one in found.memories], found.total, found.more) == ([NEEDLE], 1, False)


def test_the_total_of_a_list_is_that_of_all(full: People) -> None:
    with full.entered("anna") as entered:
        every = full.memories.listed(entered, MemoryFilters(), 2)
        said = full.memories.listed(entered, MemoryFilters(grades=("said",)), 2)
        newer = full.memories.listed(entered, MemoryFilters(since="2026-03-04"), 2)
        quoted = full.memories.listed(entered, MemoryFilters(grades=("quoted",)), 2)
    assert (len(every.memories), every.total, said.total) == (2, MANY + 2, MANY + 2)
    assert (newer.total, quoted.total) == (MANY + 1, 0)


@pytest.mark.parametrize(
    "filters",
    [
        Filters(tags=("needle",)), Filters(applies=("staging",)), Filters(until="2026-03-03"),
        Filters(holds=("100% load",)), Filters(lacks=("proxy",)), Filters(holds=("NEEDLE host",), tags=("port",)),
    ],
)  # fmt: skip
@pytest.mark.parametrize("words", ["port of the host", "which door is open", ""])
def test_a_question_finds_what_filters_leave_of_a_crowd(full: People, words: str, filters: Filters) -> None:
    assert full.found("anna", words, limit=3, filters=filters) == [NEEDLE]


@pytest.mark.parametrize(
    "filters",
    [Filters(tags=("need",)), Filters(holds=("100_ load",)), Filters(until="2026-02"), Filters(applies=("s",))],
)
def test_a_question_finds_nothing_that_filters_refuse(full: People, filters: Filters) -> None:
    assert full.found("anna", "port of the host", filters=filters) == []


def test_a_filter_shows_nobody_what_their_grants_hide(full: People) -> None:
    full.remember("anna", "The ledger of pay is dark.", repo="pay", tags=("needle",))
    asked = Filters(tags=("needle",))
    assert [len(full.found(who, "the ledger port", filters=asked)) for who in ("anna", "ben", "carl")] == [2, 1, 0]
    with full.entered("ben") as entered:
        assert full.memories.listed(entered, MemoryFilters(tags=("needle",))).total == 1


def test_a_proposal_to_every_team_says_that_it_waits(people: People) -> None:
    with people.entered("ben") as entered:
        people.memories.remember(entered, TeamClaim(content=NEEDLE, scope="global"))
        (waiting,) = people.memories.listed(entered, MemoryFilters(status="held")).memories
        assert waiting.waits == "proposed, waiting for the server's owner"
    with people.entered("anna") as entered:
        assert people.memories.listed(entered, MemoryFilters(status="held")).memories == ()
