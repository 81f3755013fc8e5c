"""The local copy of the remote's refs: a bare repository in the home, in which git does the network's work.

Nothing in it is ever checked out. What a hostile remote can send is bounded: names, commits, files and their sizes.
"""

import errno
import shutil
import sys
from collections.abc import Mapping
from pathlib import Path

from scrubjay.errors import GitFailed, GitRefused, SegmentRefused, SyncFailed
from scrubjay.git.process import Git, GitEnvironment
from scrubjay.model.disk import REFUSED
from scrubjay.model.frozen import dataclass, replace
from scrubjay.model.pattern import pattern
from scrubjay.storage.filesystem import private_folder
from scrubjay_exchange.syncing.remote import MACHINE, PROTOCOLS, is_folder
from scrubjay_exchange.syncing.segment import MOST_BYTES

if sys.platform == "linux":
    from resource import RLIMIT_FSIZE, prlimit

PREFIX = "refs/scrubjay/"
SEGMENT = "segment"
MOST_MACHINES = 32
MOST_SEGMENTS = 20_000
MOST_FETCHED = 512 * 1024**2
"""Bytes of one file that git may write while it fetches. Linux only; elsewhere the timeout bounds it."""
NETWORK_S = 600.0
NOBODY = {"GIT_AUTHOR_NAME": "scrubjay", "GIT_AUTHOR_EMAIL": "scrubjay@localhost", "GIT_AUTHOR_DATE": "@0 +0000",
          "GIT_COMMITTER_NAME": "scrubjay", "GIT_COMMITTER_EMAIL": "scrubjay@localhost",
          "GIT_COMMITTER_DATE": "@0 +0000"}  # fmt: skip
"""Commits say nothing of who made them or when: that stands in the segments, for who can read them."""

QUIET_RECEIVER = (
    "git -c core.hooksPath=/dev/null -c core.alternateRefsCommand= -c receive.autogc=false -c gc.auto=0 receive-pack"
)
"""git at the other end, where that is a folder of this machine: its hooks and settings would run as the user."""

_ENTRY = pattern(rb"100644 blob ([0-9a-f]{40,64}) +(\d+)\tsegment\0")
_REFUSED = pattern(rb"\[remote rejected\] \(([^\n]*)\)")
_RACE = pattern(rb"lock|old value|already exists|failed to update")
_SHA = pattern(r"[0-9a-f]{40}(?:[0-9a-f]{24})?")


@dataclass(frozen=True, slots=True)
class Heads:
    """The machines that a remote shows, each with its commit, and how many refs are none."""

    machines: Mapping[str, str]
    odd: int


class SegmentStore:
    """Segments of all machines, as commits that each have one file and follow each other."""

    def __init__(self, folder: Path, environment: GitEnvironment) -> None:
        self._folder = folder
        variables = {**environment.variables, "GIT_ALLOW_PROTOCOL": PROTOCOLS, **NOBODY}
        self._git = Git(folder, replace(environment, variables=variables))
        self._inside = Git(folder, replace(environment, variables={**variables, "GIT_DIR": str(folder)}))

    def prepare(self) -> None:
        """Make the repository, anew where it is damaged: the remote has all of it."""
        private_folder(self._folder)
        try:
            self._inside.run("rev-parse", "--is-bare-repository")
            self._inside.run("for-each-ref", "--count=1")
        except GitFailed:
            shutil.rmtree(self._folder)
            private_folder(self._folder)
            self._git.run("init", "-q", "--bare", "--template=", str(self._folder))

    def heads(self, remote: str) -> Heads:
        """Which machines the remote has. Raises SyncFailed."""
        try:
            listed, cut = self._inside.first(
                "ls-remote", "-q", "--refs", "--", remote, f"{PREFIX}*", most=64_000, timeout=NETWORK_S
            )
        except GitFailed as error:
            raise _failed(remote, error) from error
        machines: dict[str, str] = {}
        odd = int(cut)
        for line in listed.decode("utf-8", "replace").splitlines():
            sha, _, ref = line.partition("\t")
            name = ref.removeprefix(PREFIX)
            if (
                len(machines) < MOST_MACHINES
                and MACHINE.fullmatch(name) and ref.startswith(PREFIX) and _SHA.fullmatch(sha)
            ):  # fmt: skip
                machines[name] = sha
            else:
                odd += 1
        return Heads(machines, odd)

    def fetch(self, remote: str, names: list[str]) -> dict[str, str]:
        """Fetch the refs of some machines; returns their commits, "" for what is none. Raises SyncFailed.

        Those that git can't read there, as a damaged one, are left out.
        """
        if not names:
            return {}
        try:
            return self._fetch(remote, names)
        except GitFailed as error:
            if isinstance(error, GitRefused) and error.number != errno.EFBIG:  # that one is our own limit
                raise _failed(remote, error) from error
            if len(names) == 1:
                self.heads(remote)  # raises where it is the remote that doesn't answer
                return {}
        fetched: dict[str, str] = {}
        for name in names:
            fetched |= self.fetch(remote, [name])
        return fetched

    def _fetch(self, remote: str, names: list[str]) -> dict[str, str]:
        """Fetch the refs of some machines, at once; returns their commits. Raises what git's failure raises."""
        refs = [f"+{PREFIX}{name}:refs/remote/{name}" for name in names]
        arguments = (
            "-c", "fetch.unpackLimit=1", "-c", "fetch.fsckObjects=true", "-c", "fetch.prune=false", "fetch", "-q",
            "--no-tags", "--no-write-fetch-head", "--no-auto-maintenance", "--no-recurse-submodules", "--", remote,
            *refs,
        )  # fmt: skip
        with self._inside.output(*arguments, timeout=NETWORK_S) as output:
            _limit_files(output.process.pid)
            for _ in output.pieces():
                pass
            if code := output.code():
                raise output.error(code)
        return {name: self._commit(f"refs/remote/{name}") for name in names}

    def _commit(self, ref: str) -> str:
        """The commit of a ref; empty where there is none."""
        _, printed = self._inside.answer("rev-parse", "--verify", "-q", f"{ref}^{{commit}}")
        return printed.decode().strip()

    def commits(self, head: str, since: str) -> tuple[list[str], bool]:
        """The commits of a machine after one that was seen, oldest first; and whether they directly follow it.

        Raises SegmentRefused for a history that no machine writes.
        """
        bounds = [head, *([f"^{since}"] if since and self.has(since) else [])]
        printed = self._inside.run("rev-list", "--reverse", "--parents", f"--max-count={MOST_SEGMENTS + 1}", *bounds)
        rows = [line.split() for line in printed.decode().splitlines()]
        if len(rows) > MOST_SEGMENTS:
            raise SegmentRefused(f"it has more than {MOST_SEGMENTS:,} segments")
        before = rows[0][1] if rows and len(rows[0]) == 2 else ""
        follows = bool(since) and before == since
        for row in rows:
            if len(row) > 2 or (row[1] if len(row) == 2 else "") != before:
                raise SegmentRefused("its history is no line of segments")
            before = row[0]
        return [row[0] for row in rows], follows

    def has(self, commit: str) -> bool:
        """Whether a commit is here."""
        code, _ = self._inside.answer("cat-file", "-e", f"{commit}^{{commit}}")
        return code == 0

    def segment(self, commit: str) -> bytes:
        """The bytes of a commit's one file. Raises SegmentRefused for any other tree, and for a file too large."""
        try:
            listed = self._inside.run("ls-tree", "-l", "-z", commit, limit=4_000)
        except GitFailed as error:
            raise SegmentRefused("it has files that no machine writes") from error
        entry = _ENTRY.fullmatch(listed)
        if entry is None:
            raise SegmentRefused("it has files that no machine writes")
        if int(entry.group(2)) > MOST_BYTES:
            raise SegmentRefused(f"one of its files is larger than a segment may be, {MOST_BYTES:,} bytes")
        return self._inside.run("cat-file", "blob", entry.group(1).decode())

    def add(self, data: bytes, parent: str) -> str:
        """A new commit with one segment; returns its id. No ref shows it yet."""
        blob = self._inside.run("hash-object", "-w", "--stdin", input=data).decode().strip()
        tree = self._inside.run("mktree", input=f"100644 blob {blob}\t{SEGMENT}\n".encode()).decode().strip()
        parents = ["-p", parent] if parent else []
        return self._inside.run("commit-tree", *parents, "-m", SEGMENT, tree).decode().strip()

    def push(self, remote: str, name: str, commit: str, expected: str) -> bool:
        """Set a machine's ref at the remote, if it still is what was seen there; False where somebody was faster."""
        ref = f"{PREFIX}{name}"
        receiver = [f"--receive-pack={QUIET_RECEIVER}"] if is_folder(remote) else []
        code, printed = self._inside.answer(
            "-c", "push.pushOption=", "push", "-q", "--porcelain", "--no-verify", "--no-signed",
            "--recurse-submodules=no", *receiver, f"--force-with-lease={ref}:{expected}", "--", remote,
            f"{commit}:{ref}", timeout=NETWORK_S,
        )  # fmt: skip
        if code == 0:
            self._inside.run("update-ref", f"refs/remote/{name}", commit)
            return True
        refused = _REFUSED.search(printed)
        if b"[rejected]" in printed or (refused and _RACE.search(refused.group(1))):
            return False
        reason = refused.group(1).decode("utf-8", "replace")[:200] if refused else "no answer"
        raise SyncFailed(
            f"git could not push to {remote[:100]}: {reason}. Nothing is lost here: see that you may write there, then "
            "run `scrubjay sync` again."
        )

    def prune(self) -> None:
        """Drop what no ref shows any more: segments from before something was forgotten."""
        self._inside.run("reflog", "expire", "--expire=now", "--all", timeout=NETWORK_S)
        self._inside.run("repack", "-q", "-a", "-d", timeout=NETWORK_S)
        self._inside.run("prune", "--expire=now", timeout=NETWORK_S)


def _limit_files(process: int) -> None:
    """Limit how large a file git may write, on Linux; elsewhere nothing happens."""
    if sys.platform == "linux":
        try:
            prlimit(process, RLIMIT_FSIZE, (MOST_FETCHED, MOST_FETCHED))
        except (OSError, ValueError):
            return  # it has already ended


def _failed(remote: str, error: GitFailed) -> SyncFailed:
    """The error for a remote that can't be read."""
    if isinstance(error, GitRefused):
        return SyncFailed(f"{REFUSED[error.number]} Nothing was changed.")
    return SyncFailed(
        f"{remote[:100]} can't be read: {_reason(error)}. Nothing was changed; try `git ls-remote` with that address."
    )


def _reason(error: GitFailed) -> str:
    """The first line that git says; what follows is advice that is the same for every cause."""
    lines = [line.strip() for line in str(error).partition("): ")[2].splitlines()]
    told = [line for line in lines if line and not line.lower().startswith("warning")]
    return (told or ["no answer"])[0].removeprefix("fatal: ").rstrip(".")[:200]
