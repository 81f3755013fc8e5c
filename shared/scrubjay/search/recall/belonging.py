"""The part of a repository that a question means: paths of a service or topic, names in git, kinds that it lacks."""

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Final

from scrubjay.errors import ScrubjayError
from scrubjay.git.lookup import AMBIGUOUS, MISSING, Lookup
from scrubjay.git.process import Git
from scrubjay.git.tree import TreeListing, lines_with
from scrubjay.knowledge.chunking.languages import NO_GRAMMARS, installed_languages, missing_languages, missing_message
from scrubjay.knowledge.documents.left_out import LeftOut
from scrubjay.knowledge.documents.values import ViewRecords
from scrubjay.knowledge.index.kinds import MEMORY
from scrubjay.knowledge.index.sources import Sources
from scrubjay.model.decision import DecisionEntry
from scrubjay.model.frozen import replace
from scrubjay.model.pattern import pattern
from scrubjay.model.view import View
from scrubjay.privacy.secrets.shown_names import shown
from scrubjay.search.recall.absence import begun_in
from scrubjay.search.recall.asked import Narrowed
from scrubjay.search.recall.decisions import label_of
from scrubjay.text.telling import telling_words


def of_service(service: str, paths: Iterable[str], said: Mapping[str, Sequence[str]]) -> frozenset[str]:
    """The paths that belong to a service: their text names it, or they lie in the service's folder."""
    wanted = service.strip().lower()

    def belongs(path: str) -> bool:
        named = [name.lower() for name in said.get(path, ())]
        folder, inside, _ = path.lower().partition("/")
        return wanted in named if named else bool(inside) and folder == wanted

    return frozenset(path for path in paths if belongs(path))


def of_topic(topic: str, decisions: Iterable[DecisionEntry]) -> frozenset[str]:
    """The paths of decisions whose name, title or path holds all words of a topic."""
    stems = telling_words(topic)
    return frozenset(entry.path for entry in decisions if all(stem in label_of(entry) for stem in stems))


def _decisions_titled(topic: str, decisions: Sequence[DecisionEntry]) -> tuple[frozenset[str], tuple[str, ...]]:
    """The decisions whose title holds a topic, else those whose words begin like it, with a note."""
    if held := of_topic(topic, decisions):
        return held, ()
    near = frozenset(begun_in(topic, {entry.path: label_of(entry) for entry in decisions}))
    how = "those with words that begin so were searched" if near else "all decisions were searched"
    return near, (f"no title holds {topic.strip()[:100]!r}; {how}",)


def narrow_to(narrowed: Narrowed, service: str, topic: str, paths: Iterable[str], records: ViewRecords) -> Narrowed:
    """The filters, narrowed to the paths of a service and a topic; an empty name narrows nothing."""
    chosen: set[frozenset[str]] = set()
    if service.strip():
        said = {path: incident.services for path, incident in records.incidents.items()}
        chosen.add(of_service(service, paths, said))
    if topic.strip():
        titled, told = _decisions_titled(topic, records.decisions)
        narrowed = replace(narrowed, notes=(*narrowed.notes, *told))
        chosen |= {titled} if titled else set()
    if not chosen:
        return narrowed
    only = frozenset.intersection(*chosen)
    if narrowed.filters.only is not None:
        only &= frozenset(narrowed.filters.only)
    notes = (
        () if only else (f"nothing belongs to {' and '.join(filter(None, [service.strip(), topic.strip()]))}"[:160],)
    )
    filters = replace(narrowed.filters, only=tuple(sorted(only)))
    return replace(narrowed, filters=filters, notes=(*narrowed.notes, *notes), nothing=narrowed.nothing or not only)


NO_CODE = "no code is read here: `scrubjay settings set --here ingestion.code auto` reads it, or use grep"
NO_PATH = "memories have no path, so none is shown"
NO_INCIDENTS = "no incident reports at HEAD: they lie in folders such as docs/incidents, postmortems, runbooks"


def lacking_kinds(kinds: Sequence[str], view: View, reports: Collection[str], sources: Sources) -> list[str]:
    """Notes on asked kinds that the view has none of, or that aren't all searchable yet."""
    notes = []
    formats = {file.format for file in view.files} if "code" in kinds else set()
    if "code" in kinds and not any(f.startswith("code:") for f in formats):
        notes.append(NO_CODE if installed_languages() else NO_GRAMMARS)
    elif "code" in kinds and (lacking := missing_languages(formats, installed_languages())):
        notes.append(missing_message(lacking))
    notes += filter(None, (source.coverage(view) for source in sources.of(kinds)))
    if "incident" in kinds and not reports:
        notes.append(NO_INCIDENTS)
    return notes


def without_path(narrowed: Narrowed, sources: Sources) -> list[str]:
    """Notes that contents of the asked kinds have no path, where a search asks for a path."""
    if not (narrowed.filters.path or narrowed.filters.within):
        return []
    notes = [source.path_note for source in sources.of(narrowed.kinds)]
    return [*dict.fromkeys(notes), *([NO_PATH] if MEMORY in narrowed.kinds else [])]


LONGEST: Final = 1_000_000
"""Bytes of an object of git that is only asked for its kind."""

MOST_LINES: Final = 500
"""Lines with a symbol among which is one of a file that isn't searched."""

_ID: Final = pattern(r"[0-9a-f]{7,40}", re.IGNORECASE)
_SYMBOL: Final = pattern(r"[^\W\d]\w*(?:(?:\.|::|->)\w+)*")


class InGit:
    """Looks names up in git, in one worktree."""

    def __init__(self, git: Git, objects: Callable[[], Lookup], left_out: Callable[[View], LeftOut]) -> None:
        self._git = git
        self._objects = objects
        self._left_out = left_out

    def says(self, name: str, view: View) -> str:
        """A note on an id, path, file name or symbol that git has and search doesn't; empty where git lacks it too."""
        if _ID.fullmatch(name):
            return self._object_note(name)
        if not view.commit:
            return ""
        searched = {file.path for file in view.files} - {file.path for file in self._left_out(view).files}
        named = [name] if self.has(name, view) else []
        if not named and "." in name and "/" not in name:
            listed = TreeListing(self._git, view.tree)
            named = [entry.path for entry in listed if entry.path.endswith(f"/{name}") and entry.path not in searched]
        if named:
            return f"{shown(named[0])} is in git and isn't read: `scrubjay explain` says why"
        lines = lines_with(self._git, view.commit, name, but=(), most=MOST_LINES) if _SYMBOL.fullmatch(name) else ()
        line = next((line for line in lines if line.path not in searched), None)
        return f"{name} stands in {shown(line.path)}:{line.number}, which isn't searched" if line else ""

    def has(self, path: str, view: View) -> bool:
        """Whether the view's commit has a path, of a file or a folder."""
        if not view.commit or not ("." in path or "/" in path):
            return False
        with self._objects() as objects:
            try:
                return objects.entry(view.commit, path, LONGEST) is not None
            except ScrubjayError:
                return False

    def _object_note(self, name: str) -> str:
        """A note on the git object that an id names; empty where there is none."""
        with self._objects() as objects:
            try:
                there = objects.find(name, LONGEST)
            except ScrubjayError:
                return ""
        if there.kind == AMBIGUOUS:
            return f"several objects of git begin with {name}: give more digits"
        return f"{name} is a {there.kind} in git that isn't searched" if there.kind != MISSING else ""
