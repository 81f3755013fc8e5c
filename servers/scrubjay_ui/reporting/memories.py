"""How many memories are there, how well are they grounded, and which lost their ground?"""

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta

from scrubjay.git.process import Git
from scrubjay.memory.freshness.graded import NOTHING, GradeResult
from scrubjay.memory.store.overview import count_by_status
from scrubjay.model.clock import iso
from scrubjay.model.grade import WORDS, Grade
from scrubjay.model.memory import Memory, MemoryStatus
from scrubjay.model.view import View
from scrubjay.wiring.workspace import Workspace
from scrubjay_ui.reporting.values import Count, GradeCount, MemoryCounts, MovedSource, plain

AT_ONCE = 500
SOURCES = 10
MOVED = 100
LATELY = timedelta(days=7)
ORDER = WORDS


def counts(workspace: Workspace, view: View, scopes: Sequence[str]) -> MemoryCounts:
    """The memories that hold, by kind and grade, and all of them by status."""
    reader = workspace.memories
    holding = [one for scope in scopes for one in reader.narrowed(status=MemoryStatus.ACTIVE, scope=scope)]
    graded: dict[str, GradeResult] = {}
    for start in range(0, len(holding), AT_ONCE):
        ids = [memory.id for memory in holding[start : start + AT_ONCE]]
        graded |= workspace.grades.of(ids, view)
    pairs = [(memory.kind, graded.get(memory.id, NOTHING).grade) for memory in holding]
    kinds = sorted({kind for kind, _ in pairs})
    statuses: Counter[str] = Counter()
    for scope in scopes:
        statuses.update(dict(reader.reading(scope, count_by_status)))
    return MemoryCounts(
        holding=len(holding),
        grades=_by_grade(grade for _, grade in pairs),
        kinds=tuple(_of_kind(kind, [grade for of, grade in pairs if of == kind]) for kind in kinds),
        statuses=tuple(Count(*one) for one in sorted(statuses.items(), key=lambda one: (-one[1], one[0]))),
        sources=_sources(graded.values()),
    )


def moved(workspace: Workspace, view: View, *, own: bool, now: datetime) -> tuple[tuple[MovedSource, ...], int]:
    """Memories whose sources changed, those that changed last first; and how many did in the last seven days."""
    rows = [one for one in workspace.freshness.moved(view) if told(one.memory, own=own)]
    grades = workspace.grades.grades_only([one.memory.id for one in rows], view)
    first = [(one.memory, one.standing.moved[0]) for one in rows if one.standing.moved]
    times = commit_times(workspace.git, sorted({ground.since for _, ground in first if ground.since}))
    lines = [
        MovedSource(
            id=memory.id,
            kind=memory.kind,
            content=plain(memory.content),
            grade=str(grades.get(memory.id, Grade.SAID)),
            what=plain(ground.describe()),
            commit=ground.since,
            at=times.get(ground.since, ""),
        )
        for memory, ground in first
    ]
    lines.sort(key=lambda line: line.id)
    lines.sort(key=lambda line: line.at, reverse=True)
    return tuple(lines[:MOVED]), sum(line.at >= iso(now - LATELY) for line in lines)


def told(memory: Memory, *, own: bool) -> bool:
    """Whether a report for others tells a memory: not the user's own, and none that is marked as private."""
    return (own or memory.scope != "user") and "private" not in memory.tags


def commit_times(git: Git, commits: Sequence[str]) -> dict[str, str]:
    """When commits were made, by what they were asked for; those that git doesn't have are left out."""
    times = {}
    for name in commits:
        code, said = git.answer("show", "-s", "--format=%ct", name, "--")
        if code == 0 and said.strip().isdigit():
            times[name] = iso(datetime.fromtimestamp(int(said), UTC))
    return times


def _of_kind(kind: str, grades: Sequence[Grade]) -> GradeCount:
    return GradeCount(kind, len(grades), _by_grade(grades))


def _by_grade(grades: Iterable[Grade]) -> tuple[Count, ...]:
    found = Counter(map(str, grades))
    return tuple(Count(grade, found[grade]) for grade in ORDER)


def _sources(graded: Iterable[GradeResult]) -> tuple[Count, ...]:
    """The paths that most memories lean on."""
    found = Counter(
        path for result in graded for path in {ground.path for ground in result.standing.grounds if ground.path}
    )
    most = sorted(found.items(), key=lambda one: (-one[1], one[0]))[:SOURCES]
    return tuple(Count(plain(path), count) for path, count in most)
