"""Commit-to-document sets: a commit's subject is the question, the documents it touched are the answers."""

from collections.abc import Collection
from pathlib import Path

from scrubjay.model.counted import counted
from scrubjay_bench.labelled.documents import CORPUS, QUERIES, pages
from scrubjay_bench.labelled.model import Corpus, LabelledSet, Question, read_rows

_REPOSITORY = "repository"


def commit_to_doc(file: Path, data: Path) -> LabelledSet | None:
    """The set of one file, with the documents of its repository where the data folder has them; else None.

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
        folder, paths = _nearest(data / "doc_links", {path for row in rows for path in row["gold"]})
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


def _nearest(folder: Path, gold: set[str]) -> tuple[Path | None, set[str]]:
    best: tuple[int, Path | None, set[str]] = (0, None, set())
    for file in sorted(folder.glob(f"*/{CORPUS}")):
        if not (file.parent / QUERIES).is_file():
            continue
        paths = {row["id"] for row in read_rows(file)}
        if len(paths & gold) > best[0]:
            best = (len(paths & gold), file.parent, paths)
    return best[1], best[2]
