"""What becomes of each record: everything is accounted for, once, however often and however far an import went."""

from collections.abc import Callable, Generator

import pytest

from scrubjay.errors import UsageError
from scrubjay.memory.lifecycle.memories import Memories
from scrubjay.memory.store.request import RememberRequest
from scrubjay.model.evidence import Origin, Verdict
from scrubjay.model.record import Item, Record, Skipped
from scrubjay_exchange.importing.formats import format_of
from scrubjay_exchange.importing.importer import OUTCOMES, Importer
from scrubjay_exchange.importing.mapping import chosen
from tests.shared.memory.conftest import Grounding, Hands
from tests.shared.scrubjay_exchange.importing.conftest import Bring

ITEMS: list[Item] = [
    Record(text="Vans leave at six.", where="1", name="a", tags=("vans",), kind="fact"),
    Record(text="Vans leave at six.", where="2", name="b"),
    Record(text="Owls carry letters.", where="3", name="c", kind="decision"),
    Record(text=" ", where="4", name="d"),
    Record(text="x" * 20_000, where="5", name="e"),
    Record(text="Kites fly.", where="6", name="f", applies="blank\tone"),
    Skipped("7", "deleted there"),
]


@pytest.fixture
def memories(make_memories: Callable[..., Memories]) -> Memories:
    return make_memories("p1")


def test_what_goes_in_is_accounted_for_and_a_second_time_nothing_is_new(memories: Memories, bring: Bring) -> None:
    first = bring(memories, ITEMS, "mem0")
    assert first.counts == {"stored": 2, "known": 1, "held": 0, "blocked": 0, "skipped": 4}
    assert [one.where for one in first.taken] == ["1", "2", "3", "4", "5", "6", "7"]
    assert all(one.reason for one in first.taken if one.outcome == "skipped")
    kept = [(memory.content, memory.kind, memory.tags, memory.author) for memory in memories.believed()]
    assert sorted(kept) == [
        ("Owls carry letters.", "decision", (), "mem0"), ("Vans leave at six.", "fact", ("vans",), "mem0"),
    ]  # fmt: skip
    second = bring(memories, ITEMS, "mem0")
    assert second.counts == {"stored": 0, "known": 3, "held": 0, "blocked": 0, "skipped": 4}
    assert len(memories.believed()) == 2


def test_a_record_is_an_agents_word_whoever_imports_it(memories: Memories, bring: Bring) -> None:
    bring(memories, ITEMS[:1], "mem0", vouched=True)
    (one,) = memories.believed()
    assert (one.origin, one.agent) == (Origin.AGENT, "")


@pytest.mark.parametrize("verdict", [Verdict.HELD, Verdict.BLOCKED])
def test_what_grounding_holds_or_blocks_is_counted_so(
    verdict: Verdict, memories: Memories, bring: Bring, grounding: Grounding
) -> None:
    grounding.verdict = verdict
    assert bring(memories, ITEMS[:1], "mem0").counts[str(verdict)] == 1
    assert memories.believed() == ()


def test_a_dry_run_tells_the_same_and_writes_nothing(memories: Memories, bring: Bring) -> None:
    judged = bring(memories, ITEMS[2:], "mem0", dry_run=True)
    assert judged.counts == {"stored": 1, "known": 0, "held": 0, "blocked": 0, "skipped": 4}
    assert memories.believed() == ()


@pytest.mark.parametrize("stopped", range(1, 5))
def test_an_import_that_was_stopped_goes_on_where_it_was(
    stopped: int, memories: Memories, bring: Bring, hands: Hands
) -> None:
    items: list[Item] = [Record(text=f"Van {n} is red.", where=str(n), name=str(n)) for n in range(5)]
    running = Importer(memories, hands).bring(format_of("mem0"), items, RememberRequest(content=""))
    for _ in range(stopped):
        next(running)
    assert isinstance(running, Generator)
    running.close()
    assert bring(memories, items, "mem0").counts["known"] == stopped
    assert len(memories.believed()) == 5
    assert set(OUTCOMES) == set(bring(memories, items, "mem0").counts)


def test_no_secret_of_a_record_is_quoted_whatever_becomes_of_it(
    make_memories: Callable[..., Memories], bring: Bring
) -> None:
    secret = f"ghp_{'aB3dE6gH9j' * 4}"[:40]
    items: list[Item] = [
        Record(text=f"The depot's token is {secret}.", where=f"{secret}.md", tags=(secret,), name="1"),
        Record(text="Kites fly.", where="2", name="2", applies=f"blank\t{secret}"),
        Skipped(f"{secret}.md", f"of the user {secret}"),
    ]
    for dry_run in (True, False):
        report = bring(make_memories("p1"), items, "mem0", dry_run=dry_run)
        assert secret not in str(report)
        assert "[redacted:" in report.taken[0].text
    with pytest.raises(UsageError) as refused:
        list(chosen([Record(text="a", where="1", owner=owner) for owner in ("b", secret)], "user", (), ""))
    assert secret not in str(refused.value)


def test_the_id_of_another_memory_is_not_taken(make_memories: Callable[..., Memories], bring: Bring) -> None:
    mine, other = make_memories("p1"), make_memories("p2")
    id = "ab" * 16
    bring(mine, [Record(text="Vans leave at six.", where="1", name=id, id=id)])
    bring(other, [Record(text="Owls carry letters.", where="1", name=id, id=id, changed=True)])
    assert mine.get(id).content == "Vans leave at six."
    assert other.get(id).content == "Owls carry letters.", "each project has a database of its own"
