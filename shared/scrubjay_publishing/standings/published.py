"""Published memories as each view sees them: the file is shown where the view has it, else the memory, never both."""

import json
import threading
from collections import OrderedDict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

from scrubjay.git.ancestry import BaseBranch, base_branches
from scrubjay.git.process import Git
from scrubjay.knowledge.decisions.front_matter import front_matter
from scrubjay.knowledge.index.generation import generation
from scrubjay.model.stand_in import SaidElsewhere, StandInFile, StandInForm, StandInNote
from scrubjay.model.view import View
from scrubjay.storage.database import Database
from scrubjay.storage.driver import Connection
from scrubjay_publishing.standings import proposals
from scrubjay_publishing.standings.marks import Claims, Q, claims_in, record_marks
from scrubjay_publishing.standings.proposals import Closed
from scrubjay_publishing.standings.standings import named_files, standings, unread_files
from scrubjay_publishing.standings.values import (
    Publication,
    PublicationStanding,
    PublishedFile,
    accepted,
    left_in_git,
    memory_id_of,
)


def form_of(text: str) -> StandInForm | None:
    """A text without a front matter that `publish` wrote, and where its words begin; None for any other text.

    A passage that has nothing but front matter stays.
    """
    if not (text.startswith("---") and memory_id_of(text)):
        return None
    fields, body = front_matter(text)
    if not body.strip():
        return None
    words = body.lstrip("\n")
    return StandInForm(
        words=words,
        skipped=text[: len(text) - len(words)].count("\n"),
        author=", ".join(fields.get("authors", ())),
        status="".join(fields.get("status", ())[:1]),
    )


KEPT = 16
"""Commits whose published memories are cached."""

DIGITS = 12
NOTHING: Mapping[str, PublishedFile] = {}

Records = Callable[[], Iterable[Publication]]
"""What `publish` of this home recorded."""


class PublishedMemories:
    """Tells which memories are published as files, for one worktree of a project.

    `view` gives the documents of a commit, HEAD's for none; `visible` loads a view into `temp.visible`; `closed` says
    which commits a forge's pull requests were closed with.
    """

    def __init__(
        self,
        git: Git,
        knowledge: Database,
        view: Callable[[str], View],
        visible: Callable[[Connection, View], int],
        claims: Claims,
        records: Records = tuple,
        closed: "Closed" = lambda _: frozenset(),
    ) -> None:
        self._git = git
        self._knowledge = knowledge
        self._view = view
        self._visible = visible
        self._claims = claims
        self._records = records
        self._closed = closed
        self._lock = threading.Lock()
        self._cache: OrderedDict[object, tuple[Mapping[str, PublishedFile], frozenset[str]]] = OrderedDict()

    def record(self, view: View) -> int:
        """Store the marks of documents that were indexed since; returns how many documents name a memory."""
        return record_marks(self._git, self._knowledge, lambda c: self._visible(c, view), self._claims)

    def ids(self, commit: str = "") -> frozenset[str]:
        """The ids of the memories that a commit, by default HEAD, shows as documents."""
        return self._knowledge.read(lambda c: self.within(c, commit))

    def within(self, connection: Connection, commit: str = "") -> frozenset[str]:
        """The ids of the memories that a commit shows as documents, read in a given transaction."""
        return self._published(connection, commit)[1]

    def places(self, commit: str = "") -> Mapping[str, PublishedFile]:
        """The files that a commit shows in place of memories, by the memory's id."""
        return self._knowledge.read(lambda c: self._published(c, commit)[0])

    def notes(self, view: View, paths: Collection[str]) -> dict[str, StandInNote]:
        """Notes for files that stand in for a memory, by path; none of a quarantined memory."""

        def find(connection: Connection) -> dict[str, StandInNote]:
            places, _ = self._published(connection, view.commit)
            shown = {id: place.path for id, place in places.items() if place.path in paths}
            if not shown:
                return {}
            trusted = {
                row["id"]: _note(places[row["id"]], row["id"], row["status"], row["newer"])
                for row in connection.execute(Q.named_here, {"ids": json.dumps(sorted(shown))})
            }
            users = {
                id: _note(places[id], id) for id in shown.keys() - claims_in(connection, shown).keys() - trusted.keys()
            }
            return {shown[id]: note for id, note in {**users, **trusted}.items()}

        return self._knowledge.read(find)

    def replaced(self, view: View) -> dict[str, tuple[str, ...]]:
        """The files that a superseded memory was published as, each with what is shown of its successor.

        That is the newer memory, as a search calls it, and its own file where the view has one.
        """

        def find(connection: Connection) -> dict[str, tuple[str, ...]]:
            places, ids = self._published(connection, view.commit)
            rows = connection.execute(Q.named_here, {"ids": json.dumps(sorted(ids))}) if ids else ()
            newer = {row["id"]: row["newer"] for row in rows if row["newer"]}
            return {
                places[id].path: (f"memory:{one}", *((places[one].path,) if one in places else ()))
                for id, one in newer.items()
            }

        return self._knowledge.read(find)

    def standings(self, ids: Collection[str], view: View) -> dict[str, PublicationStanding]:
        """The publication standing of memories in a view, by id; never published ones are omitted."""
        records = {record.memory: record for record in self._records()}
        branches = dict(proposals.memory_branches(self._git))
        if not (branches or records or self._knowledge.read(lambda c: c.execute(Q.any_mark).fetchone()[0])):
            return {}
        bases = tuple(base_branches(self._git))
        turned_down = proposals.rejected(self._git, branches, self._closed)

        def find(connection: Connection) -> dict[str, PublicationStanding]:
            places, _ = self._published(connection, view.commit)
            other = named_files(connection, view, records.values()).other
            said = [
                (base, NOTHING if base.commit == view.commit else self._said_by(connection, base, view))
                for base in bases
            ]
            return standings(
                self._git,
                frozenset(ids),
                view.commit,
                places=places,
                other=other,
                bases=said,
                records=records,
                branches=branches,
                rejected=turned_down,
            )

        return {id: standing for id, standing in self._knowledge.read(find).items() if standing}

    def elsewhere(self, ids: Collection[str], view: View) -> dict[str, SaidElsewhere]:
        """Where memories stand in the repository, in words, and what git keeps of ended ones; by id."""
        found = self.standings(ids, view).items()
        return {id: SaidElsewhere(standing.describe(), left_in_git(standing)) for id, standing in found}

    def form(self, text: str) -> StandInForm | None:
        """A passage without a front matter that `publish` wrote; None for any other passage."""
        return form_of(text)

    def differing(self, view: View) -> dict[str, StandInFile]:
        """Files of a view whose words differ from the memory that they name, if nothing superseded it."""

        def find(connection: Connection) -> dict[str, StandInFile]:
            places, _ = self._published(connection, view.commit)
            other = {**named_files(connection, view, self._records()).other, **places}
            other = {id: place for id, place in other.items() if not (id in places and place.whole)}
            rows = connection.execute(Q.named_here, {"ids": json.dumps(sorted(other))}) if other else ()
            holding = (row["id"] for row in rows if row["status"] == "active" and not row["newer"])
            return {id: StandInFile(other[id].path, other[id].says) for id in holding}

        return self._knowledge.read(find)

    def _published(self, connection: Connection, commit: str) -> tuple[Mapping[str, PublishedFile], frozenset[str]]:
        """The published memories of a commit with their files; the newest answers are cached."""
        if not connection.once("any mark", lambda: connection.execute(Q.any_mark).fetchone()[0]):
            return NOTHING, frozenset()
        bases = tuple(base_branches(self._git))
        here = self._view("")
        key = (commit or here.commit, bases, generation(connection))
        with self._lock:
            if (cached := self._cache.get(key)) is not None:
                self._cache.move_to_end(key)
                return cached
        places = self._found(connection, here if commit in ("", here.commit) else self._view(commit), bases)
        with self._lock:
            self._cache[key] = found = (places, frozenset(places))
            while len(self._cache) > KEPT:
                self._cache.popitem(last=False)
        return found

    def _found(self, connection: Connection, view: View, bases: Sequence[BaseBranch]) -> Mapping[str, PublishedFile]:
        """The files of a view that are published memories: of unknown ones, those that a base branch has."""
        records = tuple(self._records())
        said = named_files(connection, view, records).said
        own = frozenset(record.memory for record in records)
        if not bases or any(base.commit == view.commit for base in bases):
            return said
        unknown, in_base = frozenset(said) - own, frozenset[str]()
        for base in bases if unknown else ():
            in_base |= self._said_by(connection, base, view).keys()
        return {id: said[id] for id in sorted(accepted(said, own, in_base))}

    def _said_by(self, connection: Connection, base: BaseBranch, here: View) -> Mapping[str, PublishedFile]:
        """The files by which a base branch states memories, also files that no view has indexed yet."""
        records, view = tuple(self._records()), self._view(base.commit)
        said, known = named_files(connection, view, records).said, {file.blob for file in here.files}
        apart = [file for file in view.files if file.blob not in known]
        return {**unread_files(connection, self._git, apart, self._claims, records), **said}


def _note(place: PublishedFile, id: str, status: str = "active", newer: str = "") -> StandInNote:
    """A note on a file that stands in for a memory, and on how the memory stands."""
    ended = f", superseded by memory {newer[:DIGITS]}" if newer else f", {status} here" if status != "active" else ""
    edited = "" if place.says else ", edited since: says something else"
    over = "superseded" if newer else "" if status == "active" else status
    return StandInNote(f"published memory {id[:DIGITS]}{edited}{ended}", over)
