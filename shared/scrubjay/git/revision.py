"""Resolution of a user's revision or date, and the moments of a branch that one may name."""

from datetime import UTC, date, datetime, time, timedelta

from scrubjay.errors import UnknownRevision
from scrubjay.git.paths import records
from scrubjay.git.process import Git
from scrubjay.model.frozen import dataclass
from scrubjay.model.pattern import pattern
from scrubjay.privacy.secrets.shown_names import shown

MAX_LENGTH = 1000
_DAY = pattern(r"\d{4}-\d{2}-\d{2}")
_FORBIDDEN = pattern(r"[\x00-\x20\x7f]")


def resolve(git: Git, revision: str) -> str:
    """The commit id of a revision. Raises UnknownRevision; user text never becomes an option of git."""
    if revision and len(revision) <= MAX_LENGTH and not revision.startswith("-") and not _FORBIDDEN.search(revision):
        code, out = git.answer("rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}")
        if code == 0:
            return out.decode("ascii", "replace").split()[-1]
    raise UnknownRevision(
        f"No revision {shown(revision)[:80]!r} here. Give a branch, a tag, a commit, or a date such as 2026-03-01."
    )


def as_of(git: Git, text: str, head: str) -> str:
    """The commit that a revision or a date refers to.

    A date is ISO 8601; a day alone means its end in UTC. It selects the newest first-parent ancestor of HEAD whose
    committer date isn't later. git never parses free text as a date.
    """
    try:
        return resolve(git, text.strip())
    except UnknownRevision:
        moment = _parsed_moment(text.strip())
        if moment is None:
            raise
    if head:
        seconds = int(moment.timestamp())
        out = git.run("rev-list", "-1", "--first-parent", f"--before={seconds}", "--end-of-options", head)
        commit = out.decode("ascii", "replace").strip()
        if commit:
            return commit
    raise UnknownRevision(f"No commit on this branch by {text.strip()}. The first one is younger.")


def _parsed_moment(text: str) -> datetime | None:
    """The moment that a date or time means, for a day its last second; None for other texts."""
    try:
        if _DAY.fullmatch(text):
            day = datetime.fromisoformat(text).date()
            return datetime.combine(day + timedelta(days=1), time(), UTC) - timedelta(seconds=1)
        moment = datetime.fromisoformat(text)
    except (ValueError, OverflowError):
        return None
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


MOST_TAGS = 60
MOST_MONTHS = 60
LOOKED_AT = 5_000
"""Commits among which the first month is looked for."""


@dataclass(frozen=True, slots=True)
class TimelinePoint:
    """A point of the timeline: the value for `as_of`, its day, and whether it is a tag."""

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
    """The first days of the months between two days; only the newest of many."""
    day, end = date.fromisoformat(first).replace(day=1), date.fromisoformat(last)
    days = []
    while (day := (day + timedelta(days=31)).replace(day=1)) <= end:
        days.append(day.isoformat())
    return tuple(days[-MOST_MONTHS:])
