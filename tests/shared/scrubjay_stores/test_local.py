"""The home and an export as stores: the promises of every store, and what neither gives away."""

from pathlib import Path

import pytest

from scrubjay.app import Workspace
from scrubjay.errors import UsageError
from scrubjay.extensions.testing.stores import check_memory_backend, memories_of
from scrubjay.model.grade import Grade
from scrubjay.model.memory import PRIVATE
from scrubjay_stores.errors import StoreUnreadable
from scrubjay_stores.local import ExportStore, HomeStore
from scrubjay_stores.replaying import Replay
from tests.shared.scrubjay_stores.conftest import MemoryStore, exported, memory, remember

TEXTS = ("Parcels below two kilograms go by owl.", "The north tower stores letters.", "Scales are checked on Mondays.")


def test_the_home_keeps_the_promises_of_a_store(worktree: Workspace) -> None:
    remember(worktree, *TEXTS)
    check_memory_backend(HomeStore(worktree))


def test_an_export_keeps_the_promises_of_a_store(worktree: Workspace, tmp_path: Path) -> None:
    remember(worktree, *TEXTS)
    store = ExportStore(worktree, "old", exported(worktree, tmp_path / "old.jsonl"))
    check_memory_backend(store)
    assert sorted(one.text for one in memories_of(store)) == sorted(TEXTS)
    assert [one.text for one in store.search("Which tower stores letters?", 1)] == [TEXTS[1]]


def test_what_arrives_at_home_is_said_by_its_author_there_and_never_told(worktree: Workspace) -> None:
    source = MemoryStore("mem", [memory(1, author="ben", told=True, kind="decision", tags=("shelf",))])
    (step,) = Replay(source, HomeStore(worktree)).steps()
    kept = worktree.memories.get(step.id)
    assert (kept.author, kept.kind, kept.tags, kept.origin) == ("ben in left", "decision", ("shelf",), "agent")
    assert worktree.memories.grades([kept.id])[kept.id] is Grade.SAID


def test_a_private_memory_and_one_that_ended_stay_at_home(worktree: Workspace) -> None:
    remember(worktree, TEXTS[0], tags=[PRIVATE])
    gone, kept = remember(worktree, *TEXTS[1:])
    worktree.memories.forget(gone, "anna")
    replay = Replay(HomeStore(worktree), target := MemoryStore("right"))
    list(replay.steps())
    assert [one.key for one in target.held] == [f"scrubjay:{kept}"]
    assert replay.report.reasons == {"private: it stays here": 1}


def test_a_memory_that_was_forgotten_here_isnt_brought_back(worktree: Workspace) -> None:
    (id,) = remember(worktree, TEXTS[0])
    away = MemoryStore("right")
    list(Replay(HomeStore(worktree), away).steps())
    worktree.memories.forget(id, "anna")
    back = Replay(away, HomeStore(worktree))
    list(back.steps())
    assert back.report.counts == {"known": 1}
    assert memories_of(HomeStore(worktree)) == []


def test_an_export_goes_to_another_home_under_its_ids_and_once(worktree: Workspace, tmp_path: Path) -> None:
    ids = remember(worktree, *TEXTS)
    store = ExportStore(worktree, "old", exported(worktree, tmp_path / "old.jsonl"))
    again = Replay(store, HomeStore(worktree))
    list(again.steps())
    assert again.report.counts == {"known": 3}
    assert sorted(one.key for one in memories_of(store)) == sorted(f"scrubjay:{id}" for id in ids)


def test_an_export_that_this_home_did_not_seal_takes_no_id_of_a_memory(worktree: Workspace, tmp_path: Path) -> None:
    ids = remember(worktree, *TEXTS)
    file = exported(worktree, tmp_path / "old.jsonl")
    file.write_text(file.read_text().replace("owl", "bat"))
    store = ExportStore(worktree, "old", file)
    assert not {one.key for one in memories_of(store)} & {f"scrubjay:{id}" for id in ids}
    assert not any(one.told for one in memories_of(store))
    for counts in ({"stored": 1, "known": 2}, {"known": 3}):
        replay = Replay(store, HomeStore(worktree))
        list(replay.steps())
        assert replay.report.counts == counts
    assert {worktree.memories.get(id).content for id in ids} == {*TEXTS}


@pytest.mark.parametrize("text", ["", "[", '{"scrubjay": "memories", "version": 99}', "\xff"])
def test_a_file_that_is_no_export_is_named(worktree: Workspace, tmp_path: Path, text: str) -> None:
    file = tmp_path / "old.jsonl"
    file.write_text(text, encoding="latin-1")
    with pytest.raises((UsageError, StoreUnreadable)):
        ExportStore(worktree, "old", file).count()


def test_a_file_that_is_gone_is_named(worktree: Workspace, tmp_path: Path) -> None:
    with pytest.raises(StoreUnreadable, match="old"):
        ExportStore(worktree, "old", tmp_path / "nothing").search("owls", 3)
