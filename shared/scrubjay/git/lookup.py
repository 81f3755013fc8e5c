"""Objects by name: an id or its first digits, or a path in a tree, through one `git cat-file`."""

import subprocess
import threading
from collections import OrderedDict
from types import TracebackType
from typing import BinaryIO, Self, cast

from scrubjay.errors import GitFailed
from scrubjay.git.objects import give_back, is_full, take_process
from scrubjay.git.output import ObjectProcess, stop
from scrubjay.git.process import Git
from scrubjay.model.counted import counted
from scrubjay.model.frozen import dataclass

LONGEST_HEADER = 8192
"""Bytes of git's header line about an object: its id, kind and size, or the requested name."""

MISSING = "missing"
AMBIGUOUS = "ambiguous"


KEPT = 4_000_000
"""Size of the cache: bytes of objects and characters of their names."""


@dataclass(frozen=True, slots=True)
class LookupResult:
    """The result of looking up a name: the object's kind, MISSING or AMBIGUOUS; its id, and its content."""

    kind: str
    oid: str = ""
    content: bytes = b""


class ObjectCache:
    """LRU cache of one clone's objects by full id, a few megabytes. Safe to share between threads."""

    def __init__(self, most: int = KEPT) -> None:
        self._most = most
        self._results: OrderedDict[str, LookupResult] = OrderedDict()
        self._bytes = 0
        self._lock = threading.Lock()

    def get(self, name: str) -> LookupResult | None:
        """The cached object; None where there is none."""
        with self._lock:
            if name in self._results:
                self._results.move_to_end(name)
            return self._results.get(name)

    def put(self, name: str, result: LookupResult) -> None:
        """Cache an object by its full name; a missing one may still arrive, and a short id become ambiguous."""
        if result.kind in {MISSING, AMBIGUOUS} or not is_full(name):
            return
        with self._lock:
            if name not in self._results:
                self._results[name] = result
                self._bytes += len(name) + len(result.content)
            while self._bytes > self._most:
                oldest, gone = self._results.popitem(last=False)
                self._bytes -= len(oldest) + len(gone.content)


class Lookup:
    """Looks up objects by one `git cat-file` process. For one thread.

    `cache` is the cache shared with others of the same clone.
    """

    def __init__(self, git: Git, cache: ObjectCache | None = None) -> None:
        self._git = git
        self._cache = cache or ObjectCache()
        self._answered = True
        self._held: ObjectProcess | None = None

    def find(self, name: str, max_bytes: int) -> LookupResult:
        """The object of a name. Raises GitFailed for a blob larger than `max_bytes`; a commit is cut to that size."""
        if "\n" in name or "\0" in name:
            return LookupResult(MISSING)
        cached = self._cache.get(name)
        if cached is not None and len(cached.content) <= max_bytes:
            return cached
        try:
            result = self._ask(name, max_bytes)
        except OSError as error:
            self.close()
            raise GitFailed("git cat-file ended. Run the command again.") from error
        if result.kind == "tree":
            self.close()  # nobody reads a tree's entries: skipping them may take longer than a restart
        if len(result.content) < max_bytes:  # complete: a long commit may be cut
            self._cache.put(name, result)
        return result

    def entry(self, tree: str, path: str, max_bytes: int) -> LookupResult | None:
        """The object at a safe path of a tree or commit given by id; None where there is nothing."""
        result = self.find(f"{tree}:{path}", max_bytes)
        return None if result.kind in {MISSING, AMBIGUOUS} else result

    def _ask(self, name: str, max_bytes: int) -> LookupResult:
        """Send a name to git and read the object. Raises GitFailed."""
        process = self._process_for(name)
        stdin, stdout = cast("BinaryIO", process.stdin), cast("BinaryIO", process.stdout)
        self._answered = False
        stdin.write(f"contents {name}\nflush\n".encode("utf-8", "replace"))
        stdin.flush()
        header = stdout.readline(LONGEST_HEADER).decode("utf-8", "replace")
        if not header.endswith("\n"):
            self.close()  # git has ended, or the rest of the line would be taken for the next answer
        words = header.rstrip("\n").rsplit(" ", 2)
        if len(words) != 3 or not words[2].isdigit():
            self._answered = header.endswith("\n")
            return LookupResult(AMBIGUOUS if words[-1] == AMBIGUOUS else MISSING)
        oid, kind, size = words[0], words[1], int(words[2])
        if kind == "tree":
            return LookupResult(kind, oid)
        if size > max_bytes and kind == "commit":
            start = stdout.read(max_bytes)
            self.close()  # skipping the rest may take longer than a restart
            return LookupResult(kind, oid, start)
        if size > max_bytes:
            self.close()
            raise GitFailed(f"{name} has {counted(size, 'byte')}, more than {max_bytes:,}, so it isn't read.")
        content = stdout.read(size + 1)[:size]
        if len(content) != size:
            self.close()
            raise GitFailed(f"git cat-file ended while it printed {name}. Run the command again.")
        self._answered = True
        return LookupResult(kind, oid, content)

    def _process_for(self, name: str) -> "subprocess.Popen[bytes]":
        """The process to ask for a name; a new one where an older process might answer with an outdated object."""
        if self._held is not None and self._held.state is not None and not is_full(name):
            self.close()
        if self._held is None:
            self._held = take_process(self._git, fresh=not is_full(name))
        return self._held.process

    def close(self) -> None:
        """Give the process back for later use, or end it; another query starts one again."""
        held, self._held = self._held, None
        if held is not None and self._answered:
            give_back(self._git, held)
        elif held is not None:
            stop(held.process)
        self._answered = True

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
