"""Document sets: docs_qa, scifact, cosqa and doc_links, each row a file; and those of commits' subjects."""

from collections.abc import Collection, Iterator
from functools import partial
from pathlib import Path
from typing import Any

from scrubjay.model.counted import counted
from scrubjay.model.frozen import replace
from scrubjay_bench.labelled.model import Corpus, LabelledSet, Question, read_rows

CORPUS = "corpus.jsonl.gz"
QUERIES = "queries.jsonl.gz"

_SOURCES = {"odex": "ODEX", "ds1000": "DS-1000"}


def docs_qa(folder: Path) -> LabelledSet:
    """A set of library pages, asked by people (ODEX) and by data-science tasks (DS-1000), never averaged together."""
    path = {row["id"]: _page_path(row) for row in read_rows(folder / CORPUS)}

    def files() -> Iterator[tuple[str, str]]:
        return ((_page_path(row), row["text"]) for row in read_rows(folder / CORPUS))

    questions = tuple(
        Question(
            id=row["id"],
            corpus="pages",
            query=row["query"],
            gold=tuple(path[gold] for gold in row["gold_pages"] if gold in path),
            parts=(_SOURCES.get(row["source"], str(row["source"])),),
        )
        for row in read_rows(folder / QUERIES)
    )
    missing = sum(gold not in path for row in read_rows(folder / QUERIES) for gold in row["gold_pages"])
    return replace(_document_set("docs_qa", "recall@10", folder, Corpus("pages", files), questions), missing=missing)


def scifact(folder: Path) -> LabelledSet:
    """The set SciFact: scientific claims and the abstracts that support or refute them."""

    def files() -> Iterator[tuple[str, str]]:
        return (
            (_abstract_path(row["id"]), f"# {row['title']}\n\n{row['text']}\n") for row in read_rows(folder / CORPUS)
        )

    questions = tuple(
        Question(
            id=row["id"],
            corpus="abstracts",
            query=row["query"],
            gold=tuple(_abstract_path(k) for k, v in row["qrels"].items() if v),
            parts=("all",),
        )
        for row in read_rows(folder / QUERIES)
    )
    return _document_set("scifact", "ndcg@10", folder, Corpus("abstracts", files), questions)


def cosqa(folder: Path) -> LabelledSet:
    """The set CoSQA: web queries and the Python function that answers each; a function is a text file here."""

    def files() -> Iterator[tuple[str, str]]:
        return ((_function_path(row["id"]), f"{row['code']}\n") for row in read_rows(folder / CORPUS))

    questions = tuple(
        Question(
            id=row["id"], corpus="functions", query=row["query"], gold=(_function_path(row["gold"]),), parts=("all",)
        )
        for row in read_rows(folder / QUERIES)
    )
    return _document_set("cosqa", "mrr@10", folder, Corpus("functions", files), questions)


def doc_links(folder: Path) -> LabelledSet:
    """A set of link texts as questions, each link's target page as answer; the page that holds the link is excluded."""
    questions = tuple(
        Question(
            id=row["id"],
            corpus="docs",
            query=row["query"],
            gold=tuple(row["gold"]),
            parts=("all",),
            excluded=tuple(row.get("exclude_sources", ())),
        )
        for row in read_rows(folder / QUERIES)
    )
    return _document_set(f"doc_links/{folder.name}", "recall@10", folder, pages(folder), questions)


def pages(folder: Path) -> Corpus:
    """A corpus of the pages of a repository, at their own paths."""
    return Corpus("docs", partial(_pages, folder))


def _pages(folder: Path) -> Iterator[tuple[str, str]]:
    """The path and text of each page of a folder."""
    return ((row["id"], row["text"]) for row in read_rows(folder / CORPUS))


def _page_path(row: dict[str, Any]) -> str:
    """The path of a page of a library's documentation in the corpus, with .md for .txt."""
    return f"{str(row['path']).removesuffix('.txt')}.md"


def _abstract_path(key: str) -> str:
    return f"abstracts/{key}.md"


def _function_path(key: str) -> str:
    return f"functions/{key}.txt"


def _document_set(name: str, metric: Any, folder: Path, corpus: Corpus, questions: tuple[Question, ...]) -> LabelledSet:
    """A set over one corpus of documents, without the questions that have no right answer in it."""
    answerable = tuple(question for question in questions if question.gold)
    dropped = len(questions) - len(answerable)
    notes = (f"left out: {counted(dropped, 'question')} without a right answer in the corpus",) if dropped else ()
    return LabelledSet(
        name=name,
        metric=metric,
        corpora=(corpus,),
        questions=answerable,
        sources=(folder / CORPUS, folder / QUERIES),
        notes=notes,
    )


_REPOSITORY = "repository"


def commit_to_doc(file: Path, data: Path) -> LabelledSet | None:
    """A set from one file, with the documents of its repository; None where the data folder hasn't these.

    They are the bundle `repos/NAME-docs.bundle`, or the `doc_links` corpus that holds most of the right answers.
    """
    name = file.name.removesuffix(".jsonl.gz")
    rows = list(read_rows(file))
    bundle = data / "repos" / f"{name}-docs.bundle"
    sources = [file]
    paths: Collection[str] | None = None
    if bundle.is_file():
        corpus = Corpus(_REPOSITORY, bundle=bundle)
        sources.append(bundle)
    else:
        folder, paths = _nearest_corpus(data / "doc_links", {path for row in rows for path in row["gold"]})
        if folder is None:
            return None
        corpus = Corpus(_REPOSITORY, pages(folder).files)
        sources.append(folder / CORPUS)
    questions = [
        Question(
            id=row["id"],
            corpus=_REPOSITORY,
            query=row["query"],
            gold=tuple(path for path in row["gold"] if paths is None or path in paths),
            parts=("all",),
        )
        for row in rows
    ]
    answerable = tuple(question for question in questions if question.gold)
    dropped = len(rows) - len(answerable)
    note = f"{dropped:,} of {counted(len(rows), 'commit')} touched only documents that aren't in the data"
    notes = (note,) if dropped else ()
    return LabelledSet(
        name=f"commit_to_doc/{name}",
        metric="recall@10",
        corpora=(corpus,),
        questions=answerable,
        sources=tuple(sources),
        notes=notes,
        missing=sum(len(row["gold"]) for row in rows) - sum(len(question.gold) for question in questions),
        remedy="" if bundle.is_file() else f"Put the documents of {name} into {bundle}",
    )


def _nearest_corpus(folder: Path, gold: set[str]) -> tuple[Path | None, set[str]]:
    """The folder whose corpus holds most of the right answers, with the paths of that corpus; None without any."""
    best: tuple[int, Path | None, set[str]] = (0, None, set())
    for file in sorted(folder.glob(f"*/{CORPUS}")):
        if not (file.parent / QUERIES).is_file():
            continue
        paths = {row["id"] for row in read_rows(file)}
        if len(paths & gold) > best[0]:
            best = (len(paths & gold), file.parent, paths)
    return best[1], best[2]
