"""The choice of a project for a repository; only a person sees which ones fit."""

from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from scrubjay.cli.output import say
from scrubjay.errors import ScrubjayError
from scrubjay.identity.person.keys import choose as wait_for
from scrubjay.memory.lifecycle.exchange import count
from scrubjay.model.counted import counted
from scrubjay.storage.database import Database

if TYPE_CHECKING:
    from scrubjay.identity.projects.hints import ProjectHint
    from scrubjay.model.project import Project

MOST = 9
"""Projects that are offered at once: one key each."""


def choose(hints: "Iterable[ProjectHint]", otherwise: str) -> "Project | None":
    """Show the projects that fit and wait for a key; None for `otherwise`, which is n.

    What has no key is counted, with the way to it.
    """

    ranked = by_worth(hints)
    offered = [hint.project for hint in ranked[:MOST]]
    for number, hint in enumerate(ranked[:MOST], 1):
        say(f"  {number}  {described(hint.project)} ({', '.join(hint.reasons)})")
    if len(ranked) > MOST:
        say(f"  and {len(ranked) - MOST} more: `scrubjay project list`; join one with `scrubjay project join ID`")
    keys = "".join(str(number) for number in range(1, len(offered) + 1))
    pressed = wait_for(f"Press {'/'.join(keys)} to join that project, n for {otherwise}.", f"{keys}n", say)
    return offered[int(pressed) - 1] if pressed in set(keys) else None


def described(project: "Project") -> str:
    """A project as its owner knows it: name, memories, last use, folders."""
    count = _memories(project)
    size = "unreadable memories" if count is None else counted(count, "memory")
    places = ", ".join(str(clone.parent if clone.name == ".git" else clone) for clone in project.clones[:3])
    used = _last_used(project.folder)
    return f"{project.name} ({project.id[:12]}): {size}{f', last used {used}' if used else ''}, {places or 'no folder'}"


def by_worth(hints: "Iterable[ProjectHint]") -> "tuple[ProjectHint, ...]":
    """Those with the most memories first, then those used last: empty ones take no place of theirs."""
    return tuple(sorted(hints, key=lambda hint: _worth(hint.project), reverse=True))


def _worth(project: "Project") -> tuple[float, str]:
    """What a project holds, then when it was used; one that can't be read may hold anything."""
    count = _memories(project)
    return float("inf") if count is None else count, _last_used(project.folder)


def _memories(project: "Project") -> int | None:

    file = project.folder / "knowledge.db"
    if not file.is_file():
        return 0
    try:
        with Database(file, "knowledge") as database:
            return database.read(lambda c: count(c, project.id))
    except ScrubjayError:
        return None


def _last_used(folder: Path) -> str:
    times = [file.stat().st_mtime for file in folder.glob("*.db*") if file.is_file()]
    return datetime.fromtimestamp(max(times), UTC).strftime("%Y-%m-%d") if times else ""
