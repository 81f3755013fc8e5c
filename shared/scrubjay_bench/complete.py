"""Is a set's corpus the one that its questions are about, and is it all there? Otherwise figures say nothing."""

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from scrubjay.app import Workspace
from scrubjay.errors import UsageError
from scrubjay.model.counted import counted
from scrubjay_bench.labelled.model import Corpus, LabelledSet
from scrubjay_forges.services import ForgeServices

LEAST: Final = 0.8
"""Share of the right answers that a corpus must hold; what lacks more is mostly another repository."""


class CorpusRefused(UsageError):
    """A set isn't measured: it can't be read, or its corpus is empty or lacks too many of the right answers."""


def check_corpora(labelled: LabelledSet, workspaces: Mapping[str, Workspace], folder: Path) -> None:
    """Compare the right answers with what was read of each corpus. Raises CorpusRefused."""
    for corpus in labelled.corpora:
        if not _size(corpus, workspaces[corpus.name]):
            raise CorpusRefused(
                f"{labelled.name} isn't measured: its corpus {corpus.name} is empty in {folder}, so nothing could be "
                "found. If the set itself holds documents, delete that folder and run the same command again, which "
                "builds the index anew; else choose other sets with --only."
            )
    paths = {corpus.name: _paths(corpus, workspaces[corpus.name]) for corpus in labelled.corpora}
    golds = [(paths[question.corpus], gold) for question in labelled.questions for gold in question.gold]
    held = sum(known is None or gold in known for known, gold in golds)
    if reason := lacking(labelled, held, len(golds) + labelled.missing):
        raise CorpusRefused(reason)


def lacking(labelled: LabelledSet, held: int, right: int) -> str:
    """Why a set with so many right answers, of which its corpus holds some, isn't measured; empty where it is."""
    if not right or held / right >= LEAST:
        return ""
    do = labelled.remedy or "Take the documents from which the questions were made"
    return (
        f"{labelled.name} isn't measured: its corpus holds {held:,} of {counted(right, 'right answer')}, and {LEAST} "
        f"of them are needed, as the figures would be of other documents. {do}, or choose other sets with --only."
    )


def _size(corpus: Corpus, workspace: Workspace) -> int:
    """How many turns, texts of discussions or files were read."""
    if corpus.turns is not None:
        return workspace.conversations.counts().turns
    if corpus.archive is not None:
        return sum(one.texts for one in ForgeServices.of(workspace).discussion_store.repositories())
    return len(workspace.documents.view().files)


def _paths(corpus: Corpus, workspace: Workspace) -> frozenset[str] | None:
    """The paths of a corpus of files; None where answers are named otherwise."""
    if corpus.turns is not None or corpus.archive is not None:
        return None
    return frozenset(file.path for file in workspace.documents.view().files)
