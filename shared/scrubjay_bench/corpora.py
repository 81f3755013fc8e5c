"""Builder of a corpus's repository: real files in a real commit, byte-identical each time."""

import shutil
from collections.abc import Iterable, Iterator
from pathlib import Path

from scrubjay.errors import GitFailed, UsageError
from scrubjay.git.paths import safe_path
from scrubjay.git.process import Git, GitEnvironment
from scrubjay_bench.labelled.model import Corpus

TIMEOUT_S = 600.0
MAX_BYTES = 1024 * 1024 * 1024
"""Bytes of one corpus."""

_WHO = b"scrubjay bench <bench@localhost> 1772366400 +0000"


def build_repository(corpus: Corpus, folder: Path, environment: GitEnvironment) -> None:
    """Build the repository of a corpus, unless it exists. A partial one is built again.

    Raises UsageError for rows that can't be files, GitFailed.
    """
    if folder.exists():
        return
    half = folder.with_name(f".{folder.name}.half")
    shutil.rmtree(half, ignore_errors=True)
    half.mkdir(parents=True)
    git = Git(half, environment)
    git.run("init", "-q", "--template=", "-b", "main", timeout=TIMEOUT_S)
    if corpus.bundle is not None:
        _unbundle(git, corpus.bundle)
    else:
        git.run("fast-import", "--quiet", input=b"".join(_stream(corpus)), timeout=TIMEOUT_S)
    git.run("reset", "-q", "--hard", timeout=TIMEOUT_S)
    half.rename(folder)


def _unbundle(git: Git, bundle: Path) -> None:
    # Not by `clone`: no transport is allowed, and a bundle needs none.
    try:
        listed = git.run("bundle", "unbundle", str(bundle), timeout=TIMEOUT_S).decode().splitlines()
    except GitFailed as error:
        raise UsageError(f"{bundle} is not a bundle that git can read: {error}") from error
    heads = {name: sha for sha, _, name in (line.partition(" ") for line in listed)}
    head = heads.get("HEAD") or next(iter(heads.values()), "")
    if not head:
        raise UsageError(f"{bundle} holds no branch.")
    git.run("update-ref", "refs/heads/main", head)


def _stream(corpus: Corpus) -> Iterator[bytes]:
    yield b"commit refs/heads/main\ncommitter " + _WHO + b"\n" + _data(b"The corpus")
    yield from _files(corpus.files() if corpus.files else ())
    yield b"done\n"


def _files(files: Iterable[tuple[str, str]]) -> Iterator[bytes]:
    size = 0
    for path, text in files:
        data = text.encode("utf-8", "replace")
        size += len(data)
        if size > MAX_BYTES:
            raise UsageError(f"The corpus is larger than {MAX_BYTES // 1024**2:,} MB.")
        yield b"M 100644 inline " + safe_path(path).encode() + b"\n" + _data(data)


def _data(data: bytes) -> bytes:
    return b"data %d\n" % len(data) + data + b"\n"
