"""Erasure of a memory with everything around it; the files are searched afterwards for its bytes."""

import json
import mmap
import os
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from scrubjay.memory.lifecycle.endings import Endings
from scrubjay.model.counted import counted
from scrubjay.model.frozen import dataclass
from scrubjay.model.pattern import pattern

FOLDER = "drafts"
DIGITS = 12


def draft_name(kind: str, id: str) -> str:
    """The name of the draft of a memory."""
    return f"{kind}-{id[:DIGITS]}"


def drop_drafts(home: Path, id: str) -> None:
    """Delete the drafts that were typed for a memory."""
    for file in (home / FOLDER).glob(f"*-{id[:DIGITS]}.md"):
        file.unlink(missing_ok=True)


@dataclass(frozen=True, slots=True)
class FileTraces:
    """A file that holds some of the sought bytes, and how many of the probes."""

    path: Path
    probes: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TraceSearch:
    """What a search through files found. `unread` are files that couldn't be read, so that nothing is known of them."""

    files: int
    size: int
    found: tuple[FileTraces, ...] = ()
    unread: tuple[Path, ...] = ()

    @property
    def is_clean(self) -> bool:
        """Whether every file was read, and none holds any of the bytes."""
        return not self.found and not self.unread


def find_traces(folders: Sequence[Path], probes: Sequence[bytes]) -> TraceSearch:
    """Read every regular file below the folders, links aside, and look for each of the probes in it."""
    files = size = 0
    found: list[FileTraces] = []
    unread: list[Path] = []
    for path in _files(folders):
        try:
            length, hits = _size_and_hits(path, probes)
        except OSError:
            if path.exists():
                unread.append(path)
            continue
        files, size = files + 1, size + length
        if hits:
            found.append(FileTraces(path, hits))
    return TraceSearch(files=files, size=size, found=tuple(found), unread=tuple(unread))


def _files(folders: Sequence[Path]) -> Iterator[Path]:
    for folder in folders:
        for place, _, names in os.walk(folder):
            for name in sorted(names):
                path = Path(place, name)
                if path.is_file() and not path.is_symlink():
                    yield path


def _size_and_hits(path: Path, probes: Sequence[bytes]) -> tuple[int, int]:
    """The size of a file, and how many of the probes it holds."""
    with path.open("rb") as stream:
        length = os.fstat(stream.fileno()).st_size
        if not length:
            return 0, 0
        with mmap.mmap(stream.fileno(), 0, access=mmap.ACCESS_READ) as content:
            return length, sum(1 for probe in probes if content.find(probe) >= 0)


PIECE = 32
"""Bytes of a piece: more than chance repeats, and less than what a page of a database holds of a long text."""

MOST_PIECES = 10
MOST_WORDS = 4

_TELLING = pattern(r"\S*\d\S*")
SIGNS = ".,;:!?()[]{}<>'\"`"
"""What may stand around a word and isn't part of it."""

LEAST_WORD = 12
"""Characters of a word with a digit from which on it is looked for alone: such as a token, a key, an address."""


def probes_of(text: str) -> tuple[bytes, ...]:
    """The bytes by which a text is searched for, each once: as written, as in JSON, and telling words in lower case."""
    if not text.strip():
        return ()
    whole = text.encode("utf-8", "replace")
    forms = [whole, json.dumps(text)[1:-1].encode()]
    step = max(PIECE, -(-len(whole) // MOST_PIECES))
    pieces = [whole[at : at + PIECE] for at in range(0, len(whole), step)]
    found = {word.strip(SIGNS) for word in _TELLING.findall(text)}
    words = sorted((word for word in found if len(word) >= LEAST_WORD), key=lambda word: (-len(word), word))
    telling = [form.encode("utf-8", "replace") for word in words[:MOST_WORDS] for form in (word, word.casefold())]
    return tuple(dict.fromkeys((*forms, *(piece for piece in pieces if len(piece) == PIECE), *telling)))


@dataclass(frozen=True, slots=True, kw_only=True)
class ErasedMemory:
    """A memory that is forgotten. `clean`: no other process still holds the journal.

    `newer` are memories that were made from it and stay, each with how; `pools` those that shared it; `left` says what
    git still has. `traces` tells which files of the home hold its bytes, looked for by `probes` of them.
    """

    id: str
    clean: bool
    newer: tuple[tuple[str, str], ...]
    pools: tuple[str, ...]
    left: str
    traces: TraceSearch
    probes: int


class Eraser:
    """Forgets memories of one worktree. `folders` are searched afterwards, the home first.

    `left_in_git` and `shared_in` tell what git and pools have of a memory.
    """

    def __init__(
        self,
        memories: Endings,
        folders: Sequence[Path],
        *,
        left_in_git: Callable[[str], str],
        shared_in: Callable[[str], tuple[str, ...]],
    ) -> None:
        self._memories = memories
        self._folders = tuple(folders)
        self.left_in_git = left_in_git
        self.shared_in = shared_in

    def erase(self, id: str, actor: str, *, authority: bool = False, expected: str = "") -> ErasedMemory:
        """Forget a memory for good, then read every file for its bytes.

        Raises NotFound, NotAPerson, and VersionConflict where it isn't as its stamp `expected` says.
        """
        memory = self._memories.get(id)
        probes, left, pools = probes_of(memory.content), self.left_in_git(memory.id), self.shared_in(memory.id)
        _, clean = self._memories.forget(memory.id, actor, authority=authority, expected=expected)
        drop_drafts(self._folders[0], memory.id)
        return ErasedMemory(
            id=memory.id,
            clean=clean,
            newer=self._memories.provenance(memory.id).successors,
            pools=pools,
            left=left,
            traces=find_traces(self._folders, probes),
            probes=len(probes),
        )


def checked_line(erased: ErasedMemory, home: Path) -> str:
    """What the search through the files found, in a sentence or two; never a word of the memory."""
    traces = erased.traces
    size, pieces = counted(traces.size, "byte"), counted(erased.probes, "piece")
    read = f"{counted(traces.files, 'file')}, {size}, read byte by byte for {pieces} of it"
    if traces.is_clean:
        return f"No file of the home holds its words any more ({read})."
    places = [f"{_shown_path(one.path, home)} ({one.probes} of {erased.probes})" for one in traces.found]
    unread = [f"{_shown_path(path, home)} (not readable)" for path in traces.unread]
    later = "" if erased.clean else " Another process still holds the journal; it is gone when that ends."
    return f"Pieces of it are still in {', '.join([*places, *unread])} ({read}).{later}"


def _shown_path(path: Path, home: Path) -> str:
    return str(path.relative_to(home)) if path.is_relative_to(home) else str(path)
