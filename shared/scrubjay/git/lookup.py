"""Objects by name: an id or its first digits, or a path in a tree, through one `git cat-file --batch`."""

import re
import subprocess
import threading
from collections import OrderedDict
from dataclasses import dataclass
from types import TracebackType
from typing import BinaryIO, Self, cast

from scrubjay.errors import GitFailed
from scrubjay.git.output import stop
from scrubjay.git.process import Git
from scrubjay.model.counted import counted
from scrubjay.text.hexadecimal import OBJECT_ID

LONGEST_HEADER = 8192
"""Bytes of git's header line about an object: its id, kind and size, or the requested name."""

MISSING = "missing"
AMBIGUOUS = "ambiguous"


KEPT = 4_000_000
"""Size of the cache: bytes of objects and characters of their names."""

_FULL = re.compile(rf"{OBJECT_ID}(?::.*)?", re.DOTALL)
"""A name that never changes its meaning: a full id, or a path below one."""


@dataclass(frozen=True, slots=True)
class LookupResult:
    """The kind of object (blob, tree, commit, tag), MISSING or AMBIGUOUS; its id; a blob's or commit's content."""

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
        if result.kind in {MISSING, AMBIGUOUS} or not _FULL.fullmatch(name):
            return
        with self._lock:
            if name not in self._results:
                self._results[name] = result
                self._bytes += len(name) + len(result.content)
            while self._bytes > self._most:
                oldest, gone = self._results.popitem(last=False)
                self._bytes -= len(oldest) + len(gone.content)


class Lookup:
    """Queries one `git cat-file --batch` process, which the first query starts. For one thread.

    `cache` is the cache shared with others of the same clone.
    """

    def __init__(self, git: Git, cache: ObjectCache | None = None) -> None:
        self._git = git
        self._cache = cache or ObjectCache()
        self._process: subprocess.Popen[bytes] | None = None

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
        if self._process is None:
            self._process = self._git.start("cat-file", "--batch")
        stdin, stdout = cast("BinaryIO", self._process.stdin), cast("BinaryIO", self._process.stdout)
        stdin.write(f"{name}\n".encode("utf-8", "replace"))
        stdin.flush()
        header = stdout.readline(LONGEST_HEADER).decode("utf-8", "replace")
        if not header.endswith("\n"):
            self.close()  # git has ended, or the rest of the line would be taken for the next answer
        words = header.rstrip("\n").rsplit(" ", 2)
        if len(words) != 3 or not words[2].isdigit():
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
            raise GitFailed(f"{name} has {counted(size, 'byte')}, more than {max_bytes:,}.")
        content = stdout.read(size + 1)[:size]
        if len(content) != size:
            self.close()
            raise GitFailed(f"git cat-file ended within {name}. Run the command again.")
        return LookupResult(kind, oid, content)

    def close(self) -> None:
        """End git; a further query starts it again."""
        if self._process is not None:
            stop(self._process)
            self._process = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
