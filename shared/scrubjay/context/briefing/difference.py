"""Parts of a briefing's text: ages, lines that are shown once, those that are new against another, and a section."""

from collections.abc import Collection, Sequence
from datetime import UTC, datetime

from scrubjay.model.counted import counted
from scrubjay.model.frozen import dataclass
from scrubjay.model.pattern import pattern

_AGE = pattern("\x02([^\x02\x03]{1,40})\x03")


def age_placeholder(moment: str) -> str:
    """The placeholder for the age of an ISO timestamp."""
    return f"\x02{moment}\x03"


def fill_ages(text: str, now: datetime) -> str:
    """The text with every placeholder replaced by its age at `now`."""
    return _AGE.sub(lambda match: relative_age(match[1], now), text)


def relative_age(moment: str, now: datetime) -> str:
    """The age of an ISO timestamp in its largest whole unit, such as "2 h ago"."""
    try:
        then = datetime.fromisoformat(moment)
    except ValueError:
        return "at an unknown time"
    then = then if then.tzinfo else then.replace(tzinfo=UTC)
    seconds = max(0, int((now - then).total_seconds()))
    for size, unit in ((86_400 * 365, "y"), (86_400, "d"), (3_600, "h"), (60, "min")):
        if seconds >= size:
            return f"{seconds // size} {unit} ago"
    return "just now"


_ONCE = pattern("^\x04([^\x04\n]{1,200})\x04")


@dataclass(frozen=True, slots=True)
class OneTimeLine:
    """A line, and the key that records that it was shown."""

    key: str
    text: str

    @property
    def marked(self) -> str:
        """The line with its key, as it stands in a prepared text."""
        return f"\x04{self.key}\x04{self.text}"


def drop_shown(text: str, shown_keys: Collection[str]) -> tuple[str, tuple[str, ...]]:
    """The text without key marks and without lines that were already shown; and the keys of those that remain."""
    lines: list[str] = []
    keys: list[str] = []
    for line in text.split("\n"):
        match = _ONCE.match(line)
        if match is None:
            lines.append(line)
        elif match[1] not in shown_keys:
            keys.append(match[1])
            lines.append(line[match.end() :])
    return "\n".join(lines), tuple(keys)


DECISIONS = "Decisions, "
"""How the title of the newest decisions begins."""


COMMITS = ("Newest commits", "Commits since the last session here", "Commits since the last session here began")
"""How the titles of lists of commits begin: the newest ones, those after a save, those after a session's start."""


def section(text: str, title: str) -> tuple[str, ...]:
    """The entries of the section of a text whose title begins with `title`; without the title."""
    entries: list[str] = []
    inside = False
    for line in text.split("\n"):
        if not line.startswith("- "):
            inside = line.startswith(title) and line.endswith(":")
        elif inside:
            entries.append(line)
    return tuple(entries)


def new_lines(before: str, now: str, *, older: bool = False) -> tuple[str, ...]:
    """The lines of `now` that `before` doesn't have, in order; a title stays where one of its entries is new.

    Of the newest commits those below one that is known are older than it: no news, unless `older` ones count too.
    """
    previous = set(before.split("\n"))
    lines: list[str] = []
    title = ""
    below = newest = False
    for line in now.split("\n"):
        if not line.startswith("- "):
            below, newest = False, line.startswith(COMMITS[0]) and not older
            title = line if line.endswith(":") else ""
            if title:
                continue
        below = below or (newest and line in previous)
        if below or line in previous or not line:
            continue
        if title:
            lines.append(title)
            title = ""
        lines.append(line)
    return tuple(lines)


def without_commits(lines: Sequence[str], shown: Collection[str]) -> tuple[str, ...]:
    """The lines without the commits of some full ids, and without the titles that have no entry left."""
    kept: list[str] = []
    of_commits = False
    title = ""
    for line in lines:
        if not line.startswith("- "):
            of_commits = line.startswith(COMMITS) and line.endswith(":")
            title = line if of_commits else ""
            kept += [] if of_commits else [line]
        elif not of_commits or not any(id.startswith(line[2:].partition(" ")[0]) for id in shown):
            kept += [title, line] if title else [line]
            title = ""
    return tuple(kept)


def truncate_lines(lines: Sequence[str], most: int, call: str) -> tuple[str, ...]:
    """At most `most` lines; a last one names the call that shows what was omitted."""
    if len(lines) <= most:
        return tuple(lines)
    return (*lines[:most], f"({counted(len(lines) - most, 'more line')}; {call} shows them)")
