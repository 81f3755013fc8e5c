"""What somebody in quarantine wrote is as if it had never been written; a lift brings everything back."""

import re
import tempfile
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scrubjay.errors import NotFound
from scrubjay.identity.audit import CrossScopeReads
from scrubjay.memory.lifecycle import quarantined as rows
from scrubjay.memory.lifecycle.exchange import export_lines
from scrubjay.memory.lifecycle.memories import Memories
from scrubjay.memory.store.index import confirmation_counts
from scrubjay.memory.store.request import RememberRequest
from scrubjay.memory.store.scopes import MemoryStores
from scrubjay.model.evidence import Verdict
from scrubjay.model.memory import Blocked, Change
from scrubjay.model.quarantine import QuarantineCounts
from scrubjay.storage.database import Database
from tests.shared.memory.conftest import (
    BY_HAND,
    Characters,
    EveryBranch,
    Grounding,
    Hands,
    captured_grades,
    said,
    stored,
)

BAD = {"author": "mallory", "session": "bad-session"}
GOOD = {"author": "ada", "session": "good-session"}


def impose(memories: Memories, who: str = "mallory") -> QuarantineCounts:
    return memories.writing("project", lambda c, place: rows.impose(c, place, who, {who}, "ada", "it lies"))


def lift(memories: Memories, who: str = "mallory") -> QuarantineCounts:
    return memories.writing("project", lambda c, place: rows.lift(c, place, who, "ada"))


@pytest.mark.parametrize("who", ["mallory", "bad-session"])
def test_what_an_author_or_a_session_wrote_is_gone_and_comes_back(memories: Memories, who: str) -> None:
    stored(memories, "Vans leave at six.", **GOOD)
    id = stored(memories, "Vans leave at nine.", **BAD)
    assert impose(memories, who) == QuarantineCounts(1, 0)
    assert said(memories) == ["Vans leave at six."]
    assert memories.of_ids([id]) == {}
    with pytest.raises(NotFound):
        memories.get(id)
    assert lift(memories, who) == QuarantineCounts(1, 0)
    assert said(memories) == ["Vans leave at nine.", "Vans leave at six."]


def test_what_it_replaced_holds_again_until_a_lift(memories: Memories, hands: Hands) -> None:
    old = stored(memories, "Vans leave at six.", **GOOD)
    stored(memories, "Vans leave at nine.", supersedes=old, how=Change.SUPERSEDE, **BAD)
    assert said(memories) == ["Vans leave at nine."]
    hands.pass_by(hours=1)
    assert impose(memories).replaced == 1
    assert said(memories) == ["Vans leave at six."]
    hands.pass_by(hours=1)
    assert lift(memories).replaced == 1
    assert said(memories) == ["Vans leave at nine."]


def test_what_somebody_else_replaced_as_well_stays_ended(memories: Memories, hands: Hands) -> None:
    old = stored(memories, "Vans leave at six.", **GOOD)
    stored(memories, "Vans leave at nine.", supersedes=old, **BAD)
    impose(memories)
    hands.pass_by(hours=1)
    stored(memories, "Vans leave at ten.", supersedes=old, **GOOD)
    lift(memories)
    assert set(said(memories)) == {"Vans leave at ten.", "Vans leave at nine."}


def test_it_writes_nothing_meanwhile_and_others_may_say_the_same(memories: Memories) -> None:
    stored(memories, "Vans leave at nine.", key="k", **BAD)
    impose(memories)
    refused = memories.remember(RememberRequest(content="Vans leave at ten.", **BAD))  # type: ignore[arg-type]
    assert isinstance(refused, Blocked)
    assert (refused.reason, "--lift" in refused.do) == ("mallory is quarantined", True)
    stored(memories, "Vans leave at nine.", **GOOD)
    assert said(memories) == ["Vans leave at nine."]
    by_its_key = memories.remember(RememberRequest(content="Vans leave.", key="k", **GOOD))  # type: ignore[arg-type]
    assert isinstance(by_its_key, Blocked)


def test_it_confirms_nothing(memories: Memories, grounding: Grounding, hands: Hands) -> None:
    id = stored(memories, "Vans leave at six.", identified=True, **GOOD)
    hands.pass_by(days=1)
    grounding.verdict, grounding.conflict = Verdict.KNOWN, id
    stored(memories, "Vans leave at six.", identified=True, **BAD)
    grounding.verdict = Verdict.STORED

    def count() -> dict[str, int]:
        return memories.reading("project", lambda c, _: confirmation_counts(c, [id]))

    assert count() == {id: 1}
    assert len(memories.evidence([id])[id]) == 2
    for who in ("mallory", "bad-session"):
        stored(memories, f"Somebody else's word, {who}.", **BAD)
        impose(memories, who)
        assert count() == {}
        lift(memories, who)
    for who in ("mallory", "bad-session"):
        impose(memories, who)
        assert len(memories.evidence([id])[id]) == 1
        lift(memories, who)
    assert len(memories.evidence([id])[id]) == 2


def test_it_contradicts_nothing(memories: Memories, grounding: Grounding) -> None:
    id = stored(memories, "Vans leave at six.", **GOOD, **BY_HAND)
    grounding.contradicts = (id,)
    against = stored(memories, "Vans never leave at six.", **BAD)
    grounding.contradicts = (against,)
    other = stored(memories, "Vans leave at six sharp.", **GOOD)
    assert memories.of_ids([other])[other].contradicts == (against,)
    impose(memories)
    assert memories.of_ids([other])[other].contradicts == ()


def test_its_provenance_says_so_without_its_words(memories: Memories) -> None:
    id = stored(memories, "Vans leave at nine.", quote="at nine", tags=("vans",), applies="dock", **BAD)
    impose(memories)
    known = memories.provenance(id)
    assert known.quarantined.startswith("quarantined with mallory by ada at 2026-03-01")
    assert not re.search("nine|vans|dock", repr(known))
    assert memories.provenance(id).memory.author == "mallory"


def test_it_leaves_the_house_with_no_export(memories: Memories) -> None:
    stored(memories, "Vans leave at six.", **GOOD)
    stored(memories, "Vans leave at nine.", **BAD)
    impose(memories)
    lines = memories.reading("project", lambda c, place: list(export_lines(c, place, "project", b"")))
    assert len(lines) == 3
    assert "nine" not in "".join(lines)


def test_no_query_reads_memories_past_the_quarantine_but_those_that_write_or_keep_house() -> None:
    """A query that answers somebody reads `trusted`; one that doesn't is named here."""
    housekeeping = {
        "by_key", "add", "memory", "older", "newer", "number_of", "memory_row", "find_id", "empty_memory",
        "unindexed", "unanchored", "changed_since", "believed_between", "ends", "met", "clear_changed",
        "contradictions", "contradictions_ever", "hints", "newest_said", "newest_captured",
        "unbelieved", "doubt_unbelieved",
        "add_quarantined_sessions", "list_quarantines", "writers", "lost_to", "find_written", "first_written",
        "withheld",
        "written_by", "replaced_by", "made_of", "supported_by", "contested_by", "shared_by",
        "agent_writers", "in_pools", "claims_to_compare", "words_left",
        "counts", "every_group", "groups_of", "members", "numbers_of", "drop_ranks", "drop_contradiction", "settle",
    }  # fmt: skip
    shared = Path(__file__).parents[4] / "shared"
    found: set[str] = set()
    for file in shared.rglob("queries.sql"):
        for block in re.split(r"(?m)^-- name: ", file.read_text(encoding="utf-8"))[1:]:
            if re.search(r"\b(?:FROM|JOIN) memory\b", re.sub(r"(?m)^--.*", "", block.partition("\n")[2])):
                found.add(block.partition("\n")[0])
    assert found - housekeeping == set(), "read `trusted` instead of `memory`, so that a quarantine holds here, too"
    assert housekeeping - found <= {"doubt_unbelieved", "add", "empty_memory"}


steps = st.lists(
    st.tuples(st.booleans(), st.sampled_from(["write", "supersede", "correct"]), st.integers(0, 5)),
    min_size=2,
    max_size=12,
)


@settings(max_examples=25)
@given(steps)
def test_a_quarantine_shows_what_the_others_wrote_and_a_lift_what_was_there(
    some: Sequence[tuple[bool, str, int]],
) -> None:
    with tempfile.TemporaryDirectory() as folder, Database(Path(folder) / "knowledge.db", "knowledge") as database:
        hands = Hands()
        memories = made(database, hands, Path(folder))
        content: dict[str, str] = {}
        by_others: dict[str, bool] = {}
        replaced_by_others: set[str] = set()
        for number, (bad, how, pick) in enumerate(some):
            hands.pass_by(minutes=1)
            holding = memories.believed()
            old = holding[pick % len(holding)].id if holding and how != "write" else ""
            more = {"supersedes": old, "how": Change(how)} if old else {}
            id = stored(memories, f"Van {number} leaves at {number}.", **(BAD if bad else GOOD), **more)
            content[id], by_others[id] = f"Van {number} leaves at {number}.", not bad
            replaced_by_others |= {old} if not bad else set()
        before = said(memories)
        hands.pass_by(minutes=1)
        impose(memories)
        expected = {content[id] for id, good in by_others.items() if good and id not in replaced_by_others}
        assert set(said(memories)) == expected
        hands.pass_by(minutes=1)
        lift(memories)
        assert said(memories) == before


def made(database: Database, hands: Hands, folder: Path) -> Memories:
    stores = MemoryStores(
        project_id="p1",
        project=database,
        user=lambda: database,
        clock=hands,
        counter=Characters(),
        branches=EveryBranch(),
        reads=CrossScopeReads(lambda: database, hands, "p1", ""),
        user_exists=lambda: False,
    )
    service = Memories(stores, validate=Grounding(hands), grades=lambda ids: captured_grades(service, ids))
    return service
