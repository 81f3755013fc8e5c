"""Questions about discussions: archives of repositories' issues and pull requests, and which of them answer."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from scrubjay.errors import UsageError
from scrubjay_bench.labelled.model import Corpus, LabelledSet, Question
from scrubjay_forges.forges.offline.read import read_file

QUESTIONS = "questions.jsonl"


def discussions(folder: Path) -> LabelledSet:
    """Questions with the numbers that answer them, of one or more repositories whose archives lie beside.

    Each row has `id`, `repo` (owner/name), `question`, `keys` and `split`.
    """
    rows = [json.loads(line) for line in (folder / QUESTIONS).read_text(encoding="utf-8").splitlines() if line.strip()]
    archives = {repository: file for file in sorted(folder.glob("*.json")) if (repository := _repository(file))}
    asked = [row for row in rows if row["repo"] in archives]
    names = {repository: repository.replace("/", "-") for repository in dict.fromkeys(row["repo"] for row in asked)}
    return LabelledSet(
        name="discussions",
        metric="hit@3",
        corpora=tuple(
            Corpus(name, archive=archives[repository], repository=repository) for repository, name in names.items()
        ),
        questions=tuple(_question(row, names[row["repo"]]) for row in asked),
        sources=(folder / QUESTIONS, *(archives[repository] for repository in names)),
        first_three=True,
    )


def texts_of(corpus: Corpus) -> Iterator[tuple[str, str]]:
    """Each discussion of a corpus's archive as texts name it, with all that was said in it."""
    for item in read_file(corpus.archive).items() if corpus.archive is not None else ():
        if item.head is not None:
            said = (part.text for part in item.parts)
            yield f"{corpus.repository}#{item.head.number}", "\n\n".join([item.head.title, *said])


def _repository(file: Path) -> str:
    """The repository that an archive is of; empty for a file that is none."""
    try:
        return read_file(file).repository
    except (UsageError, OSError):
        return ""


def _question(row: dict[str, Any], corpus: str) -> Question:
    return Question(
        id=row["id"],
        corpus=corpus,
        query=row["question"],
        gold=tuple(f"{row['repo']}#{number}" for number in row["keys"]),
        parts=(f"{row['repo']} {row['split']}", str(row["split"])),
    )
