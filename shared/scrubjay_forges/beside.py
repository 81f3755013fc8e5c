"""Discussions shown beside a document or a decision: those that it names, that changed it, and its reviews."""

from collections.abc import Mapping
from typing import Final

from scrubjay.model.discussion import DiscussionRef
from scrubjay.model.view import View
from scrubjay.search.history.authors import People
from scrubjay.search.recall.excerpts import in_quotes
from scrubjay.search.recall.render import one_line
from scrubjay_forges.discussions.named import NamedDiscussions, OpenNamed
from scrubjay_forges.discussions.stored import Discussion
from scrubjay_forges.discussions.views import named_as, outsider_mark
from scrubjay_forges.history import NamedBy
from scrubjay_forges.reviews import ReviewedLines, ReviewThread

MOST: Final = 3
"""Discussions that are named of each sort."""

MOST_REVIEWS: Final = 5
MOST_NAMING: Final = 8

QUOTED: Final = 160
"""Characters of a review that are shown."""

TITLE: Final = 80


class BesideDocuments:
    """Notes about discussions beside the documents of one worktree; where no discussions are kept, nothing is read."""

    def __init__(
        self, open_discussions: OpenNamed, reviewed_lines: ReviewedLines, people: People, named_by: NamedBy
    ) -> None:
        self._kept = open_discussions
        self._reviewed = reviewed_lines
        self._people = people
        self._named_by = named_by

    @property
    def any(self) -> bool:
        """Whether any discussions are kept."""
        return self._kept() is not None

    def mark(self, view: View, text: str) -> str:
        """The discussions that a text names: "discussed in #77 (merged 2024-05-02)"; empty for none."""
        kept = self._kept()
        heads = kept.shown(kept.named_in(text)[:MOST], view) if kept else {}
        named = [f"{kept.label(ref)} ({kept.told(head, view)})" for ref, head in heads.items()] if kept else []
        return f"discussed in {', '.join(named)}" if named else ""

    def lines(self, view: View, path: str, text: str) -> list[str]:
        """Lines below a document: the discussions that it names or that changed it, then review comments on it."""
        kept = self._kept()
        if kept is None:
            return []
        named = kept.shown(kept.named_in(text)[:MOST], view)
        changed = [ref for ref in kept.changing(path) if ref not in named]
        changing = {ref: head for ref, head in kept.shown(changed, view).items() if head.state == "merged"}
        threads = self._reviewed.of(view, path)[-MOST_REVIEWS:]
        lines = [
            *_listed_discussions("Discussed in", kept, named, view),
            *_listed_discussions("Changed by", kept, dict(list(changing.items())[:MOST]), view),
            *(["Said of its lines in reviews, in other people's words:"] if threads else []),
            *(self._review_line(kept, thread) for thread in threads),
        ]
        seen = [*named.values(), *changing.values(), *(thread.head for thread in threads)]
        fresh = min((head.as_of for head in seen), default="")
        return [*lines, f"(as of {fresh})" if fresh else "(not read to the end yet)"] if lines else []

    def naming(self, view: View, ref: DiscussionRef) -> list[str]:
        """Lines below a discussion: the documents, commits and other discussions that name it."""
        kept, found = self._kept(), self._named_by.of(ref, view)
        others = self._named_by.others(ref, view)
        named = [f"{one_line(one.title)[:TITLE]} ({one.source})" for one in found[:MOST_NAMING]]
        more = f" and {len(found) - MOST_NAMING} more" if len(found) > MOST_NAMING else ""
        heads = {head.ref: head for head in others[:MOST]}
        beside = _listed_discussions("Named in", kept, heads, view) if kept else []
        return [*([f"Named by: {'; '.join(named)}{more}"] if named else []), *beside]

    def _review_line(self, kept: NamedDiscussions, thread: ReviewThread) -> str:
        """A review comment in one line: its place, who wrote it, and its beginning."""
        first, last = thread.lines
        then = f"line {thread.first.line} then, changed since" if thread.first.line else "the file"
        place = f"{first}{f'-{last}' if last > first else ''}" if first else then
        said, author = thread.first, self._people.author(thread.first.author)
        who = ", ".join(filter(None, (author, outsider_mark(said), said.created_at[:10])))
        return f"- {place} · {who}, {kept.label(thread.head.ref)}: {in_quotes(thread.first.text, QUOTED)}"


def _listed_discussions(
    lead: str, kept: NamedDiscussions, heads: Mapping[DiscussionRef, Discussion], view: View
) -> list[str]:
    """A line of discussions behind a lead, each with its state; no line without discussions."""
    told = [f"{named_as(one, kept.label(ref), TITLE)} ({kept.told(one, view)})" for ref, one in heads.items()]
    return [f"{lead}: {'; '.join(told)}"] if told else []
