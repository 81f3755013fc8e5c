"""How much of what is true needs a person, and does anything false get by? Statements of real decision records.

pytest tests/benchmarks/test_fatigue.py -m benchmark -s --data FOLDER
"""

import random
import re
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path

import pytest

from scrubjay.app import Workspace, open_app
from scrubjay.git.process import GitEnvironment
from scrubjay.knowledge.documents.values import ENDED_STATUSES, UNDECIDED_STATUSES
from scrubjay.memory.store.request import RememberRequest
from scrubjay.model.grade import Grade
from scrubjay.model.memory import Blocked
from scrubjay.settings.layers import load_settings
from scrubjay.text.sentences import sentences
from tests.benchmarks.figures import show
from tests.conftest import Repo

pytestmark = pytest.mark.benchmark

EACH = 50
"""Statements of each history, true and false."""

NAMES = ("Postgres", "Kafka", "Oracle")
PLAIN = re.compile(r"http|::|`|[|<>{}]")


@pytest.mark.parametrize("name", ["openedx-events-docs", "madr-docs"])
def test_fatigue(
    name: str, data: Path, make_repo: Callable[..., Repo], environment: dict[str, str], clock: Callable[[], datetime]
) -> None:
    repo = make_repo()
    repo.git("fetch", "-q", str(data / "repos" / f"{name}.bundle"), "HEAD")
    repo.git("reset", "-q", "--hard", "FETCH_HEAD")
    mine = environment | {"SCRUBJAY_EMBEDDING_PROVIDER": "none"}  # there are no memories that meaning could compare
    with open_app(load_settings(mine), git_environment=GitEnvironment.of(mine), clock=clock, wake=lambda: None) as app:
        at = app.initialise(repo.path)
        at.documents.ingest(at.documents.view(), cause="benchmark")
        at.commits.ingest(at.documents.view())
        true = said(at)
        random.Random(5).shuffle(true)
        fitting = [(one, list(turned(one))) for one in true]
        grades = Counter(grade(at, one) for one in true[:EACH])
        false = [random.Random(one).choice(changed) for one, changed in fitting if changed][:EACH]
        every = [one for _, some in fitting[:EACH] for one in some]
        got_by = [one for one in [*false, *every] if grade(at, one) is Grade.QUOTED]
    given = f"{name}: {min(EACH, len(true))} statements of current records, no citation"
    auto = grades[Grade.QUOTED] / max(1, sum(grades.values()))
    show("true, quoted", given, f"{auto:.2f} {dict(grades)}", ">= .60")
    show("false, quoted", f"{len(false)} with one change; all {len(every)} changes", str(len(got_by)), "0")
    assert not got_by, got_by
    assert auto >= 0.6


def said(at: Workspace) -> list[str]:
    """The plain sentences of the records that hold, in their order."""
    view = at.documents.view()
    found: dict[str, None] = {}
    for entry in at.documents.decisions(view):
        if entry.standing.superseded_by or entry.decision.status in ENDED_STATUSES | UNDECIDED_STATUSES:
            continue
        for one in sentences(at.documents.text(view, entry.path).text):
            if 40 < len(one) < 200 and one.endswith(".") and not PLAIN.search(one):
                found[one] = None
    return list(found)


def turned(said: str) -> Iterator[str]:
    """The sentence made false in one place: a number, a name, its polarity."""
    changes = [
        re.sub(r"\d+", lambda found: str(int(found.group()) + 7), said, count=1),
        re.sub(r"\b(is|are|will|must|can|should)\b", r"\1 not", said, count=1),
        re.sub(r"\b(is|are|will|must|can|should)\b", r"\1 never", said, count=1),
        re.sub(r"\s+not\b", "", said, count=1),
        re.sub(r"\b(We|The \w+) (?=[a-z]+s?\b)", r"\1 never ", said, count=1),
    ]
    names = re.findall(r"(?<=\s)[A-Z][A-Za-z]+\b", said)
    changes += [said.replace(name, other) for name in names[-1:] for other in NAMES]
    yield from dict.fromkeys(one for one in changes if one != said)


def grade(at: Workspace, claim: str) -> Grade | None:
    """What `remember` would make of an agent's claim."""
    judged = at.memories.judge(RememberRequest(content=claim))
    return Grade.SAID if isinstance(judged, Blocked) else judged.grade
