"""Reader for git objects, by `git cat-file` processes that wait between calls."""

import re
import subprocess
import threading
from collections.abc import Iterator, Sequence
from types import TracebackType
from typing import BinaryIO, Self, cast

from scrubjay.errors import GitFailed
from scrubjay.git.output import ObjectProcess, stop
from scrubjay.git.process import Git
from scrubjay.model.counted import counted
from scrubjay.model.pattern import OBJECT_ID, pattern

_FULL = pattern(rf"{OBJECT_ID}(?::.*)?", re.DOTALL)

COMMAND = ("cat-file", "--batch-command", "--buffer")


def is_full(name: str) -> bool:
    """Whether a name always means the same object: a full id, or a path below one."""
    return _FULL.fullmatch(name) is not None


def take_process(git: Git, *, fresh: bool = False) -> ObjectProcess:
    """A running `git cat-file --batch-command`: an idle one of the worktree, or a new one, as always with `fresh`."""
    worktree = git.worktree
    state = worktree.objects_state() if worktree is not None and not fresh else None
    if worktree is not None and state is not None:
        held = worktree.idle.take(worktree.repository.git_dir, state)
        if held is not None:
            return held
    return ObjectProcess(git.start(*COMMAND), state)


def give_back(git: Git, held: ObjectProcess) -> None:
    """Keep a process that has answered everything for the next call, or end it if that isn't possible."""
    if git.worktree is None or held.state is None:
        stop(held.process)
    else:
        git.worktree.idle.put(git.worktree.repository.git_dir, held)


REQUESTS_PER_BATCH = 400
"""Requests written before their answers are read: that many answers fit into a pipe, so neither side blocks."""

MAX_LISTED = 512 * 1024 * 1024
"""Bytes of the list of all objects of a partial clone: about eight million of them."""


class ObjectReader:
    """Reads the objects of one repository. Safe to share between threads; a lock serialises the requests.

    Nothing is fetched: objects that a partial clone lacks are absent from the result. git would go to the network for a
    missing one, and die where the network is forbidden, so only local objects are requested. `partial` tells whether
    this is a partial clone, where the caller knows; otherwise git is asked.
    """

    def __init__(self, git: Git, *, partial: bool | None = None) -> None:
        self._lock = threading.Lock()
        self._present = local_objects(git) if (is_partial(git) if partial is None else partial) else None
        self._git, self._answered = git, True
        self._held: ObjectProcess | None = take_process(git)

    def info(self, oids: Sequence[str]) -> dict[str, tuple[str, int]]:
        """Type and size in bytes of each object that exists."""
        if self._present is not None:
            return {oid: self._present[oid] for oid in oids if oid in self._present}
        with self._lock:
            return {oid: (header[1], int(header[2])) for oid, header in self._headers(oids)}

    def entries(self, names: Sequence[str]) -> dict[str, tuple[str, str]]:
        """Id and kind of each object that exists, by names such as `COMMIT:PATH`, without line ends.

        For a clone that isn't partial.
        """
        with self._lock:
            return {name: (header[0], header[1]) for name, header in self._headers(names)}

    def _headers(self, names: Sequence[str]) -> Iterator[tuple[str, list[str]]]:
        """Each name with the header that git prints for it: id, kind and size; missing objects are left out."""
        for start in range(0, len(names), REQUESTS_PER_BATCH):
            batch = names[start : start + REQUESTS_PER_BATCH]
            self._send("info", batch)
            headers = [(name, self._read_header()) for name in batch]
            self._answered = True
            yield from ((name, header) for name, header in headers if header)

    def read(self, oid: str, max_bytes: int) -> bytes:
        """The content of a blob. Raises GitFailed when it is missing or larger than `max_bytes`."""
        if self._present is not None and oid not in self._present:
            raise GitFailed(
                f"object {oid} is not in this clone, which may be shallow or partial. Fetch it and run again."
            )
        with self._lock:
            self._send("contents", [oid])
            header = self._read_header()
            if not header:
                self._answered = True
                raise GitFailed(
                    f"object {oid} is not in this clone, which may be shallow or partial. Fetch it and run again."
                )
            size = int(header[2])
            content = self._read_exactly(size) if size <= max_bytes else self._skip(size)
            self._read_exactly(1)
            self._answered = True
        if size > max_bytes:
            raise GitFailed(f"object {oid} has {counted(size, 'byte')}, more than {max_bytes:,}, so it isn't read.")
        return content

    def read_many(self, oids: Sequence[str], most: int) -> Iterator[tuple[str, str, bytes]]:
        """The id, kind and first `most` bytes of each object, in order; the kind of a missing one is empty.

        Raises GitFailed at a damaged object; git has then ended. Leaving the iteration early ends git, too.
        """
        with self._lock:
            for start in range(0, len(oids), REQUESTS_PER_BATCH):
                batch = oids[start : start + REQUESTS_PER_BATCH]
                self._send("contents", batch)
                for number, oid in enumerate(batch):
                    header = self._read_header()
                    size = int(header[2]) if header else 0
                    content = self._read_exactly(min(size, most))
                    if header:
                        self._skip(size - len(content))
                        self._read_exactly(1)
                    self._answered = number + 1 == len(batch)
                    try:
                        yield oid, header[1] if header else "", content
                    except GeneratorExit:
                        if not self._answered:
                            self.close()  # unread answers would be taken for those of the next request
                        raise

    def _send(self, command: str, names: Sequence[str]) -> None:
        """Send a command for each name to git. Raises GitFailed."""
        if self._held is not None and self._held.state is not None and not all(map(is_full, names)):
            give_back(self._git, self._held)
            self._held = take_process(self._git, fresh=True)
        stream, self._answered = cast("BinaryIO", self._process.stdin), False
        text = "".join(f"{command} {name}\n" for name in names)
        try:
            stream.write(f"{text}flush\n".encode("utf-8", "surrogateescape"))
            stream.flush()
        except (OSError, UnicodeEncodeError, ValueError) as error:
            raise GitFailed("git cat-file ended. Run the command again.") from error

    def _read_header(self) -> list[str] | None:
        """The next header that git prints: id, kind and size; None for a missing object. Raises GitFailed."""
        line = cast("BinaryIO", self._process.stdout).readline()
        if not line:
            raise GitFailed("git cat-file ended. Run the command again; `git fsck` tells whether objects are damaged.")
        words = line.decode("utf-8", "replace").rstrip("\n").rsplit(" ", 2)
        return words if len(words) == 3 and words[2].isdigit() else None  # a missing name is echoed, spaces and all

    def _read_exactly(self, size: int) -> bytes:
        """The next `size` bytes that git prints. Raises GitFailed if there are fewer."""
        data = cast("BinaryIO", self._process.stdout).read(size)
        if len(data) != size:
            raise GitFailed("git cat-file ended while it printed an object. Run the command again.")
        return data

    def _skip(self, size: int) -> bytes:
        """Read and drop the next `size` bytes; returns no bytes."""
        while size:
            size -= len(self._read_exactly(min(size, 1 << 20)))
        return b""

    def close(self) -> None:
        """Give the process back for later use, or end it."""
        held, self._held = self._held, None
        if held is not None and self._answered:
            give_back(self._git, held)
        elif held is not None:
            stop(held.process)

    @property
    def _process(self) -> "subprocess.Popen[bytes]":
        """The running git process. Raises GitFailed after it was closed."""
        if self._held is None:
            raise GitFailed("git cat-file ended. Run the command again.")
        return self._held.process

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def is_partial(git: Git) -> bool:
    """Whether this is a partial clone, whose missing objects git would fetch."""

    def asked() -> bool:
        code, _ = git.answer("config", "--local", "--get-regexp", r"^(extensions\.partialclone|remote\..*\.promisor)$")
        return code == 0

    return git.worktree.answer("partial", git.worktree.own_config, asked) if git.worktree else asked()


def local_objects(git: Git) -> dict[str, tuple[str, int]]:
    """Type and size of every object stored locally; fetches nothing."""
    listed = git.run(
        "cat-file", "--batch-all-objects", "--unordered",
        "--batch-check=%(objectname) %(objecttype) %(objectsize)", timeout=60, limit=MAX_LISTED,
    )  # fmt: skip
    rows = (line.split(b" ") for line in listed.split(b"\n"))
    return {row[0].decode("ascii"): (row[1].decode("ascii"), int(row[2])) for row in rows if len(row) == 3}
