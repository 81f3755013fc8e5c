"""State that a long-lived process keeps of one worktree: answers with their files' state, and waiting processes."""

import os
import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol, TypeVar

from scrubjay.git.output import ObjectProcess, stop
from scrubjay.model.pattern import pattern
from scrubjay.storage.files import NOWHERE, FileMarks, Looks, read_linked

T = TypeVar("T")

_PARTIAL = pattern(rb"(?i)partialclone|promisor")

MOST = 128
"""Answers that are cached."""

MOST_WAITING = 4
"""Processes that wait in one server, each for one worktree."""


MOST_CONFIG = 1_000_000
"""Bytes of a configuration or a list of shallow commits that are read; with more, git is asked."""
_ELSEWHERE = pattern(rb"(?i)\[\s*include|(?:^|[\]\n])\s*worktree")
"""Sections and keys by which a configuration reads another file, or moves the working tree."""


class GitFolders(Protocol):
    """The git folders of a worktree and of its clone."""

    @property
    def git_dir(self) -> Path:
        """The worktree's own git folder."""
        ...

    @property
    def common_dir(self) -> Path:
        """The git folder that all worktrees of a clone share."""
        ...


def is_plain(config: bytes) -> bool:
    """Whether a configuration neither includes other files nor sets a working tree."""
    return _ELSEWHERE.search(config) is None


class Configuration(Protocol):
    """The git configuration outside of the clone."""

    def state(self) -> object | None:
        """A value that changes with the configuration; None where git must be asked."""
        ...


class IdleProcesses:
    """The idle git processes, the least recently used first. Safe to share between threads."""

    def __init__(self, most: int = MOST_WAITING) -> None:
        self._most = most
        self._lock = threading.Lock()
        self._waiting: OrderedDict[Path, ObjectProcess] = OrderedDict()

    def take(self, git_dir: Path, state: object) -> ObjectProcess | None:
        """Remove and return the idle process of a worktree; None if there is none, it ended, or saw another state."""
        with self._lock:
            held = self._waiting.pop(git_dir, None)
        if held is None or (held.state == state and held.process.poll() is None):
            return held
        stop(held.process)
        return None

    def put(self, git_dir: Path, held: ObjectProcess) -> None:
        """Keep an idle process for a worktree; the oldest ones beyond the limit are ended."""
        with self._lock:
            over = [self._waiting.pop(git_dir)] if git_dir in self._waiting else []
            self._waiting[git_dir] = held
            while len(self._waiting) > self._most:
                over.append(self._waiting.popitem(last=False)[1])
        for process in over:
            stop(process.process)

    def end(self, git_dir: Path | None = None) -> None:
        """End the idle process of a worktree; without one, end all and keep none from then on."""
        with self._lock:
            ended = [*self._waiting] if git_dir is None else [git_dir]
            self._most = 0 if git_dir is None else self._most
            processes = [self._waiting.pop(key) for key in ended if key in self._waiting]
        for held in processes:
            stop(held.process)


class _ReadAtOnce(threading.local):
    """What a thread has read of a worktree in its current block; empty outside of one."""

    def __init__(self) -> None:
        self.depth = 0
        self.looks = Looks()
        self.read: dict[Hashable, Any] = {}
        self.lasting: dict[Hashable, Any] = {}
        """What follows from the clone's files alone, and stays for other moments while their marks stand."""


class Worktree:
    """A cache of answers about one worktree. Safe to share between threads.

    An answer is given again only while the state, read at each call, equals that before and after git was asked.
    """

    def __init__(
        self,
        repository: GitFolders,
        user_config: Configuration,
        idle: IdleProcesses,
        vouch: Callable[[GitFolders, Looks], FileMarks | None] = lambda *_: None,
    ) -> None:
        self.repository = repository
        self.idle = idle
        self._user_config = user_config
        self._lock = threading.Lock()
        self._answers: OrderedDict[Hashable, tuple[object, Any]] = OrderedDict()
        self._moment = _ReadAtOnce()
        self._vouch = vouch
        """Gives the marks that vouch for what is `lasting`; None where none do."""
        self._known: tuple[FileMarks, dict[Hashable, Any]] | None = None
        """What was read of the clone's files, and the marks that they had before."""
        self._absent: dict[str, FileMarks] = {}
        """Files that weren't there, and the marks of their folders."""

    def close(self) -> None:
        """End the idle process of the worktree."""
        self.idle.end(self.repository.git_dir)

    @contextmanager
    def moment(self, looks: Looks | None = None) -> Iterator[Looks]:
        """Within the block, this thread sees HEAD, refs and settings as they were when first read.

        They are as `looks` finds them, which another part of the same call may have begun; an outer block has its own.
        """
        moment = self._moment
        if not moment.depth:
            moment.looks = Looks() if looks is None else looks
            moment.lasting = self._kept_answers(moment.looks)
        moment.depth += 1
        try:
            yield moment.looks
        finally:
            moment.depth -= 1
            if not moment.depth:
                moment.read.clear()

    def _kept_answers(self, looks: Looks) -> dict[Hashable, Any]:
        """The cached answers from the clone's files if their marks are unchanged; else an empty cache."""
        known = self._known
        if known is not None and known[0].stand(looks):
            return known[1]
        marks, read = self._vouch(self.repository, looks), dict[Hashable, Any]()
        self._known = None if marks is None else (marks, read)
        return read

    @property
    def is_known(self) -> bool:
        """Whether answers from the clone's files are kept beyond this moment."""
        return self._known is not None

    def once(self, key: Hashable, read: Callable[[], T]) -> T:
        """The result of `read`, which is called only once within a moment."""
        moment = self._moment
        if not moment.depth:
            return read()
        if key not in moment.read:
            moment.read[key] = read()
        value: T = moment.read[key]
        return value

    def lasting(self, key: Hashable, read: Callable[[], T | None]) -> T | None:
        """The cached result of `read`; called again once the clone's marks change, or if it gave None."""
        moment = self._moment
        if not moment.depth:
            return read()
        value: T | None = moment.lasting.get(key)
        if value is None:
            value = moment.lasting[key] = read()
        return value

    def is_there(self, file: Path) -> bool:
        """Whether a file of the home exists, as at the beginning of a moment."""
        return self.once(("there", file), lambda: self._file_exists(str(file)))

    def _file_exists(self, file: str) -> bool:
        """Whether a file exists; a missing file is looked for again only once its folder changes."""
        looks, absent = self._moment.looks if self._moment.depth else Looks(), self._absent.get(file)
        if absent is not None and absent.stand(looks):
            return False
        try:
            marks = FileMarks.vouching([file], looks)
        except OSError:
            return False
        if looks[file] is NOWHERE and marks is not None:
            self._absent[file] = marks
        return looks[file] is not NOWHERE

    def own_config(self) -> bytes | None:
        """The clone's own configuration; None where git must be asked, as it isn't one plain file."""
        return self.lasting("config", self._read_own_config)

    def _read_own_config(self) -> bytes | None:
        """Read the clone's own configuration; None where it isn't one plain file."""
        try:
            own = read_linked(self.repository.common_dir / "config", MOST_CONFIG)
        except OSError:
            return None
        return own if own is not None and is_plain(own) else None

    def config_state(self) -> object | None:
        """The contents of every configuration file that git reads here; None where git must be asked."""
        own = self.own_config()
        user = self._user_config.state() if own is not None else None
        return None if user is None else (own, user)

    def objects_state(self) -> object | None:
        """A value that changes with what a running git wouldn't notice: removed packs, settings, other stores.

        None where no process can be held: within two seconds of a change of packs, where objects are borrowed from
        another clone or fetched when needed, and on Windows, where an open pack can't be deleted.
        """
        return self.once("objects", self._read_objects_state)

    def _read_objects_state(self) -> object | None:
        """Read what a running git wouldn't notice of the object store; None if that might miss a change."""
        folder, own = self.repository.common_dir / "objects", self.own_config()
        if os.name != "posix" or own is None or _PARTIAL.search(own) or (folder / "info" / "alternates").exists():
            return None
        looks = self._moment.looks if self._moment.depth else Looks()
        try:
            packs = looks[str(folder / "pack")]
        except OSError:
            return None
        return (own, packs) if packs is not NOWHERE and looks.are_settled([packs]) else None

    def shallow_state(self) -> object | None:
        """The commits at which the history is cut off; while equal, each commit has the same ancestors."""
        return self.lasting("shallow", self._read_shallow_state)

    def _read_shallow_state(self) -> object | None:
        """Read the commits at which the history is cut off; None if the file can't be read."""
        try:
            return read_linked(self.repository.common_dir / "shallow", MOST_CONFIG) or b""
        except OSError:
            return None

    def answer(
        self,
        key: Hashable,
        state: Callable[[], object | None],
        ask: Callable[[], T],
        lasting: Callable[[T], bool] = lambda _: True,
    ) -> T:
        """The cached answer for a key while `state()` is equal; else that of `ask`. A state of None means no caching.

        Only a `lasting` answer is cached.
        """
        before = state()
        with self._lock:
            cached = self._answers.get(key)
            if cached is not None:
                self._answers.move_to_end(key)
        if before is not None and cached is not None and cached[0] == before:
            value: T = cached[1]
            return value
        value = ask()
        if before is not None and lasting(value) and state() == before:
            with self._lock:
                self._answers[key] = (before, value)
                if len(self._answers) > MOST:
                    self._answers.popitem(last=False)
        return value
