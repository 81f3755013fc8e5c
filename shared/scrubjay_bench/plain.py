"""The baseline of a labelled set: plain bm25 over whole documents, asked exactly the set's own questions."""

import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing
from itertools import islice
from pathlib import Path

from scrubjay.storage.driver import Queries, connect, load
from scrubjay.text.words import STOP_WORDS, Word, words
from scrubjay_bench.arms import PLAIN
from scrubjay_bench.labelled.discussions import texts_of
from scrubjay_bench.labelled.model import Corpus, LabelledSet, turn_path
from scrubjay_bench.runner import DEPTH, ResultRow, score_ranking

Q: Queries = load(__package__)


class PlainIndex:
    """Documents by their words, as SQLite's FTS5 ranks them: Porter stems, path and text alike, any word of a query.

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
        with closing(PlainIndex(_documents(corpus, worktrees[corpus.name]))) as index:
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


def _documents(corpus: Corpus, worktree: Path) -> Iterator[tuple[str, str, str]]:
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
