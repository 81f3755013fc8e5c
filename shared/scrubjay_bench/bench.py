"""Benchmark of recipes on labelled sets, one set after the other: index, ask, write the rows, summarise."""

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from itertools import chain, islice
from pathlib import Path
from typing import Any

from scrubjay.errors import UsageError
from scrubjay.extensions.kinds.content import Embedder
from scrubjay.git.process import GitEnvironment
from scrubjay.model.counted import counted
from scrubjay.model.frozen import dataclass, field, replace
from scrubjay.settings.schema import Settings
from scrubjay.storage.driver import Queries, connect, load
from scrubjay.text.words import STOP_WORDS, Word, words
from scrubjay_bench.corpora import CorpusRefused
from scrubjay_bench.indexes import UNASKED, IndexedSet, Show, open_indexed, unasked_search
from scrubjay_bench.labelled import Loader
from scrubjay_bench.labelled.conversations import texts_of
from scrubjay_bench.labelled.model import Corpus, LabelledSet, turn_path
from scrubjay_bench.report import TablePart, degradations, latencies, parts, separations
from scrubjay_bench.runner import (
    DEFAULT,
    DEPTH,
    PLAIN,
    Arm,
    ResultRow,
    arms,
    open_results,
    run_questions,
    score_ranking,
)

Q: Queries = load(__package__)


class PlainIndex:
    """Searches documents by their words, as SQLite's FTS5 ranks them: Porter stems, path and text alike, any word.

    Stop words are left out, where there are others: with them LoCoMo's recall@10 is .543, without .603.
    """

    def __init__(self, documents: Iterable[tuple[str, str, str]]) -> None:
        """`documents`: the name in rankings, the searchable path, which may be empty, and the text of each."""
        self._connection = connect(":memory:")
        self._connection.execute(Q.plain_table)
        self._names: list[str] = []
        for name, path, text in documents:
            self._names.append(name)
            self._connection.execute(Q.add_plain, {"id": len(self._names), "path": path, "text": text})

    def ranked(self, query: str, limit: int = DEPTH) -> list[tuple[str, float]]:
        """Names of documents that hold a word of the query, with their scores, best first; higher is better."""
        unique = dict.fromkeys(words(query.casefold(), Word.WHOLE))
        telling = [word for word in unique if word not in STOP_WORDS] or unique
        match = " OR ".join(f'"{word}"' for word in telling)
        rows = self._connection.execute(Q.rank_plain, {"match": match, "limit": limit}) if match else ()
        return [(self._names[row[0] - 1], -float(row[1])) for row in rows]

    def close(self) -> None:
        """Free its memory."""
        self._connection.close()


def run_plain(labelled: LabelledSet, worktrees: Mapping[str, Path]) -> Iterator[ResultRow]:
    """Ask each corpus its questions. `worktrees` hold the documents of the corpora that are no conversations."""
    for corpus in labelled.corpora:
        questions = [question for question in labelled.questions if question.corpus == corpus.name]
        with closing(PlainIndex(_indexed_texts(corpus, worktrees[corpus.name]))) as index:
            for question in questions:
                started = time.perf_counter()
                ranked = index.ranked(question.query, DEPTH + len(question.excluded))
                ranking = tuple(islice((name for name, _ in ranked if name not in question.excluded), DEPTH))
                yield ResultRow(
                    question=question,
                    arm=PLAIN,
                    ranking=ranking,
                    top=ranked[0][1] if ranked else 0.0,
                    scores=score_ranking(
                        question, ranking, sessions=labelled.sessions, first_three=labelled.first_three
                    ),
                    ms={"total": round((time.perf_counter() - started) * 1000, 2)},
                    degraded=(),
                )


def _indexed_texts(corpus: Corpus, worktree: Path) -> Iterator[tuple[str, str, str]]:
    """What is searched of a corpus, as (name, path, text): turns, discussions or files."""
    if corpus.turns is not None:
        for record in corpus.turns():
            yield turn_path(record["session"], record["turn"]), "", f"{record['role']}: {record['text']}"
        return
    if corpus.archive is not None:
        for name, text in texts_of(corpus):
            yield name, "", text
        return
    for file in sorted(worktree.rglob("*")):
        path = file.relative_to(worktree).as_posix()
        if file.is_file() and not file.is_symlink() and not path.startswith(".git/"):
            yield path, path, file.read_text(encoding="utf-8", errors="replace")


@dataclass(frozen=True, slots=True)
class BenchOptions:
    """Benchmark options. `keep` holds indexes and results; `limit` bounds the questions a set, 0 asks all."""

    keep: Path
    arms: tuple[Arm, ...] = field(default_factory=arms)
    limit: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class SetReport:
    """The results of one set."""

    name: str
    metric: str
    documents: int
    passages: int
    embedded: float
    parts: tuple[TablePart, ...]
    separation: dict[str, float]
    latency: dict[str, dict[str, dict[str, float]]]
    degraded: dict[str, int]
    results: Path
    notes: tuple[str, ...] = field(default=())

    def as_object(self) -> dict[str, Any]:
        """The JSON form of the report."""
        return {
            "set": self.name,
            "metric": self.metric,
            "documents": self.documents,
            "passages": self.passages,
            "embedded": round(self.embedded, 4),
            "parts": [part.as_object() for part in self.parts],
            "abstention_auc": self.separation,
            "latency_ms": self.latency,
            "degraded": self.degraded,
            "results": str(self.results),
            "notes": list(self.notes),
        }


def _raise_refusal(name: str, error: CorpusRefused) -> None:
    """Raise the error by which a set is refused."""
    raise error


def measure(
    loaders: dict[str, Loader],
    options: BenchOptions,
    settings: Settings,
    environment: GitEnvironment,
    show: Show,
    *,
    embedder: Embedder | None = None,
    refused: Callable[[str, CorpusRefused], None] = _raise_refusal,
) -> Iterator[SetReport]:
    """Measure sets one by one. A set that can't be built from the folder (its loader gives None) is skipped.

    `refused` hears of a set whose corpus isn't its own, before the others are measured; without it that is raised.
    Raises UsageError, ModelUnavailable, StorageError.
    """
    for name, loader in loaders.items():
        try:
            labelled = loader()
            if labelled is None or not labelled.questions:
                continue
            embed = any(arm.uses_vectors for arm in options.arms)
            with open_indexed(
                labelled, options.keep, settings, environment, show, embedder=embedder, embed=embed
            ) as index:
                if options.limit and len(labelled.questions) > options.limit:
                    labelled = _sample(labelled, options.limit)
                rows, file = _asked_rows(labelled, index, options, show)
        except CorpusRefused as error:
            refused(name, error)
            continue
        except (UsageError, LookupError, TypeError, AttributeError, ValueError, RecursionError) as error:
            refused(name, _unreadable_set(name, error))
            continue
        yield _set_report(labelled, index, rows, file)


def _unreadable_set(name: str, error: Exception) -> CorpusRefused:
    """The error for a set with a row that hasn't the set's form."""
    if isinstance(error, UsageError):
        return CorpusRefused(f"{name} isn't measured: {error}")
    problem = f"a row lacks {error}" if isinstance(error, KeyError) else str(error)
    return CorpusRefused(
        f"{name} isn't measured, because a row hasn't the form of this set: {problem}. Mend the row, or choose other "
        "sets with --only."
    )


def _asked_rows(
    labelled: LabelledSet, index: IndexedSet, options: BenchOptions, show: Show
) -> tuple[list[ResultRow], Path]:
    """Ask a set's questions in every arm; the answers, and the file that they were written to."""
    with_vectors = any(workspace.embedder is not None for workspace in index.workspaces.values())
    file = options.keep / "results" / f"{labelled.name.replace('/', '-')}.jsonl"
    rows: list[ResultRow] = []
    measured = options.arms if with_vectors else arms(vectors=False)
    worktrees = {name: workspace.repository.worktree for name, workspace in index.workspaces.items()}
    with show(f"{labelled.name}: asking", "searches") as step, open_results(file) as write:
        searched = run_questions(
            labelled.questions, measured, index.searches, sessions=labelled.sessions, first_three=labelled.first_three,
            step=step,
        )  # fmt: skip
        for row in chain(run_plain(labelled, worktrees), searched, _unasked_rows(labelled, index)):
            write(row)
            rows.append(row)
    return rows, file


def _unasked_rows(labelled: LabelledSet, index: IndexedSet) -> Iterator[ResultRow]:
    """The discussions that follow answers about everything, for a set of discussions; nothing for other sets."""
    if any(corpus.archive is not None for corpus in labelled.corpora):
        searches = {name: unasked_search(workspace) for name, workspace in index.workspaces.items()}
        yield from run_questions(labelled.questions, (Arm(UNASKED, DEFAULT),), searches, first_three=True)


def _set_report(labelled: LabelledSet, index: IndexedSet, rows: Sequence[ResultRow], file: Path) -> SetReport:
    """The report of a set, made of its answers."""
    skipped = (f"skipped by ingestion: {counted(index.skipped, 'file')} of the corpus",) if index.skipped else ()
    return SetReport(
        name=labelled.name,
        metric=labelled.metric,
        documents=index.documents,
        passages=index.passages,
        embedded=index.embedded,
        parts=parts(rows, labelled.metric, labelled.recipe),
        separation=separations(rows),
        latency=latencies(rows),
        degraded=degradations(rows),
        results=file,
        notes=labelled.notes + skipped,
    )


def _sample(labelled: LabelledSet, limit: int) -> LabelledSet:
    """Every n-th question of a set, so that all its parts and corpora stay represented; deterministic."""
    questions = labelled.questions
    chosen = tuple(questions[number * len(questions) // limit] for number in range(limit))
    note = f"only {limit} of {counted(len(questions), 'question')} were asked (--limit)"
    missing = labelled.missing * limit // len(questions)
    return replace(labelled, questions=chosen, notes=(*labelled.notes, note), missing=missing)
