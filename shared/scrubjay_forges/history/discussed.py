"""What discussions add to a story: when one was opened, merged, or spoke of a file's lines, each with its source."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Final

from scrubjay.model.discussion import DiscussionRef
from scrubjay.model.history import NOTHING_TOLD, CommitFacts, Contribution, StoryEvent, ToldHistory
from scrubjay.model.view import View
from scrubjay.search.history.authors import People
from scrubjay.search.recall.excerpts import in_quotes
from scrubjay_forges.discussions.named import NamedDiscussions, OpenNamed
from scrubjay_forges.discussions.stored import Discussion
from scrubjay_forges.discussions.views import opener_of, outsider_mark, titled
from scrubjay_forges.history.reviewed import ReviewedLines, Reviewers, ReviewThread

MOST: Final = 10
"""Events of discussions in a story: a quarter of what it has by default, so that its commits stay."""

QUOTED: Final = 120
"""Characters of a review that are quoted."""

TITLE: Final = 160
"""Characters of a title."""

Search = Callable[[str, View], Sequence[DiscussionRef]]
"""The discussions about a topic that a view shows, best first."""


class StoryDiscussions:
    """The discussions of one worktree's stories."""

    def __init__(
        self, kept: OpenNamed, search: Search, reviewed: ReviewedLines, reviewers: Reviewers, people: People
    ) -> None:
        self._kept = kept
        self._search = search
        self._reviewed = reviewed
        self._reviewers = reviewers
        self._people = people

    def tell(
        self, topic: str, view: View, facts: Mapping[str, CommitFacts], path: str, is_about: Callable[[str], bool]
    ) -> ToldHistory:
        """What discussions add to the commits of a topic whose file is `path`, where it has one."""
        kept = self._kept()
        if kept is None:
            return NOTHING_TOLD
        merged = _merged(kept, facts)
        path = self._reviewed.file_named(view, topic.strip()) or path
        threads = self._reviewed.of(view, path) if path else ()
        found = kept.shown((ref for ref in self._search(topic, view) if ref not in merged.values()), view)
        about = [head for head in found.values() if is_about(head.told)]
        heads = kept.heads(merged.values())
        beside = {sha: self._beside(heads[ref]) for sha, ref in merged.items() if ref in heads}
        events = [*map(self._reviewing, threads[-MOST:]), *(event for head in about for event in self._events(head))]
        seen = [*heads.values(), *about, *(thread.head for thread in threads)]
        return ToldHistory(
            beside=beside, events=tuple(events[:MOST]), as_of=min((head.as_of for head in seen), default="")
        )

    def contributions(
        self, view: View, paths: Collection[str], is_about: Callable[[str], bool]
    ) -> tuple[Contribution, ...]:
        """What members said in reviews of some files, where it or its discussion is about the topic."""
        return self._reviewers.of(view, paths, is_about)

    def _beside(self, head: Discussion) -> tuple[str, ...]:
        opener = opener_of(head, self._people.author(head.author))
        return (f"merged {head.ref.label}, opened {head.created_at[:10]} {opener}".rstrip(),)

    def _events(self, head: Discussion) -> Iterable[StoryEvent]:
        kind = head.kind.replace("_", " ")
        yield StoryEvent(
            at=head.created_at,
            what=f"{kind} opened: {titled(head, TITLE)}; {head.standing}",
            source=head.ref.label,
            author=self._people.author(head.author),
        )

    def _reviewing(self, thread: ReviewThread) -> StoryEvent:
        place = ", ".join(filter(None, (thread.place, outsider_mark(thread.first))))
        return StoryEvent(
            at=thread.first.created_at,
            what=f"review of {place}: {in_quotes(thread.first.text, QUOTED)}",
            source=thread.head.ref.label,
            author=self._people.author(thread.first.author),
        )


def _merged(kept: NamedDiscussions, facts: Mapping[str, CommitFacts]) -> dict[str, DiscussionRef]:
    """The pull request that each commit brought: by its merge commit, else by the number that its title ends with."""
    merged = dict(kept.merged_as(facts.keys()))
    for sha, fact in facts.items():
        if sha not in merged and (named := kept.named_in(fact.title)):
            merged[sha] = named[-1]
    heads = kept.heads(merged.values())
    return {sha: ref for sha, ref in merged.items() if _is_merged(heads, ref)}


def _is_merged(heads: Mapping[DiscussionRef, Discussion], ref: DiscussionRef) -> bool:
    return ref in heads and heads[ref].kind == "pull_request" and heads[ref].state == "merged"
