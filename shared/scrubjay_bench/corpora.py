"""Corpora of labelled sets: repositories built of real files, and whether all is there that the questions are about."""

import shutil
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Final

from scrubjay.app import Workspace
from scrubjay.errors import GitFailed, UsageError
from scrubjay.git.process import Git, GitEnvironment
from scrubjay.model.counted import counted
from scrubjay.model.paths import safe_path
from scrubjay_bench.labelled.model import Corpus, LabelledSet
from scrubjay_forges.services import ForgeServices

LEAST: Final = 0.8
"""Share of the right answers that a corpus must hold; what lacks more is mostly another repository."""


class CorpusRefused(UsageError):
    """A set isn't measured: it can't be read, or its corpus is empty or lacks too many of the right answers."""


def check_corpora(labelled: LabelledSet, workspaces: Mapping[str, Workspace], folder: Path) -> None:
    """Compare the right answers with what was read of each corpus. Raises CorpusRefused."""
    for corpus in labelled.corpora:
        if not _text_count(corpus, workspaces[corpus.name]):
            raise CorpusRefused(
                f"{labelled.name} isn't measured: its corpus {corpus.name} is empty in {folder}, so nothing could be "
                "found. If the set itself holds documents, delete that folder and run the same command again, which "
                "builds the index anew; else choose other sets with --only."
            )
    paths = {corpus.name: _paths(corpus, workspaces[corpus.name]) for corpus in labelled.corpora}
    golds = [(paths[question.corpus], gold) for question in labelled.questions for gold in question.gold]
    held = sum(known is None or gold in known for known, gold in golds)
    if reason := missing_answers(labelled, held, len(golds) + labelled.missing):
        raise CorpusRefused(reason)


def missing_answers(labelled: LabelledSet, held: int, right: int) -> str:
    """The reason why a set isn't measured: its corpus lacks too many right answers. Empty if it is measured."""
    if not right or held / right >= LEAST:
        return ""
    do = labelled.remedy or "Take the documents from which the questions were made"
    return (
        f"{labelled.name} isn't measured: its corpus holds {held:,} of {counted(right, 'right answer')}, and {LEAST} "
        f"of them are needed, as the figures would be of other documents. {do}, or choose other sets with --only."
    )


def _text_count(corpus: Corpus, workspace: Workspace) -> int:
    """How many turns, texts of discussions or files were read of a corpus."""
    if corpus.turns is not None:
        return workspace.conversations.counts().turns
    if corpus.archive is not None:
        return sum(one.texts for one in ForgeServices.of(workspace).discussion_store.repositories())
    return len(workspace.documents.view().files)


def _paths(corpus: Corpus, workspace: Workspace) -> frozenset[str] | None:
    """The paths of a corpus of files; None for a corpus whose answers are no paths."""
    if corpus.turns is not None or corpus.archive is not None:
        return None
    return frozenset(file.path for file in workspace.documents.view().files)


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
        git.run("fast-import", "--quiet", input=b"".join(_import_stream(corpus)), timeout=TIMEOUT_S)
    git.run("reset", "-q", "--hard", timeout=TIMEOUT_S)
    half.rename(folder)


def _unbundle(git: Git, bundle: Path) -> None:
    """Bring a bundle's commits into a repository, as its branch main. Raises UsageError for a broken bundle."""
    # Not by `clone`: no transport is allowed, and a bundle needs none.
    try:
        listed = git.run("bundle", "unbundle", str(bundle), timeout=TIMEOUT_S).decode().splitlines()
    except GitFailed as error:
        raise UsageError(f"{bundle} is not a bundle that git can read: {error}") from error
    heads = {name: sha for sha, _, name in (line.partition(" ") for line in listed)}
    head = heads.get("HEAD") or next(iter(heads.values()), "")
    if not head:
        raise UsageError(f"{bundle} holds no branch. Make it anew with `git bundle create FILE HEAD`.")
    git.run("update-ref", "refs/heads/main", head)


def _import_stream(corpus: Corpus) -> Iterator[bytes]:
    """The input of `git fast-import` that commits a corpus's files."""
    yield b"commit refs/heads/main\ncommitter " + _WHO + b"\n" + _data_command(b"The corpus")
    yield from _file_commands(corpus.files() if corpus.files else ())
    yield b"done\n"


def _file_commands(files: Iterable[tuple[str, str]]) -> Iterator[bytes]:
    """The lines of `git fast-import` for some files. Raises UsageError where they are too large."""
    size = 0
    for path, text in files:
        data = text.encode("utf-8", "replace")
        size += len(data)
        if size > MAX_BYTES:
            raise UsageError(f"The corpus is larger than {MAX_BYTES // 1024**2:,} MB.")
        yield b"M 100644 inline " + safe_path(path).encode() + b"\n" + _data_command(data)


def _data_command(data: bytes) -> bytes:
    """Some bytes as `git fast-import` takes them, with their length before them."""
    return b"data %d\n" % len(data) + data + b"\n"
