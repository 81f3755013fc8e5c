"""What names a discussion? Records, documents and commits of a view that speak of it, each at its place."""

from collections.abc import Callable
from typing import Final

from scrubjay.knowledge.retrieval.hybrid import SearchRequest
from scrubjay.knowledge.retrieval.scope import Filters
from scrubjay.model.discussion import DiscussionRef
from scrubjay.model.frozen import dataclass
from scrubjay.model.hit import Hit, HybridResult
from scrubjay.model.view import View
from scrubjay_forges.discussions.named import OpenNamed
from scrubjay_forges.discussions.stored import Discussion

SEARCHED: Final = 50
"""Passages that are looked at for each form of a name."""

KINDS: Final = ("document", "decision", "incident", "commit")


@dataclass(frozen=True, slots=True, kw_only=True)
class NamingPassage:
    """A passage that names a discussion: its `kind`, and as `source` a path with its line, or a commit's id."""

    kind: str
    title: str
    source: str
    date: str


class NamedBy:
    """Finds what names the discussions of one worktree."""

    def __init__(self, kept: OpenNamed, search: Callable[[SearchRequest], HybridResult]) -> None:
        self._kept = kept
        self._search = search

    def of(self, ref: DiscussionRef, view: View) -> tuple[NamingPassage, ...]:
        """Documents first, then commits, the newest first in each; a number of another repository doesn't count."""
        kept = self._kept()
        if kept is None:
            return ()
        forms = (ref.short, f"GH-{ref.number}", f"/{ref.number}") if ref.sign == "#" else (ref.short, f"/{ref.number}")
        hits = {hit.passage: hit for form in forms for hit in self._holding(form, str(ref.number), view)}
        naming = {
            (hit.kind, hit.path or hit.blob): hit
            for hit in sorted(hits.values(), key=lambda hit: -hit.start_line)
            if ref in kept.named_in(f"{hit.title}\n{hit.text}")
        }
        ordered = sorted(naming.values(), key=lambda hit: (hit.changed_at, hit.path), reverse=True)
        placed = sorted(ordered, key=lambda hit: hit.kind == "commit")
        return tuple(_naming(hit, lambda line: ref in kept.named_in(line)) for hit in placed)

    def others(self, ref: DiscussionRef, view: View) -> tuple[Discussion, ...]:
        """The other discussions that name it and that a view shows, the newest first."""
        kept = self._kept()
        return tuple(kept.shown([head.ref for head in kept.naming(ref)], view).values()) if kept else ()

    def _holding(self, form: str, number: str, view: View) -> tuple[Hit, ...]:
        filters = Filters(kinds=KINDS, holds=(form,))
        request = SearchRequest(query=number, view=view, limit=SEARCHED, filters=filters, recipe="keyword")
        return self._search(request).hits


def _naming(hit: Hit, names_it: Callable[[str], bool]) -> NamingPassage:
    line = next((number for number, text in enumerate(hit.text.split("\n")) if names_it(text)), 0)
    source = f"commit {hit.blob[:10]}" if hit.kind == "commit" else f"{hit.path}:{hit.start_line + line}"
    return NamingPassage(kind=hit.kind, title=hit.title, source=source, date=hit.changed_at[:10])
