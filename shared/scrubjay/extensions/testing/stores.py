"""The suite of stores of memories: what every one of them must do, whichever program keeps it."""

from typing import Final

from scrubjay.errors import NotFound, ScrubjayError
from scrubjay.extensions.kinds.stores import MemoryBackend
from scrubjay.extensions.testing.expecting import expect
from scrubjay.model.stored import CARRIED, StoredMemory, StoredPage, WriteOutcome

LONGEST: Final = 10_001
MOST_PAGES: Final = 1_000
WORDS: Final = "The owls of the north tower carry parcels below two kilograms."
ABSENT: Final = "00000000-0000-4000-8000-000000000000"


def memories_of(store: MemoryBackend) -> list[StoredMemory]:
    """All memories of a store, page by page; its pages are checked."""
    found: list[StoredMemory] = []
    cursor = ""
    for _ in range(MOST_PAGES):
        page = store.since(cursor)
        expect(isinstance(page, StoredPage), f"since() gives a StoredPage, not a {type(page).__name__}")
        expect(page.cursor != cursor or not page.more, "a page leads on, or is the last")
        found += page.memories
        cursor = page.cursor
        if not page.more:
            break
    ids = {one.id for one in found}
    expect(all(one.id in ids for one in store.since(cursor).memories), "behind the last page there is nothing new")
    return found


def check_memory_backend(store: MemoryBackend) -> None:
    """Check that a store keeps a memory once under its key, finds it by words, id and list, and bounds what it gives.

    One that isn't `read_only` is written to. The store may hold something already.
    """
    expect(bool(store.name) and bool(store.kind), "it has a name and a kind")
    expect(store.carries <= set(CARRIED), f"it carries some of {CARRIED}")
    expect(not (store.read_only and store.writes), "what is only read is no writer")
    before = memories_of(store)
    if store.read_only:
        _check_refusal(store)
    else:
        _check_writes(store, before)
    listed = memories_of(store)
    expect(len({one.id for one in listed}) == len(listed), "each id is listed once")
    expect(all(one.id and one.key and one.store == store.name for one in listed), "each has an id, a key, its store")
    expect(all(len(one.text) <= LONGEST for one in listed), f"a text has at most {LONGEST} characters")
    for one in listed[:3]:
        expect(store.get(one.id) == one, "get() gives what the list has")
        expect(store.has(one.key) is not False, "it knows the keys of its own")
    number, more = store.count()
    expect(more or number <= len(listed), "count() is of what is listed")
    expect(len(store.search(WORDS, 1)) <= 1, "search() gives no more than it is asked for")
    try:
        store.get(ABSENT)
    except NotFound:
        return
    expect(holds=False, promise="get() raises NotFound for an id that isn't there")


def _check_writes(store: MemoryBackend, before: list[StoredMemory]) -> None:
    memory = StoredMemory(
        id="", key="suite:one", text=WORDS, store="suite", kind="fact", tags=("owls",), author="anna",
        date="2026-11-02T09:00:00Z",
    )  # fmt: skip
    first, again = store.write(memory), store.write(memory)
    expect(isinstance(first, WriteOutcome), f"write() gives a WriteOutcome, not a {type(first).__name__}")
    expect(first.outcome == "stored", f"it stores what is new: {first.outcome}: {first.why}")
    expect((again.outcome, again.id) == ("known", first.id), "the same key stores nothing twice")
    known = {one.id for one in before}
    new = [one for one in memories_of(store) if one.id not in known]
    expect([one.id for one in new] == [first.id], "the list has what was written, once")
    expect(new[0].worded or new[0].text == WORDS, "words stay as written, unless it words them")
    expect(
        first.id in [one.id for one in store.search("owls parcels north tower", 10)], "search finds what was written"
    )


def _check_refusal(store: MemoryBackend) -> None:
    try:
        store.write(StoredMemory(id="", key="suite:one", text=WORDS, store="suite"))
    except ScrubjayError:
        return
    expect(holds=False, promise="a store that is only read refuses a write")
