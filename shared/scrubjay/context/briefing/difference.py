"""Parts of a briefing's text: the lines that are new against another, those of one section."""

from collections.abc import Collection, Sequence

from scrubjay.model.counted import counted

DECISIONS = "Decisions, "
"""How the title of the newest decisions begins."""


COMMITS = ("Newest commits", "Commits since the last session here", "Commits since the last session here began")
"""How the titles of lists of commits begin: the newest ones, those after a save, those after a session's start."""


def section(text: str, title: str) -> tuple[str, ...]:
    """The entries of the section whose title begins so, without the title."""
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
