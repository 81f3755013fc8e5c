"""What is a labelled set? Corpora, questions with their right answers, and the metric it is known by. Values only."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

Metric = Literal["recall@10", "mrr@10", "ndcg@10"]


@dataclass(frozen=True, slots=True)
class Corpus:
    """A repository to search: files made from rows, a git bundle with a history of its own, or what was said in it.

    `turns` are records as `scrubjay import conversations` reads them.
    """

    name: str
    files: Callable[[], Iterator[tuple[str, str]]] | None = None
    bundle: Path | None = None
    turns: Callable[[], Iterator[dict[str, Any]]] | None = None


def turn_path(session: str, turn: int) -> str:
    """Where a turn is found, as rankings name it."""
    return f"{session}/{turn:05d}"


@dataclass(frozen=True, slots=True)
class Question:
    """A question to one corpus.

    `gold` are the paths that answer it, none where nothing does; `excluded` paths don't count as found, such as the
    page that holds the link. `parts` are the tables it counts in. `newer` must stand above `older` where both are
    given.
    """

    id: str
    corpus: str
    query: str
    gold: tuple[str, ...]
    parts: tuple[str, ...]
    excluded: tuple[str, ...] = ()
    newer: tuple[str, ...] = ()
    older: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LabelledSet:
    """A set of a data folder.

    `sources` are its files, whose bytes name the index; `sessions` says that turns stand in folders, one a session;
    `notes` say what was left out.
    """

    name: str
    metric: Metric
    corpora: tuple[Corpus, ...]
    questions: tuple[Question, ...]
    sources: tuple[Path, ...]
    sessions: bool = False
    notes: tuple[str, ...] = field(default=())
