"""Stores on this machine: the memories of a worktree's project, and a file of `scrubjay export`, which is only read."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from scrubjay.errors import LimitExceeded, NotFound, UsageError, VersionConflict
from scrubjay.git.head import head
from scrubjay.memory.store.reader import MOST_LISTED
from scrubjay.memory.store.request import RememberRequest
from scrubjay.model.counted import counted
from scrubjay.model.evidence import Origin
from scrubjay.model.grade import Grade
from scrubjay.model.memory import BY_MODEL, PRIVATE, Blocked, Held, Memory, MemoryStatus, Stored
from scrubjay.model.pattern import MEMORY_ID, pattern
from scrubjay.model.record import Skipped
from scrubjay.model.stored import OURS, StoredMemory, StoredPage, WriteOutcome
from scrubjay.privacy.personal.policy import masked_memory
from scrubjay.search.recall.answer import RecallRequest
from scrubjay.text.telling import held, telling_words
from scrubjay_exchange.api import of_version_2
from scrubjay_stores.errors import StoreUnreadable
from scrubjay_stores.outside import digest, kind_named, moment_of, name_of, tags_from, text_of

if TYPE_CHECKING:
    from scrubjay.app import Workspace

HOME: Final = "home"
BROUGHT: Final = "replay:"
"""What the idempotency key of a memory begins with that a replay brought; its key in all stores follows."""

PAGE: Final = 200
LONGEST_AUTHOR: Final = 120
MOST_BYTES: Final = 500_000_000
_ID: Final = pattern(MEMORY_ID)
_CURSOR: Final = pattern(r"(\S{20} [0-9a-f]{32})?")


class HomeStore:
    """The memories of one worktree's project that hold. What a replay brought keeps its key and goes back nowhere."""

    name = kind = HOME
    writes: tuple[str, ...] = ("project", "user")
    read_only = False
    carries = frozenset({"author", "kind", "tags", "applies"})

    def __init__(self, workspace: "Workspace") -> None:
        self._workspace = workspace

    def search(self, query: str, limit: int) -> tuple[StoredMemory, ...]:
        """What the home's own search finds among memories."""
        hits = self._workspace.answers.look(RecallRequest(query=query, kinds=("memory",), limit=limit)).memories
        found = self._workspace.memories.of_ids([hit.id for hit in hits if hit.id])
        return self._given([found[hit.id] for hit in hits if hit.id in found and not hit.own])

    def get(self, id: str) -> StoredMemory:
        """A memory of the project. Raises NotFound."""
        (memory,) = self._given([self._workspace.memories.get(id, scope="project")])
        return memory

    def has(self, key: str) -> bool:
        """Whether a memory is here, in whatever state, that has the key or came from here with it."""
        return self._known(key) is not None

    def write(self, memory: StoredMemory) -> WriteOutcome:
        """Keep a claim as an agent's, checked as any: under the id that it left a home with, where that is free."""
        memories = self._workspace.memories
        if known := self._known(memory.key):
            return WriteOutcome("known", known.id)
        now = head(self._workspace.git)
        by = f"{memory.author} in {memory.store}" if memory.author else memory.store
        agent = f"{BY_MODEL}of {memory.store}" if memory.worded else ""
        request = RememberRequest(
            content=memory.text, kind=kind_named(memory.kind), tags=memory.tags, applies=memory.applies,
            key=f"{BROUGHT}{memory.key}", author=by[:LONGEST_AUTHOR], origin=Origin.AGENT, agent=agent,
            branch=now.branch, commit=now.commit, id=_own_id(memory.key),
        )  # fmt: skip
        try:
            outcome = memories.remember(request)
        except (UsageError, LimitExceeded, NotFound, VersionConflict) as error:
            return WriteOutcome("refused", why=str(error))
        if isinstance(outcome, Blocked):
            return WriteOutcome("refused", why=outcome.reason)
        why = outcome.result.reason
        if isinstance(outcome, Stored):
            return WriteOutcome("stored", outcome.id, why)
        return WriteOutcome("held" if isinstance(outcome, Held) else "known", outcome.id, why)

    def since(self, cursor: str) -> StoredPage:
        """The memories that HEAD shows, the oldest first; those that are private stay. Raises LimitExceeded."""
        if not _CURSOR.fullmatch(cursor):
            raise UsageError("This is no cursor of home's memories. Take the one that the last replay printed.")
        listed = self._workspace.memories.narrowed(status=MemoryStatus.ACTIVE, scope="project")
        if len(listed) >= MOST_LISTED:
            raise LimitExceeded(f"More than {counted(MOST_LISTED, 'memory')}: use `scrubjay export FILE`.")
        ordered = sorted((f"{one.recorded_at} {one.id}", one) for one in listed)
        behind = [one for one in ordered if one[0] > cursor]
        page = behind[:PAGE]
        private = [one for _, one in page if PRIVATE in one.tags]
        return StoredPage(
            self._given([one for _, one in page if PRIVATE not in one.tags]),
            page[-1][0] if page else cursor,
            len(behind) > PAGE,
            tuple(Skipped(f"memory {one.id[:12]}", "private: it stays here") for one in private),
        )

    def close(self) -> None:
        """Nothing is kept open."""

    def count(self) -> tuple[int, bool]:
        """How many hold and are shown at HEAD."""
        keys = self._workspace.memories.keys(status=MemoryStatus.ACTIVE, scope="project")
        return len(keys), len(keys) >= MOST_LISTED

    def _known(self, key: str) -> Memory | None:
        memories = self._workspace.memories
        try:
            if id := _own_id(key):
                return memories.get(id)
        except NotFound:
            pass
        return memories.by_key(f"{BROUGHT}{key}", "project")

    def _given(self, listed: list[Memory]) -> tuple[StoredMemory, ...]:
        """Memories as they may leave."""
        personal, service = self._workspace.settings.privacy.personal, self._workspace.memories
        brought, grades = service.keys_below(BROUGHT), service.grades([one.id for one in listed])
        return tuple(
            StoredMemory(
                id=one.id, key=brought.get(one.id, "").removeprefix(BROUGHT) or f"{OURS}{one.id}",
                text=text_of(masked_memory(one.content, personal)), store=HOME, kind=one.kind, tags=one.tags,
                applies=one.applies, author=name_of(one.author), date=one.recorded_at,
                told=grades.get(one.id) is Grade.TOLD, holds=one.status is MemoryStatus.ACTIVE,
            )
            for one in listed
        )  # fmt: skip


def _own_id(key: str) -> str:
    """The id of the memory of a home that a key names; empty for any other key."""
    id = key.removeprefix(OURS) if key.startswith(OURS) else ""
    return id if _ID.fullmatch(id) else ""


class ExportStore:
    """A file of `scrubjay export`. What it says of keys and of told is believed where this home sealed it."""

    kind = "file"
    writes: tuple[str, ...] = ()
    read_only = True
    carries = frozenset[str]()

    def __init__(self, workspace: "Workspace", name: str, file: Path) -> None:
        self.name = name
        self._workspace = workspace
        self._file = file
        self._own = f"file:{digest(name)}:"
        self._read: tuple[tuple[int, ...], tuple[StoredMemory, ...]] | None = None

    def search(self, query: str, limit: int) -> tuple[StoredMemory, ...]:
        """Those that hold and have most of the words that tell."""
        stems = telling_words(query)
        found = [(held(one.text, stems), one) for one in self._all() if one.holds]
        best = sorted((pair for pair in found if pair[0]), key=lambda pair: -pair[0])
        return tuple(one for _, one in best[:limit])

    def get(self, id: str) -> StoredMemory:
        """A memory by its id. Raises NotFound."""
        for one in self._all():
            if one.id == id:
                return one
        raise NotFound(f"{self.name} ({self._file}) has no memory {id[:40]!r}.")

    def has(self, key: str) -> bool:
        """Whether the file has a memory of that key."""
        return any(one.key == key for one in self._all())

    def write(self, memory: StoredMemory) -> WriteOutcome:
        """Nothing is written. Raises UsageError."""
        raise UsageError(f"{self.name} is a file of `scrubjay export`, which is only read.")

    def since(self, cursor: str) -> StoredPage:
        """The memories in the file's order; the cursor is a place in it."""
        if not (cursor or "0").isdecimal() or len(cursor) > 9:
            raise UsageError(f"This is no cursor of {self.name}. Take the one that the last replay printed.")
        found, begin = self._all(), int(cursor or 0)
        page = found[begin : begin + PAGE]
        return StoredPage(page, str(begin + len(page)), begin + len(page) < len(found))

    def close(self) -> None:
        """Nothing is kept open."""

    def count(self) -> tuple[int, bool]:
        """How many of it hold."""
        return sum(one.holds for one in self._all()), False

    def _all(self) -> tuple[StoredMemory, ...]:
        """What the file has, read anew where it changed. Raises UsageError, StoreUnreadable."""
        try:
            info = self._file.stat()
            stamp = (info.st_ino, info.st_size, info.st_mtime_ns)
            if self._read is None or self._read[0] != stamp:
                if info.st_size > MOST_BYTES or not self._file.is_file():
                    raise UsageError(f"{self._file} is no file, or larger than {counted(MOST_BYTES, 'byte')}.")
                with self._file.open(encoding="utf-8", errors="strict") as stream:
                    held_in = self._workspace.memory_archive.read(stream, {2: of_version_2})
                self._read = stamp, tuple(self._memory(line, sealed=held_in.sealed) for line in held_in.memories)
        except (OSError, UnicodeDecodeError) as error:
            raise StoreUnreadable(f"{self.name} ({self._file}) can't be read: {error}.") from None
        return self._read[1]

    def _memory(self, line: Mapping[str, Any], *, sealed: bool) -> StoredMemory:
        memory, told = line["memory"], any(one["earned"] == Grade.TOLD.rank for one in line["validations"])
        return StoredMemory(
            id=memory["id"], key=f"{OURS if sealed else self._own}{memory['id']}",
            text=text_of(memory["content"]), store=self.name,
            kind=memory["kind"], tags=tags_from(json.loads(memory["tags"])), applies=name_of(memory["applies"]),
            author=name_of(memory["author"]), date=moment_of(memory["recorded_at"]), told=sealed and told,
            holds=bool(memory["content"]) and line["beliefs"][-1]["status"] == "active",
        )  # fmt: skip
