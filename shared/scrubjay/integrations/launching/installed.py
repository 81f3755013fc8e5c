"""Files that an installer wrote into an environment since a guard last saw it; a guard runs a copy of this module.

It runs by the base Python, outside every worktree, and imports the standard library alone. A file counts as an
installer's if the RECORD of a `*.dist-info` beside it names it with its hash, and git can't have written it: no commit
of a ref, a reflog or a fetch names its path, and no object holds that RECORD, whatever still names the object.
"""

import base64
import csv
import hashlib
import json
import os
import re
import stat
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path

SKIPPED_FOLDERS = ("__pycache__", ".git")
"""Folders that are skipped: a guarded Python keeps its bytecode in the home, and reads no `__pycache__`."""

NEWEST = re.compile(r"^newest=(\d+)$", re.MULTILINE)
"""The line of a guard for the newest mtime that was seen, in ns."""

COMMITTED = (
    "--no-replace-objects", "log", "--all", "--reflog", "--full-history", "-m", "--no-renames", "--name-only",
    "--no-ext-diff", "--format=", "-z", "--ignore-missing",
)  # fmt: skip
"""Asks git for every path that a commit of any ref or reflog names; further commits and pathspecs follow."""

ALGORITHMS = ("sha256", "sha384", "sha512")
OBJECTS = ("sha1", "sha256")
"""How git names its objects."""

SETTLING_NS = 100_000_000
"""An environment that was written this shortly ago may still be written to: file systems' clocks lag a little."""

PATIENCE_S = 20


def mtimes(below: Iterable[Path]) -> Iterator[tuple[int, Path]]:
    """The mtime of each file and link, in ns. git sets no times: a file it writes has the time of writing."""
    for folder in below:
        for directory, inner, names in os.walk(folder):
            links = [name for name in inner if os.path.islink(os.path.join(directory, name))]  # noqa: PTH114, PTH118
            inner[:] = [name for name in inner if name not in SKIPPED_FOLDERS]
            for name in (*names, *links):
                file = Path(directory, name)
                yield file.lstat().st_mtime_ns, file


def fetched(git_dir: Path) -> list[str]:
    """The commits that were fetched last: neither a ref nor a reflog need name them."""
    try:
        text = (git_dir / "FETCH_HEAD").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return []
    return re.findall(r"^[0-9a-f]{40,64}(?=\s)", text, re.MULTILINE)


def recorded(records: Iterable[Path]) -> dict[str, set[str]]:
    """The hashes, as `sha256=…`, of each file that some RECORD names; one that can't be read names none."""
    hashes: dict[str, set[str]] = {}
    for record in records:
        with suppress(OSError, ValueError, csv.Error), record.open(encoding="utf-8", newline="") as lines:
            for name, said, *_ in filter(None, csv.reader(lines)):
                hashes.setdefault(os.path.normpath(record.parents[1] / name), set()).add(said)
    return hashes


def is_record(file: Path) -> bool:
    """Whether a file is an installer's list; it is read as text and never run."""
    return file.name == "RECORD" and file.parent.suffix == ".dist-info" and stat.S_ISREG(file.lstat().st_mode)


def is_lock(file: Path, watched: Sequence[Path]) -> bool:
    """Whether a file is uv's lock of an environment, which is empty."""
    return file.name == ".lock" and file.parent in watched and file.is_file() and not file.lstat().st_size


def matches(file: Path, hashes: Iterable[str]) -> bool:
    """Whether a plain file's content has one of some hashes."""
    if not stat.S_ISREG(file.lstat().st_mode):
        return False
    for said in hashes:
        algorithm, _, value = said.partition("=")
        if algorithm in ALGORITHMS:
            with file.open("rb") as stream:
                digest = hashlib.file_digest(stream, algorithm).digest()
            if base64.urlsafe_b64encode(digest).rstrip(b"=").decode() == value:
                return True
    return False


def newest_installed(watched: Sequence[Path], seen: int) -> tuple[int, list[Path]]:
    """The newest mtime below some folders, and the files newer than `seen`: all of them an installer's.

    Raises ValueError for any other file, and OSError.
    """
    began = time.time_ns()
    files = list(mtimes(watched))
    later = [file for when, file in files if when > seen]
    newest = max((when for when, _ in files), default=seen)
    if newest > began - SETTLING_NS:
        raise ValueError("files are being written")
    hashes = recorded(file for _, file in files if is_record(file))
    for file in later:
        if not (is_record(file) or matches(file, hashes.get(str(file), ())) or is_lock(file, watched)):
            raise ValueError(f"{file} is in no RECORD")
    return max(newest, seen), later


def named_by_git(top: Path, listed: Iterable[bytes], files: Iterable[Path]) -> Iterator[Path]:
    """Of the paths that git lists in a worktree, those that are one of some files or a folder above it, in any case."""
    written = {str(place).casefold() for file in files for place in (file, *file.parents)}
    for path in listed:
        file = top / os.fsdecode(path.strip(b"\n"))
        if path.strip(b"\n") and os.path.lexists(file) and str(file.parent.resolve() / file.name).casefold() in written:
            yield file


def blob_ids(text: bytes) -> set[bytes]:
    """The ids of a file's content in git, with the line ends of a checkout and with git's own."""
    forms = {text, text.replace(b"\r\n", b"\n")}
    heads = [(b"blob %d\0" % len(form)) + form for form in forms]
    return {hashlib.new(name, head, usedforsecurity=False).hexdigest().encode() for head in heads for name in OBJECTS}


def is_gits(git: str, top: str, git_dir: str, pathspecs: Sequence[str], files: Sequence[Path]) -> bool:
    """Whether git may have written one of some files. Raises OSError, SubprocessError."""
    command = [
        git, "--git-dir", git_dir, "--work-tree", top, "-C", top, "-c", "core.fsmonitor=false",
        "-c", "core.hooksPath=/dev/null", "-c", "log.showSignature=false", "-c", "log.showRoot=true",
    ]  # fmt: skip

    def answer(*arguments: str, asked: bytes = b"") -> bytes:
        return subprocess.run(
            [*command, *arguments], input=asked, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=PATIENCE_S,
            check=True,
        ).stdout  # fmt: skip

    ids = {id for file in files if is_record(file) for id in blob_ids(file.read_bytes())}
    held = answer("cat-file", "--batch-check", asked=b"".join(id + b"\n" for id in ids)) if ids else b""
    if any(not line.endswith(b" missing") for line in held.splitlines()):
        return True
    listed = answer(*COMMITTED, *fetched(Path(git_dir)), "--", *pathspecs)
    return any(named_by_git(Path(top), listed.split(b"\0"), files))


def renew(guard: Path, facts: str) -> int:
    """Let a guard accept what an installer wrote; returns the newest mtime, in ns. `facts` are `guard`'s, as JSON.

    Raises ValueError for a file that isn't an installer's; OSError; SubprocessError.
    """
    known = json.loads(facts)
    text = guard.read_text(encoding="utf-8", errors="surrogateescape")
    match = NEWEST.search(text)
    if not match:
        raise ValueError(f"{guard} isn't a guard")
    newest, later = newest_installed([Path(folder) for folder in known["watched"]], int(match[1]))
    for worktree in known["worktrees"]:
        if later and is_gits(known["git"], **worktree, files=later):
            raise ValueError("git may have written it")
    fresh = guard.with_suffix(f".{os.getpid()}")
    try:
        text = f"{text[: match.start(1)]}{newest}{text[match.end(1) :]}"
        fresh.touch(0o600, exist_ok=False)
        fresh.write_text(text, encoding="utf-8", errors="surrogateescape")
        os.utime(fresh, ns=(newest, newest))
        fresh.replace(guard)
    finally:
        fresh.unlink(missing_ok=True)
    return newest


if __name__ == "__main__":
    try:
        sys.stdout.write(f"{renew(Path(sys.argv[1]), sys.argv[2])}\n")
    except (OSError, ValueError, subprocess.SubprocessError):
        sys.exit(1)
