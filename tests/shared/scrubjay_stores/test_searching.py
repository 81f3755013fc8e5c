"""Search over stores: the same fan-out as a team's, each store by its name, a failing one told and left alone."""

import threading
from collections.abc import Sequence
from contextlib import AbstractContextManager

import pytest

from scrubjay.app import App, Workspace, open_app
from scrubjay.errors import UsageError
from scrubjay.model.far import FarRequest
from scrubjay.model.frozen import replace
from scrubjay.model.stored import StoredMemory
from scrubjay.search.recall.answer import RecallRequest
from scrubjay.settings.layers import load_settings
from scrubjay.wiring.afar import memories_there
from scrubjay_stores.errors import StoreAway, StoreRefused
from scrubjay_stores.gathering import StoreDirectory
from scrubjay_stores.searching import StoreSearch
from tests.conftest import Repo
from tests.fakes import HashingEmbedder
from tests.shared.scrubjay_stores.conftest import MemoryStore, exported, memory, remember

OWLS = memory(1, text="Owls carry parcels to the north tower.", author="ben", date="2026-11-02T09:00:00Z")
FAR = memory(2, text="Bread is baked on Fridays.")
ASKED = FarRequest(query="What do owls carry to the tower?")


class FailingStore(MemoryStore):
    """A store whose searches fail or hang."""

    def __init__(self, error: Exception | None = None, until: threading.Event | None = None) -> None:
        super().__init__("work", [OWLS, FAR])
        self.error, self.until, self.asked = error, until, 0

    def search(self, query: str, limit: int) -> tuple[StoredMemory, ...]:
        self.asked += 1
        if self.until:
            self.until.wait(20)
        if self.error:
            raise self.error
        return tuple(self.held)[:limit]


def answered(search: StoreSearch, request: FarRequest = ASKED) -> tuple[Sequence[str], Sequence[str]]:
    pending = search.begin(request)
    assert pending is not None
    answer = pending.result(5)
    return [one.text for one in answer.memories], answer.degraded


def test_what_has_the_words_fits_and_the_rest_is_only_nearest() -> None:
    pending = StoreSearch(FailingStore()).begin(ASKED)
    assert pending is not None
    answer = pending.result(5)
    (hit,) = answer.memories
    assert (hit.text, hit.author, hit.grade, answer.memories_fit) == (OWLS.text, "ben", "said", "good")
    assert [one.text for one in answer.below] == [FAR.text]


def test_words_of_a_model_are_shown_as_nobodys() -> None:
    store = FailingStore()
    store.held = [replace(OWLS, worded=True)]
    pending = StoreSearch(store).begin(ASKED)
    assert pending is not None
    (hit,) = pending.result(5).memories
    assert (hit.author, hit.grade, hit.marks) == ("", "", ("worded by the service's model",))


@pytest.mark.parametrize("error", [StoreAway("work is away."), StoreRefused("work is busy.", 9.0), ValueError("odd")])
def test_a_store_that_fails_is_named_and_left_alone_for_a_while(error: Exception) -> None:
    store = FailingStore(error)
    search = StoreSearch(store)
    texts, degraded = answered(search)
    assert not texts
    assert len(degraded) == 1
    assert answered(search) == ([], degraded)
    assert store.asked == 1


def test_one_that_is_late_is_named_and_waited_for_no_longer() -> None:
    over = threading.Event()
    pending = StoreSearch(FailingStore(until=over)).begin(ASKED)
    assert pending is not None
    assert pending.result(0.01).degraded == ("no answer within 250 ms",)
    over.set()


def test_questions_about_files_or_the_home_alone_arent_sent() -> None:
    store = FailingStore()
    search = StoreSearch(store)
    assert search.begin(replace(ASKED, kinds=("code",))) is None
    assert search.begin(replace(ASKED, placed=True)) is None
    pending = search.begin(replace(ASKED, of_home="as of a revision of here"))
    assert pending is not None
    assert "as of a revision" in pending.result(1).notes[0]
    assert store.asked == 0


def test_a_configured_export_is_searched_beside_the_home(app: App, worktree: Workspace, repo: Repo) -> None:
    (id,) = remember(worktree, OWLS.text)
    file = exported(worktree, app.settings.home / "old.jsonl")
    worktree.memories.forget(id, "anna", authority=True)
    (app.settings.home / "config.yaml").write_text(f"stores:\n  places:\n    old: {{kind: file, path: {file}}}\n")
    with reopened(app) as again:
        here = again.workspace(repo.path)
        found = here.answers.found(RecallRequest(query=ASKED.query))
        assert [(hit.text, hit.far) for hit in found.memories] == [(OWLS.text, "old")]
        assert [one.name for one in StoreDirectory.of(here).all] == ["home", "old"]
        file.write_text("[")
        assert any("old" in line for line in here.answers.found(RecallRequest(query=ASKED.query)).degraded)


def reopened(app: App) -> AbstractContextManager[App]:
    """The home once more, with the settings that stand in its file now."""
    return open_app(
        load_settings({"SCRUBJAY_HOME": str(app.settings.home)}), git_environment=app.git_environment,
        embedder=HashingEmbedder(), clock=app.clock, wake=lambda: None,
    )  # fmt: skip


def test_scope_team_has_one_writer() -> None:
    one, other = MemoryStore("one"), MemoryStore("other")
    one.writes = ("team",)
    assert StoreDirectory([one, other]).writer("team") is one
    other.writes = ("team",)
    with pytest.raises(UsageError, match="one and other"):
        StoreDirectory([one, other]).writer("team")
    with pytest.raises(UsageError, match="No store"):
        StoreDirectory([MemoryStore("one")]).writer("team")


def test_without_a_store_for_it_scope_team_is_refused(worktree: Workspace) -> None:
    with pytest.raises(UsageError, match="has joined none"):
        memories_there(worktree)
