"""Moments of a branch that a question about the past may name: tags, and first days of months."""

from datetime import date, timedelta

from scrubjay.git.frames import records
from scrubjay.git.process import Git
from scrubjay.model.frozen import dataclass
from scrubjay.privacy.secrets.shown_names import shown

MOST_TAGS = 60
MOST_MONTHS = 60
LOOKED_AT = 5_000
"""Commits among which the first month is looked for."""


@dataclass(frozen=True, slots=True)
class TimelinePoint:
    """A moment: what `as_of` takes, its day, and whether it is a tag."""

    revision: str
    day: str
    tag: bool

    @property
    def words(self) -> str:
        """The moment as a person reads it."""
        return f"{self.revision} ({self.day})" if self.tag else self.day


def timeline(git: Git, commit: str) -> tuple[TimelinePoint, ...]:
    """The tags that a commit contains and the first days of its months, the oldest first; none without commits.

    A tag whose name holds a secret is left out: git finds none by a masked name.
    """
    if not commit:
        return ()
    form = "--format=%(refname:short)%00%(creatordate:short)%00"
    listed = git.fields("for-each-ref", f"--count={MOST_TAGS}", "--sort=-creatordate", f"--merged={commit}", form,
                        "refs/tags")  # fmt: skip
    tags = [[part.decode("utf-8", "replace").strip() for part in row] for row in records(listed, 2)]
    named = [TimelinePoint(name, day, tag=True) for name, day in tags if name and day and shown(name) == name]
    out = git.run("log", "--first-parent", f"--max-count={LOOKED_AT}", "--format=%cs", "--end-of-options", commit)
    days = out.decode("ascii", "replace").split()
    months = [TimelinePoint(day, day, tag=False) for day in first_days(min(days), max(days))] if days else []
    return tuple(sorted((*named, *months), key=lambda point: (point.day, point.tag)))


def first_days(first: str, last: str) -> tuple[str, ...]:
    """The first days of the months after one day, until another one; of many the newest."""
    day, end = date.fromisoformat(first).replace(day=1), date.fromisoformat(last)
    days = []
    while (day := (day + timedelta(days=31)).replace(day=1)) <= end:
        days.append(day.isoformat())
    return tuple(days[-MOST_MONTHS:])
