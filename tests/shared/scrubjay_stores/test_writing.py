"""Scope team over a store: a claim goes there and nowhere else, or fails; it is changed by the store's own program."""

import pytest

from scrubjay.app import App, Workspace
from scrubjay.errors import NotFound, UsageError
from scrubjay.model.far import FarClaim
from scrubjay_stores.errors import StoreAway
from scrubjay_stores.writing import StoreMemories, far_memories
from tests.shared.scrubjay_stores.conftest import MemoryStore


@pytest.fixture
def store() -> MemoryStore:
    return MemoryStore("work")


@pytest.fixture
def memories(store: MemoryStore, app: App) -> StoreMemories:
    return StoreMemories(store, app.settings, app.clock)


def test_a_claim_is_kept_there_as_said_and_once_by_its_key(memories: StoreMemories, store: MemoryStore) -> None:
    claim = FarClaim(content="Owls carry parcels.", key="k1", tags=("owls",))
    first, again = memories.remember(claim), memories.remember(claim)
    assert (first.called, first.outcome, first.grade) == ("work", "stored", "said")
    assert (again.outcome, again.id) == ("known", first.id)
    assert [(one.text, one.tags) for one in store.held] == [("Owls carry parcels.", ("owls",))]


def test_one_that_fails_is_stored_nowhere(memories: StoreMemories, store: MemoryStore, worktree: Workspace) -> None:
    store.fails = {0: False}
    with pytest.raises(StoreAway):
        memories.remember(FarClaim(content="Owls carry parcels."))
    assert not store.held
    assert not worktree.memories.recent(10)


def test_a_secret_never_leaves(memories: StoreMemories, store: MemoryStore) -> None:
    assert memories.remember(FarClaim(content="The key is AKIA" + "IOSFODNN7EXAMPLE.")).outcome == "blocked"
    assert not store.held


@pytest.mark.parametrize(
    "claim",
    [
        FarClaim(content="Owls.", sources=("a.md:1",)),
        FarClaim(content="Owls.", quote="Owls."),
        FarClaim(content="Owls.", supersedes="0" * 32),
        FarClaim(content="Owls.", valid_until="2027-01-01"),
    ],
)
def test_what_such_a_store_cant_keep_is_refused(memories: StoreMemories, store: MemoryStore, claim: FarClaim) -> None:
    with pytest.raises(UsageError, match="scope project"):
        memories.remember(claim)
    assert not store.held


def test_it_is_read_here_and_changed_there(memories: StoreMemories) -> None:
    id = memories.remember(FarClaim(content="Owls carry parcels.")).id
    assert "Owls carry parcels." in memories.provenance(id)
    with pytest.raises(UsageError, match="there"):
        memories.forget(id)
    with pytest.raises(UsageError, match="there"):
        memories.update(id, "Owls rest.", "supersede")
    with pytest.raises(NotFound):
        memories.forget("nothing")


def test_without_a_store_for_it_there_is_no_writer(worktree: Workspace) -> None:
    assert far_memories(worktree) == ()
