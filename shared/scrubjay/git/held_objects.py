"""`git cat-file` processes that wait between calls, so that reading an object starts none."""

import re
import subprocess
import threading
from collections import OrderedDict
from pathlib import Path

from scrubjay.git.output import stop
from scrubjay.git.process import Git
from scrubjay.model.frozen import dataclass
from scrubjay.text.hexadecimal import OBJECT_ID

MOST = 4
"""Processes that wait in one server, each for one worktree."""

_FULL = re.compile(rf"{OBJECT_ID}(?::.*)?", re.DOTALL)

COMMAND = ("cat-file", "--batch-command", "--buffer")


@dataclass(frozen=True, slots=True)
class ObjectProcess:
    """A running `git cat-file`. `state` is that of the object store before it started; None: it never waits."""

    process: "subprocess.Popen[bytes]"
    state: object | None


class IdleProcesses:
    """The processes that wait, the least recently used first. Safe to share between threads."""

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._lock = threading.Lock()
        self._waiting: OrderedDict[Path, ObjectProcess] = OrderedDict()

    def take(self, git_dir: Path, state: object) -> ObjectProcess | None:
        """The process that waits for a worktree; None where there is none, it has ended, or saw another state."""
        with self._lock:
            held = self._waiting.pop(git_dir, None)
        if held is None or (held.state == state and held.process.poll() is None):
            return held
        stop(held.process)
        return None

    def put(self, git_dir: Path, held: ObjectProcess) -> None:
        """Let a process wait, which has answered everything; ends those that are too many."""
        with self._lock:
            over = [self._waiting.pop(git_dir)] if git_dir in self._waiting else []
            self._waiting[git_dir] = held
            while len(self._waiting) > self._most:
                over.append(self._waiting.popitem(last=False)[1])
        for process in over:
            stop(process.process)

    def end(self, git_dir: Path | None = None) -> None:
        """End the process of a worktree; without one all, and from then on none waits."""
        with self._lock:
            ended = [*self._waiting] if git_dir is None else [git_dir]
            self._most = 0 if git_dir is None else self._most
            processes = [self._waiting.pop(key) for key in ended if key in self._waiting]
        for held in processes:
            stop(held.process)


def is_full(name: str) -> bool:
    """Whether a name never changes its meaning: a full id, or a path below one. A running git may misread others."""
    return _FULL.fullmatch(name) is not None


def take_process(git: Git, *, fresh: bool = False) -> ObjectProcess:
    """A `git cat-file --batch-command`: the one that waits for the worktree, or, also if `fresh`, one just started."""
    worktree = git.worktree
    state = worktree.objects_state() if worktree is not None and not fresh else None
    if worktree is not None and state is not None:
        held = worktree.idle.take(worktree.repository.git_dir, state)
        if held is not None:
            return held
    return ObjectProcess(git.start(*COMMAND), state)


def give_back(git: Git, held: ObjectProcess) -> None:
    """Let a process that has answered everything wait for the next call, or end it where it can't."""
    if git.worktree is None or held.state is None:
        stop(held.process)
    else:
        git.worktree.idle.put(git.worktree.repository.git_dir, held)
