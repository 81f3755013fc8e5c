"""Discussions in a story, and discussions that a view names; each at its place."""

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Final

from scrubjay.knowledge.index.kinds import DISCUSSIONS
from scrubjay.knowledge.retrieval.hybrid import HybridRetriever, SearchRequest
from scrubjay.knowledge.retrieval.scope import Filters
from scrubjay.model.discussion import DiscussionRef
from scrubjay.model.frozen import dataclass
from scrubjay.model.history import NOTHING_TOLD, CommitFacts, Contribution, StoryEvent, ToldHistory
from scrubjay.model.hit import Hit
from scrubjay.model.view import View
from scrubjay.search.history.authors import People
from scrubjay.search.recall.excerpts import in_quotes
from scrubjay_forges.discussions.named import NamedDiscussions, OpenNamed
from scrubjay_forges.discussions.stored import Discussion
from scrubjay_forges.discussions.views import opener_of, outsider_mark, titled
from scrubjay_forges.reviews import ReviewedLines, Reviewers, ReviewThread
from scrubjay_forges.search import Discussions

MOST: Final = 10
"""Events of discussions in a story: a quarter of what it has by default, so that its commits stay."""

QUOTED: Final = 120
"""Characters of a review that are quoted."""

TITLE: Final = 160
"""Characters of a title."""


class StoryDiscussions:
    """Adds discussions to the stories of one worktree's history."""

    def __init__(
        self, open_discussions: OpenNamed, reviewed_lines: ReviewedLines, reviewers: Reviewers, people: People,
        discussions: Discussions,
    ) -> None:  # fmt: skip
        self._kept = open_discussions
        self._discussions = discussions
        self._reviewed = reviewed_lines
        self._reviewers = reviewers
        self._people = people

    def tell(
        self, topic: str, view: View, facts: Mapping[str, CommitFacts], path: str, is_about: Callable[[str], bool]
    ) -> ToldHistory:
        """What discussions add to the commits about a topic; `path` is the topic's file, where it has one."""
        kept = self._kept()
        if kept is None:
            return NOTHING_TOLD
        merged = _merged(kept, facts)
        path = self._reviewed.file_named(view, topic.strip()) or path
        threads = self._reviewed.of(view, path) if path else ()
        found = kept.shown((ref for ref in self._about(kept, topic, view) if ref not in merged.values()), view)
        about = [head for head in found.values() if is_about(head.told)]
        heads = kept.heads(merged.values())
        beside = {sha: self._merge_notes(heads[ref]) for sha, ref in merged.items() if ref in heads}
        events = [*map(self._review_event, threads[-MOST:]), *(event for head in about for event in self._events(head))]
        seen = [*heads.values(), *about, *(thread.head for thread in threads)]
        return ToldHistory(
            beside=beside, events=tuple(events[:MOST]), as_of=min((head.as_of for head in seen), default="")
        )

    def contributions(
        self, view: View, paths: Collection[str], is_about: Callable[[str], bool]
    ) -> tuple[Contribution, ...]:
        """Contributions by members in reviews of some files, if the comment or discussion fits the topic."""
        return self._reviewers.of(view, paths, is_about)

    def _about(self, kept: NamedDiscussions, topic: str, view: View) -> tuple[DiscussionRef, ...]:
        """The discussions about a topic that a default answer may have, best first."""
        request = SearchRequest(query=topic, view=view, limit=20, filters=Filters(kinds=tuple(sorted(DISCUSSIONS))))
        hits = self._discussions.retriever.search(request).hits
        return tuple(dict.fromkeys(ref for hit in hits if (ref := kept.ref(hit.path))))

    def _merge_notes(self, head: Discussion) -> tuple[str, ...]:
        """A note on the pull request that a commit merged, and on who opened it."""
        opener = opener_of(head, self._people.author(head.author))
        return (f"merged {head.ref.label}, opened {head.created_at[:10]} {opener}".rstrip(),)

    def _events(self, head: Discussion) -> Iterable[StoryEvent]:
        """The event of a discussion's opening, with its present state."""
        kind = head.kind.replace("_", " ")
        yield StoryEvent(
            at=head.created_at,
            what=f"{kind} opened: {titled(head, TITLE)}; {head.standing}",
            source=head.ref.label,
            author=self._people.author(head.author),
        )

    def _review_event(self, thread: ReviewThread) -> StoryEvent:
        """The event of a review comment."""
        place = ", ".join(filter(None, (thread.place, outsider_mark(thread.first))))
        return StoryEvent(
            at=thread.first.created_at,
            what=f"review of {place}: {in_quotes(thread.first.text, QUOTED)}",
            source=thread.head.ref.label,
            author=self._people.author(thread.first.author),
        )


def _merged(kept: NamedDiscussions, facts: Mapping[str, CommitFacts]) -> dict[str, DiscussionRef]:
    """The pull request that each commit merged: by merge commit, else by the number at the title's end."""
    merged = dict(kept.merged_as(facts.keys()))
    for sha, fact in facts.items():
        if sha not in merged and (named := kept.named_in(fact.title)):
            merged[sha] = named[-1]
    heads = kept.heads(merged.values())
    return {sha: ref for sha, ref in merged.items() if _is_merged(heads, ref)}


def _is_merged(heads: Mapping[DiscussionRef, Discussion], ref: DiscussionRef) -> bool:
    """Whether a discussion is a merged pull request."""
    return ref in heads and heads[ref].kind == "pull_request" and heads[ref].state == "merged"


SEARCHED: Final = 50
"""Passages that are looked at for each form of a name."""

KINDS: Final = ("document", "decision", "incident", "commit")


@dataclass(frozen=True, slots=True, kw_only=True)
class NamingPassage:
    """A passage that names a discussion: its `kind`, and as `source` its path with line, or its commit's id."""

    kind: str
    title: str
    source: str
    date: str


class NamedBy:
    """Finds the documents, commits and discussions that name a discussion."""

    def __init__(self, open_discussions: OpenNamed, retriever: HybridRetriever) -> None:
        self._kept = open_discussions
        self._search = retriever.search

    def of(self, ref: DiscussionRef, view: View) -> tuple[NamingPassage, ...]:
        """The passages that name a discussion: documents, then commits, the newest first in each."""
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
        """Discussions that mention a discussion and are visible at a view, the newest first."""
        kept = self._kept()
        return tuple(kept.shown([head.ref for head in kept.naming(ref)], view).values()) if kept else ()

    def _holding(self, form: str, number: str, view: View) -> tuple[Hit, ...]:
        """The documents and commits whose text holds a discussion's name."""
        filters = Filters(kinds=KINDS, holds=(form,))
        request = SearchRequest(query=number, view=view, limit=SEARCHED, filters=filters, recipe="keyword")
        return self._search(request).hits


def _naming(hit: Hit, names_it: Callable[[str], bool]) -> NamingPassage:
    """The passage of a hit, at the line that names the discussion."""
    line = next((number for number, text in enumerate(hit.text.split("\n")) if names_it(text)), 0)
    source = f"commit {hit.blob[:10]}" if hit.kind == "commit" else f"{hit.path}:{hit.start_line + line}"
    return NamingPassage(kind=hit.kind, title=hit.title, source=source, date=hit.changed_at[:10])
