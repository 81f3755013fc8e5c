"""Views of a team's repositories: what each shows at its default branch or at a tag, as the caller may see it."""

import threading
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from uuid import UUID

from scrubjay.errors import NotFound, UnknownRevision
from scrubjay.knowledge.documents.decisions import by_path, entries_of, incident_of
from scrubjay.knowledge.documents.values import DocumentText, ViewRecords
from scrubjay.model.frozen import dataclass, replace
from scrubjay.model.view import View, ViewFile
from scrubjay_team.database.queries import load

if TYPE_CHECKING:
    from scrubjay_team.database.connecting import Connection, Entered

Q = load(__package__)

KEPT: Final = 64
"""Views that are kept in memory."""

NAMED: Final = 4
"""Repositories that a first line names."""

MOST_LISTED: Final = 50
"""Names in an error."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MirroredView:
    """One view of a repository that the caller is granted. `number` is the project's, `place` the view's.

    `index` is another text whenever its index is.

    Its files and records are read where they are asked for: of many repositories a search shows few.
    """

    project: UUID
    number: int
    name: str
    place: int
    commit: str
    committed_at: str
    index: str
    read: Callable[[], tuple[View, ViewRecords]]

    @property
    def key(self) -> tuple[UUID, str]:
        """What names one state of the view."""
        return self.project, self.index

    @property
    def view(self) -> View:
        """What it shows."""
        return self.read()[0]

    @property
    def records(self) -> ViewRecords:
        """Its decisions and reports."""
        return self.read()[1]

    @property
    def at(self) -> str:
        """The repository with its commit, as a first line names it."""
        return f"{self.name} @ {self.commit[:10]}"


@dataclass(frozen=True, slots=True)
class GrantedViews:
    """The views that a call is about, in order of names.

    `waiting` are repositories that aren't indexed yet, `behind` those whose newest commit isn't, `failing` those that
    can't be fetched, each with the day when it last was.
    """

    team: str
    views: tuple[MirroredView, ...]
    waiting: tuple[str, ...] = ()
    behind: tuple[str, ...] = ()
    failing: tuple[str, ...] = ()
    as_of: str = ""

    @property
    def called(self) -> str:
        """What an answer's first line begins with."""
        named = [f"{one.at}{f' ({one.committed_at[:10]})' if self.as_of else ''}" for one in self.views]
        named = named or list(self.waiting)
        at = f" · as of {self.as_of}" if self.as_of else ""
        return f"team {self.team} · {_some(named) or 'no repository'}{at}"

    @property
    def lacks(self) -> tuple[str, ...]:
        """What an answer lacks, for its first line."""
        told = {"not indexed yet": self.waiting, "behind": self.behind, "can't be fetched": self.failing}
        return tuple(f"{what}: {_some(names)}" for what, names in told.items() if names)

    def heading(self, *views: MirroredView) -> View:
        """A view without files, for the first line of an answer about some of them, or about all."""
        called = self.called
        if views:
            names = {one.name for one in views}
            behind = tuple(name for name in self.behind if name in names)
            failing = tuple(one for one in self.failing if one.partition(" (last ")[0] in names)
            about = replace(self, views=views, waiting=(), behind=behind, failing=failing)
            called = " · ".join([about.called, *about.lacks])
        return View(
            key="", worktree=Path(), branch="", commit="", tree="", committed_at="", as_of=self.as_of, files=(),
            called=called,
        )  # fmt: skip

    @property
    def projects(self) -> list[UUID]:
        """The repositories that are indexed."""
        return [one.project for one in self.views]


class MirrorViews:
    """Reads views, and keeps those whose index didn't change. Safe to use from several threads.

    What is kept is used only once the caller's own transaction said that it is granted, and of which index.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._kept: OrderedDict[tuple[object, ...], tuple[View, ViewRecords]] = OrderedDict()

    def of(self, entered: "Entered", repo: str, as_of: str = "") -> GrantedViews:
        """The views of a repository, of all that are granted for an empty name. `as_of` is a tag.

        Raises NotFound for a repository that isn't there for the caller, UnknownRevision for a tag that none has.
        """
        name = "" if as_of.strip() in ("", "HEAD") else as_of.strip()
        rows = entered.connection.execute(Q.granted, {"name": name}).fetchall()
        chosen = [row for row in rows if not repo or row["name"] == repo]
        if repo and not chosen:
            raise NotFound(
                f"There is no repository {repo[:60]!r} for you in team {entered.caller.team_name}. "
                f"{listed_names([row['name'] for row in rows])}"
            )
        indexed = [row for row in chosen if row["view"] is not None]
        waiting = [row["name"] for row in chosen if row["source"] is None]
        if name and not indexed:
            raise self._no_tag(entered.connection, name, [row["id"] for row in chosen])
        return GrantedViews(
            entered.caller.team_name,
            views=tuple(self._view(entered.connection, row, name) for row in indexed),
            waiting=tuple(waiting),
            behind=tuple(row["name"] for row in indexed if row["behind"] and not row["failing"]),
            failing=tuple(f"{row['name']}{_since(row['fetched_at'])}" for row in chosen if row["failing"]),
            as_of=name,
        )

    def names(self, entered: "Entered") -> frozenset[str]:
        """The names of the repositories that are granted."""
        return frozenset(row["name"] for row in entered.connection.execute(Q.granted, {"name": ""}))

    def text(self, connection: "Connection", view: MirroredView, path: str) -> DocumentText | None:
        """The text at a path, secrets masked; None where the view shows none."""
        row = connection.execute(Q.text, {"project": view.project, "view": view.place, "path": path}).fetchone()
        if row is None:
            return None
        lines = row["text"].count("\n") + (0 if row["text"].endswith("\n") or not row["text"] else 1)
        return DocumentText(
            path=path, blob=row["blob"], format=row["format"], text=row["text"], lines=max(1, lines)
        )  # fmt: skip

    def has_path(self, connection: "Connection", views: GrantedViews, path: str) -> bool:
        """Whether one of some views shows a path, or a file below it."""
        if not views.views or "\0" in path:
            return False
        folder = f"{path.rstrip('/')}/"
        row = connection.execute(
            Q.has_path,
            {"projects": views.projects, "view": views.views[0].place, "path": path, "folder": folder,
             "behind": f"{folder[:-1]}0"},
        ).fetchone()  # fmt: skip
        return bool(row and row["there"])

    def _view(self, connection: "Connection", row: Mapping[str, Any], as_of: str) -> MirroredView:
        index = f"{row['view']}/{row['source']}/{row['commit']}/{row['indexed_at']}"
        key = (row["id"], index, row["name"])
        return MirroredView(
            project=row["id"], number=row["number"], name=row["name"], place=row["view"], commit=row["commit"],
            committed_at=row["committed_at"], index=index,
            read=lambda: self._from_cache(key, lambda: _read(connection, row, as_of)),
        )  # fmt: skip

    def _from_cache(
        self, key: tuple[object, ...], read: Callable[[], tuple[View, ViewRecords]]
    ) -> tuple[View, ViewRecords]:
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
                return self._kept[key]
        made = read()
        with self._lock:
            self._kept[key] = made
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        return made

    def _no_tag(self, connection: "Connection", name: str, projects: Sequence[UUID]) -> UnknownRevision:
        rows = connection.execute(Q.tags, {"projects": list(projects)}).fetchall()
        tags = ", ".join(row["name"].removeprefix("refs/tags/") for row in rows[:MOST_LISTED]) or "none"
        return UnknownRevision(
            f"as_of {name[:60]!r} is no tag that is mirrored here. Tags: {tags}. Empty means the default branch."
        )


def _some(names: Sequence[str]) -> str:
    """Some names in words, and how many more there are."""
    more = f" and {len(names) - NAMED} more" if len(names) > NAMED else ""
    return f"{', '.join(names[:NAMED])}{more}"


def _since(fetched: datetime | None) -> str:
    return f" (last {fetched:%Y-%m-%d})" if fetched else ""


def listed_names(names: Sequence[str]) -> str:
    """The repositories of a caller in an error."""
    more = f" and {len(names) - MOST_LISTED} more" if len(names) > MOST_LISTED else ""
    return f"Yours: {', '.join(names[:MOST_LISTED]) or 'none'}{more}."


def _read(connection: "Connection", row: Mapping[str, Any], as_of: str) -> tuple[View, ViewRecords]:
    """A view and its records, read by the caller's right."""
    place = {"project": row["id"], "view": row["view"]}
    files = tuple(ViewFile(one["path"], one["blob"], one["format"]) for one in connection.execute(Q.files, place))
    view = View(
        key=f"{row['id']}/{row['view']}/{row['source']}", worktree=Path(row["name"]), branch="", commit=row["commit"],
        tree="", committed_at=row["committed_at"], as_of=as_of, files=files,
    )  # fmt: skip
    records = connection.execute(Q.records, place).fetchall()
    stored = {one["path"]: (one["blob"], one["record"]) for one in records if one["kind"] == "decision"}
    entries = entries_of(stored, view, {})
    return view, ViewRecords(
        entries,
        by_path(entries, (file.path for file in files)),
        {one["path"]: incident_of(one["record"]) for one in records if one["kind"] == "incident"},
        {},
    )
