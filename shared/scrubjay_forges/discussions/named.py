"""Discussions as claims, commits, files, queries and each other name them."""

import json
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import TYPE_CHECKING, Final

from scrubjay.knowledge.index.generation import in_scope
from scrubjay.model.discussion import DiscussionRef, Sign
from scrubjay.model.frozen import replace
from scrubjay.model.hit import Hit, HybridResult
from scrubjay.model.view import View
from scrubjay.storage.driver import Connection, Row
from scrubjay.text.references import mention, mentions
from scrubjay_forges.discussions.keys import meant, name_forms
from scrubjay_forges.discussions.rows import Q, part_of
from scrubjay_forges.discussions.store import DiscussionStore
from scrubjay_forges.discussions.stored import Discussion, StoredPart
from scrubjay_forges.discussions.views import HIDDEN, DiscussionViews, Standing

if TYPE_CHECKING:
    from scrubjay.knowledge.retrieval.hybrid import SearchRequest
    from scrubjay.search.recall.searches import Searches


NAME: Final = 500
"""Characters of a query that may be a name or an address."""


class NamedDiscussions:
    """Finds the discussions of one project for whoever reads a text, a commit or a file."""

    def __init__(self, discussion_store: DiscussionStore, discussion_views: DiscussionViews) -> None:
        self._store = store = discussion_store
        self._views = discussion_views
        self.head, self.heads, self.parts = store.head, store.heads, store.parts

    def generation(self) -> object:
        """A value that changes with every change of what is kept, for use in cache keys."""
        return self._store.database.version() if self._store.exists() else None

    def repositories(self) -> Collection[str]:
        """The names of the repositories of which something is kept."""
        return self._store.forges().keys()

    def ref(self, named: str) -> DiscussionRef | None:
        """The discussion that `#12`, `!12`, `GH-12`, `owner/name#12` or an address means, in a repository that is kept.

        It says nothing about whether there is such a discussion. A bare number is the first-named repository's.
        """
        found = mention(named)
        return meant(found, self._store.forges()) if found else None

    def standing(self, head: Discussion, view: View) -> Standing:
        """What a view adds to a discussion's state, such as "merged elsewhere"."""
        return self._views.standing(view, [head])[head.ref]

    def told(self, head: Discussion, view: View) -> str:
        """The state of a discussion in a view, such as "merged 2024-05-02", "open", "state then unknown"."""
        beside = self.standing(head, view)
        return beside if view.as_of else ", ".join(filter(None, (head.standing, beside)))

    def label(self, ref: DiscussionRef) -> str:
        """How this project's texts name a discussion: `#12` in the first-named repository, else `owner/name#12`."""
        return ref.short if next(iter(self._store.forges()), "") == ref.repository else ref.label

    def shown(self, refs: Iterable[DiscussionRef], view: View) -> dict[DiscussionRef, Discussion]:
        """The heads of discussions that a view shows, in the order of the refs."""
        wanted = list(dict.fromkeys(refs))
        heads = self.heads(wanted) if wanted else {}
        standings = self._views.standing(view, heads.values()) if heads else {}
        return {ref: heads[ref] for ref in wanted if ref in heads and standings[ref] not in HIDDEN}

    def named_in(self, text: str) -> tuple[DiscussionRef, ...]:
        """The kept discussions that a text names, each once, in the text's order."""
        forges = self._store.forges() if any(sign in text for sign in ("#", "!", "GH-", "://")) else {}
        refs = (meant(one, forges) for one in mentions(text)) if forges else ()
        wanted = list(dict.fromkeys(ref for ref in refs if ref))
        there = self.heads(wanted) if wanted else {}
        return tuple(ref for ref in wanted if ref in there)

    def merged_as(self, commits: Collection[str]) -> Mapping[str, DiscussionRef]:
        """The pull requests that were merged as some commits, by commit."""
        params = {"commits": json.dumps(sorted(commits))}
        rows = self._read(lambda c: c.execute(Q.merged_as, params).fetchall()) if commits else []
        return {str(row["merge_commit"]): DiscussionRef(row["name"], row["number"], row["sign"]) for row in rows}

    def changing(self, path: str, limit: int = 20) -> tuple[DiscussionRef, ...]:
        """The pull requests that change a file, the newest first."""
        rows = self._read(lambda c: c.execute(Q.changing, {"path": path, "limit": limit}).fetchall())
        return tuple(DiscussionRef(row["name"], row["number"], row["sign"]) for row in rows)

    def commented_paths(self) -> frozenset[str]:
        """Every path on whose lines somebody commented."""
        return frozenset(str(row["path"]) for row in self._read(lambda c: c.execute(Q.commented_paths).fetchall()))

    def line_comments(self, paths: Iterable[str]) -> tuple[StoredPart, ...]:
        """The comments on lines of some paths, in order of time."""
        params = {"paths": json.dumps(sorted(set(paths)))}
        return tuple(part_of(row) for row in self._read(lambda c: c.execute(Q.line_comments, params).fetchall()))

    def naming(self, ref: DiscussionRef, limit: int = 50) -> tuple[Discussion, ...]:
        """The other discussions whose texts mention a discussion, the newest first."""
        targets = name_forms(ref, self._store.forges().get(ref.repository, ""))
        params = {"targets": json.dumps(targets), "limit": limit}
        rows = self._read(lambda c: c.execute(Q.naming, params).fetchall())
        refs = [other for row in rows if (other := DiscussionRef(row["name"], row["number"], row["sign"])) != ref]
        heads = self.heads(refs)
        return tuple(heads[other] for other in refs if other in heads)

    def _read(self, work: Callable[[Connection], list[Row]]) -> list[Row]:
        """The rows that a function reads; none where nothing is kept."""
        return self._store.database.read(work) if self._store.exists() else []


OpenNamed = Callable[[], NamedDiscussions | None]
"""The discussions of a project; None where none are kept, which costs nothing."""


def told_of(head: Discussion, standing: str = "") -> str:
    """A discussion's state and freshness: "merged 2024-05-02, as of 2026-11-20 14:10"; a view adds `standing`."""
    return ", ".join(filter(None, (head.standing, standing, head.fresh)))


def target_of(ref: DiscussionRef) -> str:
    """The name of a discussion in a citation: HOST/OWNER/NAME#12, and !12 for a merge request of GitLab."""
    return ref.full


def ref_of(target: str) -> DiscussionRef | None:
    """The discussion of a citation that was resolved by one that is kept; None for a tracker's."""
    sign: Sign = "!" if "!" in target else "#"
    repository, _, number = target.rpartition(sign)
    kept = repository.count("/") >= 2 and number.isdigit() and "://" not in repository
    return DiscussionRef(repository, int(number), sign) if kept else None


def linked_pairs(connection: Connection, threads: Collection[int]) -> list[tuple[int, int]]:
    """Pairs of discussions by id, the naming one first, of which at least one is among some. The scope must be set."""
    asked = json.dumps(sorted(threads))
    named = in_scope(connection, Q.named_by_threads, threads=asked).fetchall()
    numbers = {int(digits) for row in named if (digits := _number(row["target"])).isdigit()}
    rows = connection.execute(Q.threads_by_number, {"numbers": json.dumps(sorted(numbers))}).fetchall()
    ids = {target: row["id"] for row in rows for target in _name_forms_of(row)}
    own = {
        target: row["id"]
        for row in connection.execute(Q.targets_of_threads, {"threads": asked})
        for target in _name_forms_of(row)
    }
    naming = in_scope(connection, Q.naming_threads, targets=json.dumps(sorted(own))).fetchall()
    return [
        *((row["thread"], ids[row["target"]]) for row in named if row["target"] in ids),
        *((row["thread"], own[row["target"]]) for row in naming),
    ]


def _name_forms_of(row: Row) -> tuple[str, ...]:
    """The ways in which texts may name the discussion of a row."""
    return name_forms(DiscussionRef(row["name"], row["number"], row["sign"]), row["forge"])


def _number(target: str) -> str:
    """The number at the end of a discussion's name."""
    return target.replace("!", "#").rpartition("#")[2]


def called(store: DiscussionStore, searches: "Searches", request: "SearchRequest") -> Hit | None:
    """The opening text of the discussion that the query names (`#12`, `owner/name#12`, its address).

    Where that may not be shown, it is the newest text of it that may.
    """
    named = mention(request.query) if len(request.query) <= NAME else None
    ref = store.find(named) if named else None
    head = store.head(ref) if ref else None
    if ref is None or head is None:
        return None
    filters = replace(request.filters, only=(ref.label.lower(), ref.full))
    for until in (head.created_at, request.filters.until):
        wanted = replace(request, query="", limit=1, filters=replace(filters, until=until))
        if hits := searches.search(wanted).hits:
            return hits[0]
    return None


def with_called(result: HybridResult, hit: Hit | None, name: str) -> HybridResult:
    """A result that begins with the discussion that has this name."""
    if hit is None:
        return result
    hits = (hit, *(other for other in result.hits if other.path != hit.path))
    exact = tuple(dict.fromkeys([name.strip(), *result.exact]))
    return replace(result, hits=hits, exact=exact, named=result.named | {hit.content}, called=hit.path)
