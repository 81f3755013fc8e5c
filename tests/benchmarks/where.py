"""Questions for a place in code, and what `git grep` with the same words answers."""

import re
import subprocess
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from scrubjay.knowledge.chunking.chunk import outline_of
from scrubjay.knowledge.chunking.languages import PREFIX, language_of
from scrubjay.search.recall.answer import RecallHit
from tests.conftest import Repo

SHOWN = 8
NEAR = 10
"""Lines of one file that an agent reads as one place."""


@dataclass(frozen=True, slots=True)
class WhereQuestion:
    """A question, the three or so words fixed before anybody looked, and its right places, `path::symbol`."""

    id: str
    question: str
    places: tuple[tuple[str, str], ...]
    keywords: str


Found = Sequence[tuple[str, str]]
"""Places in order: a path, and the whole path of a definition there."""


def read_questions(file: Path) -> tuple[WhereQuestion, ...]:
    """The questions of a file of `id | question | path::symbol, … | keywords` lines."""
    questions = []
    for line in file.read_text(encoding="utf-8").splitlines():
        parts = [part.strip() for part in line.split("|")]
        if len(parts) == 4 and not line.startswith("#"):
            places = (place.strip().rpartition("::") for place in parts[2].split(",") if "::" in place)
            pairs = tuple((path.partition("::")[0], symbol) for path, _, symbol in places)
            questions.append(WhereQuestion(parts[0], parts[1], pairs, parts[3]))
    return tuple(questions)


def rank_of(found: Found, question: WhereQuestion) -> int:
    """Where the first right place stands, from 1; 0 where none does."""
    for rank, (path, heading) in enumerate(found, 1):
        if any(path == right and symbol in heading.split(".") for right, symbol in question.places):
            return rank
    return 0


def places_of(hits: Sequence[RecallHit]) -> list[tuple[str, str]]:
    """The places of hits."""
    return [(hit.path, hit.title) for hit in hits]


def grep_places(repo: Repo, keywords: str) -> list[tuple[str, str]]:
    """The first places of `git grep`, case aside: neighbouring lines are one, those with most different words first.

    Each is told by every definition that overlaps it.
    """
    words = keywords.lower().split()
    command = ["git", "grep", "-n", "-i", "-I", *(part for word in words for part in ("-e", word))]
    lines = subprocess.run(command, cwd=repo.path, env=repo.environment, capture_output=True, check=False).stdout
    by_file: dict[str, list[tuple[int, str]]] = defaultdict(list)
    for line in lines.decode("utf-8", "replace").splitlines():
        path, _, rest = line.partition(":")
        number, _, text = rest.partition(":")
        if number.isdigit():
            by_file[path].append((int(number), text.lower()))
    clusters = [(path, cluster) for path, found in by_file.items() for cluster in _clusters(found)]
    held = [(sum(any(word in text for _, text in c) for word in words), len(c), path, c) for path, c in clusters]
    held.sort(key=lambda one: (-one[0], -one[1], one[2], one[3][0][0]))
    return [(path, _around(repo.path / path, c[0][0], c[-1][0])) for _, _, path, c in held[:SHOWN]]


def _clusters(lines: Sequence[tuple[int, str]]) -> list[list[tuple[int, str]]]:
    clusters: list[list[tuple[int, str]]] = []
    for number, text in lines:
        if clusters and number - clusters[-1][-1][0] <= NEAR:
            clusters[-1].append((number, text))
        else:
            clusters.append([(number, text)])
    return clusters


def _around(file: Path, first: int, last: int) -> str:
    """The names of the definitions that some lines of a file lie in."""
    language = language_of(file.name)
    if not language:
        return ""
    outline = outline_of(file.read_text(encoding="utf-8", errors="replace"), f"{PREFIX}{language}")  # type: ignore[arg-type]
    starts = [heading.line for heading in outline.headings[1:]] + [1 << 60]
    inside = (h.title for h, end in zip(outline.headings, starts, strict=False) if h.line <= last and end > first)
    return ".".join(dict.fromkeys(re.split(r"\.", ".".join(inside))))


def counts(questions: Sequence[WhereQuestion], find: Callable[[WhereQuestion], Found]) -> tuple[int, int, list[int]]:
    """How many have a right place among the first three and eight, and each one's rank."""
    ranks = [rank_of(find(question), question) for question in questions]
    return sum(0 < rank <= 3 for rank in ranks), sum(0 < rank <= SHOWN for rank in ranks), ranks
