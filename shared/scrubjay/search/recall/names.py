"""Names in a question, looked up before any search: matches stand first, and unknown names are reported."""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from typing import Final

from scrubjay.errors import ScrubjayError
from scrubjay.git.process import Git
from scrubjay.knowledge.commits.commits import CommitIndex
from scrubjay.knowledge.documents.documents import Documents
from scrubjay.knowledge.index.kinds import COMMIT, DISCUSSIONS, MEMORY, SEARCH_KINDS
from scrubjay.knowledge.retrieval.hybrid import HybridRetriever, SearchRequest
from scrubjay.knowledge.retrieval.query import any_of
from scrubjay.knowledge.retrieval.scope import Filters
from scrubjay.memory.store.reader import MemoryReader
from scrubjay.model.frozen import dataclass, replace
from scrubjay.model.hit import Hit, HybridResult
from scrubjay.model.pattern import MEMORY_ID, pattern
from scrubjay.model.view import View
from scrubjay.privacy.secrets.shown_names import shown
from scrubjay.search.recall.asked import CODE
from scrubjay.search.recall.asked_names import (
    AskedNames,
    as_typed,
    is_firm,
    number_match,
    place_of_commit,
    place_of_name,
    place_of_number,
    same_repository,
)
from scrubjay.search.recall.belonging import InGit
from scrubjay.search.recall.document import nearest_paths
from scrubjay.search.recall.fitness import Fit
from scrubjay.search.recall.other_databases import AllApart
from scrubjay.text.names import name_token
from scrubjay.text.references import NamedDiscussion, is_repository, right_name

IN_FRONT: Final = 3
"""Hits of each name that stand before those of a search, where more than names is asked."""

MOST_UNKNOWN: Final = 3
"""Unknown names that are told."""

_OF_GIT: Final = tuple(kind for kind in SEARCH_KINDS if kind not in (MEMORY, *DISCUSSIONS))
_ADDRESS: Final = pattern(r"https?://([\w.-]+/[\w.-]+/[\w.-]*\w)")


@dataclass(frozen=True, slots=True)
class Named:
    """What the names in a question lead to: `hits` in order, `labels` of known names, and `unknown` names.

    `left`: something that it names is left out by the search's filters.
    """

    asked: AskedNames
    hits: tuple[Hit, ...] = ()
    labels: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    left: bool = False

    @property
    def nothing(self) -> bool:
        """Whether the question is only about unknown names, so that no other hit answers it."""
        return bool(self.unknown) and not self.labels and self.asked.about and all(map(is_firm, self.unknown))

    def first(self, hits: Sequence[Hit], found: HybridResult) -> tuple[Hit, ...]:
        """The named hits, then a search's hits; for a question of only a number or id, those that hold it."""
        there = {_key(hit) for hit in self.hits}
        alone = self.asked.alone and (self.labels or self.unknown or self.asked.numbers)  # seven figures may be any
        rest = (hit for hit in hits if not alone or hit.content in found.named)
        return (*self.hits, *(hit for hit in rest if _key(hit) not in there))

    def fit(self, fit: Fit) -> Fit:
        """The fit of an answer: at most "weak" if filters left out a named hit, "nothing" if all names are unknown."""
        if self.left and self.asked.about and fit == "good":
            return "weak"
        return "nothing" if self.nothing else fit


class NameResolver:
    """Looks up the names that questions use, in one worktree."""

    def __init__(
        self,
        git: Git,
        documents: Documents,
        retriever: HybridRetriever,
        commits: CommitIndex,
        apart: AllApart,
        memories: MemoryReader,
    ) -> None:
        self._git = git
        self._documents = documents
        self._retriever = retriever
        self._commits = commits
        self._apart = apart
        self._memories = memories
        self._in_git = InGit(git, lambda: documents.objects(), lambda view: documents.left_out(view))

    def is_path(self, view: View, path: str) -> bool:
        """Whether a path is a searched file or folder; one that ends with a slash may also be a folder in git."""
        folder = f"{path.rstrip('/')}/"
        there = any(file.path == path or file.path.startswith(folder) for file in view.files)
        return there or (path == folder and self._in_git.has(path, view))

    def find(self, asked: AskedNames, request: SearchRequest, *, discussions: bool) -> Named:
        """Look up the numbers, ids and addresses of a question. `discussions`: they may be in the answer."""
        named = self._hits_by_name(asked, request, discussions=discussions)
        lacking = [label for label, found in named.items() if not found]
        left: dict[str, list[Hit]] = {}
        if lacking and _is_narrowed(request.filters):
            every = self._hits_by_name(asked, _without_filters(request), discussions=False)
            left = {label: every[label] for label in lacking if every[label]}
        most = request.limit if asked.alone else IN_FRONT
        hits = {_key(hit): hit for found in named.values() for hit in found[:most]}
        apart = any(hit.kind in self._apart.kinds for hit in hits.values())
        dated = self._apart.notes(self._apart.kinds) if apart else ()
        return Named(
            asked,
            tuple(hits.values()),
            tuple(label for label, found in named.items() if found),
            tuple(label for label in lacking if not label.isdecimal() and label not in left),
            (*dated, *(_left_out_note(label, found[0], request.filters) for label, found in left.items())),
            left=bool(left),
        )

    def _hits_by_name(self, asked: AskedNames, request: SearchRequest, *, discussions: bool) -> dict[str, list[Hit]]:
        named: dict[str, list[Hit]] = {}
        is_own = self._ownership(request.view)
        for number in asked.numbers:
            said = self._apart.called(number.label, request) if discussions else None
            named[number.label] = [*filter(None, [said]), *self._number_hits(number.named, request, is_own)]
        for file in asked.files:
            every = frozenset(one.path for one in request.view.files)
            named[file.label] = self._documents_below(file.among(every) if is_own(file.repository) else "", request)
        for sha in asked.commits:
            paths = [file.path for file in request.view.files if file.blob.startswith(sha.lower())]
            held = self._hits_holding(any_of([name_token(sha), sha]), request, partial(place_of_commit, sha))
            named[sha] = [*self._at_paths(paths, request), *held]
        for name in asked.others if asked.about else ():
            if "/" in name and any(file.path.startswith(f"{name}/") for file in request.view.files):
                named[name] = self._documents_below(name, request)
        return named

    def beside(self, named: Named, found: HybridResult, memories: Sequence[Hit], request: SearchRequest) -> Named:
        """Add commits that hold a name which no document has; add a note if nothing has it."""
        hits = {_key(hit): hit for hit in named.hits}
        labels, unknown, unread = list(named.labels), list(named.unknown), []
        narrowed, left = _is_narrowed(request.filters), named.left
        for name in (name for name in found.unknown if name in named.asked.others):
            if not (is_firm(name) or named.asked.about):
                continue
            match, place = any_of([name]), partial(place_of_name, name)
            if narrowed:
                everywhere = _without_filters(request)
                same = [file.path for file in request.view.files if f"/{file.path}".endswith(f"/{name}")]
                if there := self._at_paths(same, everywhere) or self._hits_holding(match, everywhere, place):
                    unread.append(_left_out_note(name, there[0], request.filters))
                    left = True
                elif CODE in request.filters.kinds:
                    unread += filter(None, [self._in_git.says(name, request.view)])
                continue
            below = self._documents_below(name, request) if "/" in name else ()
            held = below or self._hits_holding(match, request, place)
            hits |= {_key(hit): hit for hit in held[:IN_FRONT]}
            (labels if held else unknown).append(name)
            by_commits = held[:1] and held[0].kind == COMMIT
            unread += filter(None, [self._in_git.says(name, request.view) if by_commits else ""])
        texts = "\n".join(hit.text.lower() for hit in memories)
        said = [name for name in unknown if name.lower() in texts]
        missing = tuple(name for name in unknown if name not in (*said, *found.exact)) if not narrowed else ()
        known = [*labels, *said, *found.exact]
        return replace(
            named,
            hits=tuple(hits.values()),
            labels=tuple(dict.fromkeys(known)),
            unknown=missing,
            left=left,
            notes=(*named.notes, *unread, *self._notes_on_unknown(missing[:MOST_UNKNOWN], named.asked, request)),
        )

    def _documents_below(self, path: str, request: SearchRequest) -> list[Hit]:
        """The documents at a path, below it, or with a path that begins with it; none for an empty path."""
        begins = re.compile(rf"{re.escape(path.rstrip('/'))}(?!\w)")
        return self._at_paths([f.path for f in request.view.files if begins.match(f.path)] if path else (), request)

    def _at_paths(self, paths: Sequence[str], request: SearchRequest) -> list[Hit]:
        """The documents at some paths, each by its first passage, the newest first."""
        wanted = replace(request, query="", limit=IN_FRONT, filters=_only_paths(request.filters, paths), memories=0)
        return list(self._retriever.search(wanted).hits) if wanted.filters.only else []

    def _number_hits(self, named: NamedDiscussion, request: SearchRequest, is_own: Callable[[str], bool]) -> list[Hit]:
        own = is_own(named.repository)
        hits = self._hits_holding(number_match(named, own=own), request, partial(place_of_number, named, is_own))
        if not hits and named.sign == "!" and own:  # where requests are numbered with issues
            return self._number_hits(replace(named, sign="#"), request, is_own)
        return hits

    def _hits_holding(self, match: str, request: SearchRequest, place: Callable[[Hit], int | None]) -> list[Hit]:
        """Hits that hold a name, one for each content, by their rank from `place`, then the newest first."""
        filters = request.filters
        kinds = tuple(kind for kind in _OF_GIT if not filters.kinds or kind in filters.kinds)
        if not kinds or filters.asks_for_places:
            return []
        placed: dict[int, tuple[int, Hit]] = {}
        for hit in self._retriever.holding(match, request.view, replace(filters, kinds=kinds)):
            at = place(hit)
            if at is not None and (hit.content not in placed or at < placed[hit.content][0]):
                placed[hit.content] = at, hit
        newest = sorted(placed.values(), key=lambda pair: pair[1].changed_at, reverse=True)
        return [hit for _, hit in sorted(newest, key=lambda pair: pair[0])]

    def _ownership(self, view: View) -> Callable[[str], bool]:
        """A function that tells whether a repository's name means this one; a bare number's empty name does.

        By what is kept of a forge, the remotes, else the README; each is looked at once, when a name asks for it.
        """
        own = cache(lambda: [*self._apart.own_repository(), *self._remote_names()])
        linked = cache(lambda: Counter(_ADDRESS.findall(self._readme_text(view))))

        def is_own(repository: str) -> bool:
            if not repository:
                return True
            if own():
                return any(same_repository(one, repository) for one in own())
            hosts = {one.partition("/")[0] for one in linked() if same_repository(one, repository)}
            there = [one for one, _ in linked().most_common() if one.partition("/")[0] in hosts]
            return bool(there) and same_repository(there[0], repository)

        return is_own

    def _remote_names(self) -> Iterator[str]:
        code, out = self._git.answer("config", "--get-regexp", r"^remote\..*\.url$")
        for line in out.decode("utf-8", "replace").splitlines() if code == 0 else ():
            if is_repository(name := right_name(line.partition(" ")[2])):
                yield name

    def _readme_text(self, view: View) -> str:
        path = next((file.path for file in view.files if file.path.lower().startswith("readme")), "")
        try:
            return self._documents.text(view, path).text if path else ""
        except ScrubjayError:
            return ""

    def _notes_on_unknown(self, names: Sequence[str], asked: AskedNames, request: SearchRequest) -> Iterator[str]:
        """Notes about names that no document has: whether git knows them, else the nearest names."""
        nowhere, view = [], request.view
        is_own = self._ownership(view)
        ends = {file.label: file.ends for file in asked.files if is_own(file.repository)}
        for name in names:
            name = next((end for end in ends.get(name, ()) if self._in_git.has(end, view)), name)
            if self._apart.keeps(name):  # what may not be told unasked, and what the view doesn't have
                yield f"{shown(name)} is kept: ask for issues and pull requests to see it"
            elif said := self._memory_note(name) or self._in_git.says(name, view):
                yield said
            else:
                nowhere.append(shown(as_typed(name, request.query)))
        if nowhere:
            paths = [file.path for file in view.files]
            near = [path for name in nowhere if "." in name for path in nearest_paths(name, paths)][:MOST_UNKNOWN]
            like = f"; the nearest: {', '.join(near)}" if near else ""
            unread = self._commits.coverage(view)
            yield f"nothing here is called {' or '.join(nowhere)}{like}{f' ({unread})' if unread else ''}"

    def _memory_note(self, name: str) -> str:
        """A note on how to see a memory by its id; empty if no memory has it."""
        try:
            there = re.fullmatch(MEMORY_ID, name) and self._memories.get(name)
        except ScrubjayError:
            return ""
        return f"{name} is a memory: `scrubjay memories show {name[:8]}` shows it" if there else ""


def _key(hit: Hit) -> tuple[str, int]:
    """What identifies a content: its kind's database and its number there."""
    return ("discussion" if hit.kind in DISCUSSIONS else "", hit.content)


def _is_narrowed(filters: Filters) -> bool:
    return replace(filters, holds=(), prefers=()) != Filters()


def _without_filters(request: SearchRequest) -> SearchRequest:
    """The request without filters; a pool's member still sees only what the pool shares."""
    return replace(request, filters=Filters(shared=request.filters.shared))


def _only_paths(filters: Filters, paths: Sequence[str]) -> Filters:
    """The filters with some paths as the only ones, without the question's phrases."""
    allowed = tuple(path for path in paths if filters.only is None or path in filters.only)
    return replace(filters, only=allowed, holds=(), prefers=())


def _left_out_note(label: str, hit: Hit, filters: Filters) -> str:
    by = "kinds" if filters.kinds else "path" if filters.path or filters.within else "filters"
    return f"{shown(label)} is of kind {hit.kind}, left out by the {by} asked for"
