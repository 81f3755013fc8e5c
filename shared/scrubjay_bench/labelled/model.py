"""Value types of labelled sets: corpora, questions with gold answers, and each set's usual metric."""

import gzip
import json
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Literal

from scrubjay.errors import UsageError
from scrubjay.model.frozen import dataclass, field

Metric = Literal["recall@10", "mrr@10", "ndcg@10", "hit@3"]


@dataclass(frozen=True, slots=True)
class Corpus:
    """A repository to search: files made from rows, a git bundle with a history of its own, conversations, or issues.

    `turns` are records as `scrubjay import conversations` reads them; `archive` is a file of the discussions of
    `repository` as `scrubjay forge import` reads it.
    """

    name: str
    files: Callable[[], Iterator[tuple[str, str]]] | None = None
    bundle: Path | None = None
    turns: Callable[[], Iterator[dict[str, Any]]] | None = None
    archive: Path | None = None
    repository: str = ""


def turn_path(session: str, turn: int) -> str:
    """The path of a turn in rankings."""
    return f"{session}/{turn:05d}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A question to one corpus.

    `gold` are the paths that answer it, none where nothing does; `excluded` paths are ignored in rankings, such as the
    page that holds the link. `parts` are the tables it counts in. `newer` must rank above `older` where both are given.
    """

    id: str
    corpus: str
    query: str
    gold: tuple[str, ...]
    parts: tuple[str, ...]
    excluded: tuple[str, ...] = ()
    newer: tuple[str, ...] = ()
    older: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelledSet:
    """A set of labelled questions of a data folder, with its corpora.

    `sources` are its files, whose digest names the index; `recipe` is the one that such documents are searched by;
    `sessions` says that turns are in folders, one a session; `first_three` that the first three are what counts;
    `notes` say what was omitted, `missing` how many right answers no document of the data is, and `remedy` what would
    bring them.
    """

    name: str
    metric: Metric
    corpora: tuple[Corpus, ...]
    questions: tuple[Question, ...]
    sources: tuple[Path, ...]
    recipe: str = "balanced"
    sessions: bool = False
    first_three: bool = False
    notes: tuple[str, ...] = field(default=())
    missing: int = 0
    remedy: str = ""


MAX_LINE = 16 * 1024 * 1024
MAX_ROWS = 2_000_000


def read_rows(file: Path) -> Iterator[dict[str, Any]]:
    """The objects of a file, one a line. Raises UsageError with the line for anything else."""
    number = 0
    try:
        with gzip.open(file, "rt", encoding="utf-8") as stream:
            while line := stream.readline(MAX_LINE):
                number += 1
                row = json.loads(line)
                if not isinstance(row, dict) or number > MAX_ROWS:
                    raise UsageError(f"{file}, line {number}: not an object, or more than {MAX_ROWS:,} lines.")
                yield row
    except (OSError, EOFError, UnicodeDecodeError, json.JSONDecodeError, zlib.error) as error:
        raise UsageError(f"{file}, line {number}: {error}. --data takes a folder of gzipped JSON lines.") from error
