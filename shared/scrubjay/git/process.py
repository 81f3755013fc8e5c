"""Git processes: read-only, without a shell, hardened against what a repository's configuration could execute."""

import os
import subprocess
import sys
import time
from collections.abc import Container, Generator, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import IO, TYPE_CHECKING, Final

from scrubjay.errors import GitFailed, GitUnavailable
from scrubjay.git.output import ProcessOutput, stop
from scrubjay.git.paths import LONGEST, fields
from scrubjay.model.counted import counted
from scrubjay.model.frozen import dataclass, field
from scrubjay.storage.files import read_regular

if TYPE_CHECKING:
    from scrubjay.git.worktree import Worktree


MAX_POINTER = 8192
"""Bytes of a `.git` file that are read; it holds one path."""

MOST_LINKS = 40
"""Links that are followed, as many as the kernel follows; a longer chain resolves to nothing."""


def enclosing_worktrees(path: Path) -> tuple[Path, ...]:
    """Every ancestor folder of a path that holds a `.git`, outermost first; links are followed one by one."""
    return tuple(passed for passed in path_components(path) if os.path.lexists(passed / ".git"))


def path_components(path: Path) -> tuple[Path, ...]:
    """Each folder on the way to an absolute path, and each link before its target; the path included."""
    current, left, links = Path(path.anchor), list(path.parts[1:]), 0
    passed = {current: None}
    while left:
        part = left.pop(0)
        current = current.parent if part == ".." else current / part
        passed[current] = None
        if links < MOST_LINKS and current.is_symlink():
            links += 1
            target = Path(os.readlink(current))  # noqa: PTH115 - the raw target, `..` included
            current = Path(target.anchor) if target.is_absolute() else current.parent
            left = [*target.parts[1 if target.is_absolute() else 0 :], *left]
    return tuple(passed)


def index_of(top: Path) -> Path:
    """The index file of a worktree, found through its `.git` without calling git."""
    file = top / ".git"
    text = b"" if file.is_dir() else read_regular(file, MAX_POINTER) or b""
    git_dir = text.partition(b"gitdir:")[2].strip()
    return (top / os.fsdecode(git_dir) if git_dir else file) / "index"


def find_program(name: str, path: str) -> str:
    """The first program of a name on a search path, outside of folders that a checkout could change; empty without one.

    An activated `.venv` inside a clone puts a folder of the worktree before all others.
    """
    folders = (Path(entry) for entry in path.split(os.pathsep) if Path(entry).is_absolute())
    executables = (file for folder in folders if os.access(file := folder / name, os.X_OK) and file.is_file())
    return next((str(file) for file in executables if not enclosing_worktrees(file)), "")


MOST_BYTES: Final = 2 * 1024**3
"""Bytes a process may allocate; mapped packs don't count. The patch of a file of 177 MB takes 1.2 GB."""


def limit_memory(process: int) -> None:
    """Limit the memory of a process just started; a git that needs more ends with an error. Linux only."""
    if sys.platform == "linux":
        from resource import RLIMIT_DATA, prlimit

        try:
            prlimit(process, RLIMIT_DATA, (MOST_BYTES, MOST_BYTES))
        except (OSError, ValueError):
            return  # it has already ended, or has a lower limit


TIMEOUT_S = 10.0
MAX_OUTPUT = 64 * 1024 * 1024
"""Bytes of output that are accepted; git is ended as soon as it prints more. Longer lists are streamed as fields."""
OLDEST = (2, 36)

FLAGS = (
    "--no-pager",
    "-c", "core.fsmonitor=false",
    "-c", "log.showSignature=false",
    "-c", "core.quotePath=false",
    "-c", "core.hooksPath=/dev/null",
    "-c", "core.attributesFile=/dev/null",
    "-c", "diff.external=",
    "-c", "diff.orderFile=/dev/null",
    "-c", "log.mailmap=false",
    "-c", "protocol.allow=never",
)  # fmt: skip
"""Switches off whatever a repository's configuration could have git execute, fetch or read.

A repository's `protocol.http.allow` would win over `protocol.allow`; GIT_ALLOW_PROTOCOL wins over both.
"""

LOCAL_VARIABLES = frozenset({
    "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_CONFIG", "GIT_CONFIG_PARAMETERS", "GIT_CONFIG_COUNT",
    "GIT_OBJECT_DIRECTORY", "GIT_DIR", "GIT_WORK_TREE", "GIT_IMPLICIT_WORK_TREE", "GIT_GRAFT_FILE",
    "GIT_INDEX_FILE", "GIT_NO_REPLACE_OBJECTS", "GIT_REPLACE_REF_BASE", "GIT_PREFIX", "GIT_SHALLOW_FILE",
    "GIT_COMMON_DIR", "GIT_INTERNAL_SUPER_PREFIX", "GIT_NAMESPACE", "GIT_EXTERNAL_DIFF", "GIT_TRACE", "GIT_SSH",
    "GIT_SSH_COMMAND", "GIT_ASKPASS", "GIT_EDITOR", "GIT_PAGER", "GIT_QUARANTINE_PATH", "GIT_LITERAL_PATHSPECS",
})  # fmt: skip


@dataclass(frozen=True, slots=True)
class GitEnvironment:
    """The environment of git processes, and the git program; made once at the edge from the process's environment."""

    variables: Mapping[str, str]
    program: str = "git"

    @classmethod
    def of(cls, environment: Mapping[str, str]) -> "GitEnvironment":
        """Keep what git needs, drop what points at another repository, and set non-interactive defaults.

        History is read as it is stored: replace refs and grafts are ignored.
        """
        variables = {name: value for name, value in environment.items() if name not in LOCAL_VARIABLES}
        return cls(
            variables
            | {
                "GIT_OPTIONAL_LOCKS": "0",
                "GIT_TERMINAL_PROMPT": "0",
                "GIT_NO_LAZY_FETCH": "1",
                "GIT_NO_REPLACE_OBJECTS": "1",
                "GIT_GRAFT_FILE": f"{os.devnull}/none",
                "GIT_ALLOW_PROTOCOL": "none",
                "LC_ALL": "C",
            },
            find_program("git", environment.get("PATH", os.defpath)) if os.name == "posix" else "git",
        )


@dataclass(frozen=True, slots=True)
class Git:
    """Runs git in one folder. Each call is limited in time and output, and has a process group of its own.

    `timeout_s` is the default timeout of a call in seconds. `worktree` is what a long-lived process holds of the
    worktree in that folder; without it each question is a process. `indexes` is where our copies of its index are.
    """

    folder: Path
    environment: GitEnvironment
    timeout_s: float = TIMEOUT_S
    worktree: "Worktree | None" = field(default=None, compare=False, repr=False)
    indexes: Path | None = None

    def command(self, *arguments: str) -> list[str]:
        """The full command line of a call."""
        return [self.environment.program, *FLAGS, *arguments]

    def start(
        self, *arguments: str, with_stderr: bool = False, reading: IO[bytes] | int = subprocess.PIPE
    ) -> "subprocess.Popen[bytes]":
        """Start git with its streams as pipes, or `reading` its input from a file; the caller ends it with `stop`.

        stderr is discarded unless `with_stderr`: an unread pipe would fill up and block git.
        """
        if not self.environment.program:
            raise GitUnavailable
        try:
            process = subprocess.Popen(
                self.command(*arguments),
                cwd=self.folder,
                env=dict(self.environment.variables),
                stdin=reading,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE if with_stderr else subprocess.DEVNULL,
                start_new_session=True,
            )
            limit_memory(process.pid)
            return process
        except FileNotFoundError as error:
            if self.folder.is_dir():
                raise GitUnavailable from error
            raise GitFailed(f"{self.folder} is gone. Change into the repository and run again.") from error
        except OSError as error:
            raise GitFailed(f"git could not be started in {self.folder}: {error.strerror}.") from error

    def output(self, *arguments: str, input: bytes = b"", timeout: float | None = None) -> ProcessOutput:
        """Start git and stream its output, within a timeout."""
        began = time.monotonic()
        ends = began + (self.timeout_s if timeout is None else timeout)
        return ProcessOutput(
            self.start(*arguments, with_stderr=True), f"git {arguments[0]} in {self.folder}", began, ends, input
        )

    def pipe(self, first: Sequence[str], second: Sequence[str], *, input: bytes, timeout: float) -> bytes:
        """Pipe one call's output into a second call and return what that prints. Raises GitFailed, GitUnavailable."""
        from tempfile import TemporaryFile  # lazy: these imports cost each hook 4 ms

        began = time.monotonic()
        with TemporaryFile() as request:
            request.write(input)
            request.seek(0)
            source = self.start(*first, reading=request)
            try:
                process = self.start(*second, with_stderr=True, reading=source.stdout or subprocess.DEVNULL)
                with ProcessOutput(process, f"git {first[0]} in {self.folder}", began, began + timeout) as output:
                    printed = b"".join(output.pieces())
                    if (code := output.code()) or (code := source.wait(TIMEOUT_S)):
                        raise output.error(code)
            finally:
                stop(source)
        return printed

    def run(
        self,
        *arguments: str,
        input: bytes = b"",
        ok: Container[int] = (0,),
        timeout: float | None = None,
        limit: int = MAX_OUTPUT,
    ) -> bytes:
        """Run git to its end and return its output. Raises GitFailed, GitUnavailable."""
        return self.answer(*arguments, input=input, ok=ok, timeout=timeout, limit=limit)[1]

    def answer(
        self,
        *arguments: str,
        input: bytes = b"",
        ok: Container[int] = range(256),
        timeout: float | None = None,
        limit: int = MAX_OUTPUT,
    ) -> tuple[int, bytes]:
        """Run git to its end; returns the exit code and the output.

        Raises GitFailed for a code outside `ok`, and as soon as there are more than `limit` bytes.
        """
        printed = bytearray()
        with self.output(*arguments, input=input, timeout=timeout) as output:
            for piece in output.pieces():
                printed += piece
                if len(printed) > limit:
                    raise GitFailed(f"git {arguments[0]} printed more than {counted(limit, 'byte')} in {self.folder}.")
            code = output.code()
            if code not in ok:
                raise output.error(code)
        return code, bytes(printed)

    def first(self, *arguments: str, most: int, timeout: float | None = None) -> tuple[bytes, bool]:
        """The first `most` bytes of git's output, and whether there is more; then git is ended.

        After the timeout, what was printed so far is returned. Raises GitFailed where git fails before.
        """
        printed = bytearray()
        with self.output(*arguments, timeout=timeout) as output:
            try:
                for piece in output.pieces():
                    printed += piece
                    if len(printed) > most:
                        return bytes(printed[:most]), True
                code = output.code()
            except GitFailed:
                return bytes(printed), True
            if code:
                raise output.error(code)
        return bytes(printed), False

    def fields(
        self,
        *arguments: str,
        input: bytes = b"",
        ok: Container[int] = (0,),
        timeout: float | None = None,
        longest: int = LONGEST,
    ) -> Generator[bytes, None, None]:
        """The NUL-separated fields of git's output, as they arrive. Closing the iterator ends git.

        Raises GitFailed after the last field where git failed.
        """
        with self.output(*arguments, input=input, timeout=timeout) as output, closing(output.pieces()) as pieces:
            yield from fields(pieces, longest)
            code = output.code()
            if code not in ok:
                raise output.error(code)


def version(git: Git) -> tuple[int, int]:
    """git's version. Raises GitUnavailable when it is missing or older than 2.36."""
    words = git.run("version").decode("utf-8", "replace").split()
    parts = words[2].split(".") if len(words) > 2 else []
    parsed = (int(parts[0]), int(parts[1])) if len(parts) > 1 and parts[0].isdigit() and parts[1].isdigit() else (0, 0)
    if parsed < OLDEST:
        raise GitUnavailable(f"git {'.'.join(map(str, parsed))} is too old: install git 2.36 or newer.")
    return parsed
