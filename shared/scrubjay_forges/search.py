"""Search of issues, pull requests and reviews of a project, in their own database."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final, Protocol

from scrubjay.knowledge.index.kinds import DISCUSSIONS
from scrubjay.knowledge.retrieval.exact import phrases_held
from scrubjay.knowledge.retrieval.hybrid import SearchRequest
from scrubjay.knowledge.retrieval.scoring import nearness
from scrubjay.model.frozen import dataclass, replace
from scrubjay.model.hit import Hit, HybridResult
from scrubjay.model.view import View
from scrubjay.search.history.authors import People
from scrubjay.search.recall.answer import RecallHit
from scrubjay.search.recall.fitness import ALL_WORDS, share_held
from scrubjay.search.recall.other_databases import Told
from scrubjay.search.recall.searches import Searches, search_phrasings_in
from scrubjay.text.references import mention
from scrubjay.text.telling import telling_words
from scrubjay_forges.discussions.named import called, with_called
from scrubjay_forges.discussions.said import indexed
from scrubjay_forges.discussions.views import part_marks, title_mark

if TYPE_CHECKING:
    from scrubjay_forges.discussions.store import DiscussionStore
    from scrubjay_forges.discussions.stored import Discussion, StoredPart
    from scrubjay_forges.discussions.views import DiscussionViews, Standing


MOST: Final = 3
"""Discussions that follow an answer about everything."""

LOOKED_AT: Final = 12
"""Hits that these are chosen from: one of each discussion."""

NEAR: Final = 0.48
"""The mean of cosine and reranker that one of the first texts needs so that discussions follow an answer unasked."""

BESIDE: Final = 0.46
"""The same for each of those that follow. Both chosen on 80 development questions about four repositories, each asked
of another one too (docs/figures.md, "What was discussed")."""

BEHIND: Final = 0.05
"""How much less near than the nearest hit of the answer that first text may be: what the repository's own documents say
best isn't followed by talk. Of 40 such questions it costs two their discussions; of 219 that documents answer, with
10,000 discussions of other repositories beside, 38 are followed by some in place of 106."""

NOTHING_KEPT: Final = "no issues or pull requests are kept here: `scrubjay forge sync` or `forge import` reads them"

_SAID: Final = {"opening": "", "comment": "comment", "review": "review", "line_comment": "review comment"}


class Discussions(Protocol):
    """A project's kept discussions and the searches over them; each is made when it is first used."""

    def exists(self) -> bool:
        """Whether any discussions are kept."""

    def trouble(self) -> str:
        """Why kept discussions can't be read; empty where they can."""

    @property
    def store(self) -> "DiscussionStore":
        """The store of discussions."""

    @property
    def views(self) -> "DiscussionViews":
        """The part that tells which discussions a view shows."""

    @property
    def retriever(self) -> Searches:
        """The search over discussions that a default answer may have."""

    @property
    def retriever_of_all(self) -> Searches:
        """The search over all texts of discussions."""


@dataclass(frozen=True, slots=True)
class SaidFacts:
    """Facts about a text that was found: the text, its discussion, and the discussion's standing in the view."""

    part: "StoredPart"
    head: "Discussion"
    standing: "Standing"


class DiscussionSearch:
    """Searches discussions. `named` says whether people are named."""

    def __init__(self, discussions: Discussions, people: People) -> None:
        self._discussions = discussions
        self._people = people

    kinds: Final[Sequence[str]] = DISCUSSIONS

    def asked_for(self, kinds: Sequence[str]) -> bool:
        """Whether some kinds ask for discussions, and any are kept."""
        return any(kind in DISCUSSIONS for kind in kinds) and self._discussions.exists()

    def search(self, request: SearchRequest) -> HybridResult:
        """Find texts of the kinds that are asked for, outsiders' and flagged ones too."""
        discussions, wanted = self._discussions, _of_discussions(request)
        named = called(discussions.store, discussions.retriever_of_all, wanted)
        return with_called(discussions.retriever_of_all.search(wanted), named, request.query)

    def called(self, name: str, request: SearchRequest) -> Hit | None:
        """The opening text of the discussion called `name`; if its kind isn't asked for, only what may be told."""
        if not self._discussions.exists():
            return None
        asked = self.asked_for(request.filters.kinds)
        searches = self._discussions.retriever_of_all if asked else self._discussions.retriever
        return called(self._discussions.store, searches, replace(_of_discussions(request), query=name))

    def keeps(self, name: str) -> bool:
        """Whether a discussion of this name is kept, shown or not."""
        named = mention(name)
        return named is not None and self._discussions.exists() and self._discussions.store.find(named) is not None

    def own_repository(self) -> tuple[str, ...]:
        """The repository whose numbers stand alone in texts: the first that is kept."""
        return tuple(self._discussions.store.forges())[:1] if self._discussions.exists() else ()

    def trouble(self) -> tuple[str, ...]:
        """A note that discussions can't be read, with the reason; nothing where they can."""
        trouble = self._discussions.trouble()
        return (f"discussions can't be read: {trouble}",) if trouble else ()

    def notes(self, kinds: Sequence[str]) -> tuple[str, ...]:
        """Notes on how fresh the asked kinds of discussions are, or that none are kept."""
        if not any(kind in DISCUSSIONS for kind in kinds) or self._discussions.trouble():
            return ()
        there = self._discussions.store.repositories() if self._discussions.exists() else ()
        return tuple(freshness_text(one.name, one.fresh) for one in there) or (NOTHING_KEPT,)

    def following(self, phrasings: Sequence[str], request: SearchRequest, hits: Sequence[Hit]) -> tuple[RecallHit, ...]:
        """The few discussions that follow an answer about everything: near enough, by members or answered by one.

        `hits` are those of the answer, among which is what the question names. What must stand in the text stands in
        what follows.
        """
        if not self._discussions.exists():
            return ()
        wanted = _of_discussions(replace(request, limit=LOOKED_AT))
        result = search_phrasings_in(phrasings, wanted, self._discussions.retriever)
        found = result.hits if phrases_held(wanted.filters, result).issuperset(wanted.filters.holds) else ()
        facts = self._facts(found, request.view)
        told = [hit for hit in found if hit.content in facts and _is_told(facts[hit.content])]
        there = {hit.path for hit in hits if hit.kind in DISCUSSIONS}
        chosen = [hit for hit in worth_telling(told, phrasings[0], hits) if hit.path not in there]
        return tuple(self._shown(hit, facts[hit.content], dated=True) for hit in chosen if hit.content in facts)

    def told(self, hits: Sequence[Hit], view: View) -> Told:
        """A function that turns a hit of a discussion into what is shown; None for any other hit or a deleted one."""
        facts = self._facts(hits, view)
        return lambda hit: (
            self._shown(hit, facts[hit.content]) if hit.kind in DISCUSSIONS and hit.content in facts else None
        )

    def _facts(self, hits: Sequence[Hit], view: View) -> Mapping[int, SaidFacts]:
        """The facts of the texts that were found, by content; a deleted text has none."""
        contents = [hit.content for hit in hits if hit.kind in DISCUSSIONS]
        if not contents:
            return {}
        parts = self._discussions.store.parts_of_contents(contents)
        heads = self._discussions.store.heads({part.ref for part in parts.values()})
        said = self._discussions.views.standing(view, list(heads.values()))
        return {
            content: SaidFacts(part, heads[part.ref], said[part.ref])
            for content, part in parts.items()
            if part.ref in heads
        }

    def _shown(self, hit: Hit, facts: SaidFacts, *, dated: bool = False) -> RecallHit:
        """A discussion's text as a hit: author, time, place, discussion, and notes about these.

        `dated`: for who didn't ask for discussions, with how fresh that is, as the answer itself doesn't say so.
        """
        part, head = facts.part, facts.head
        title, as_of = (head.told, head.as_of) if dated else (head.title, head.own_as_of)
        whose = title_mark(head) if title == head.title else ""
        return RecallHit(
            kind=head.kind,
            title=title,
            text=hit.text,
            date=part.created_at,
            blob=hit.blob,
            author=part.author if self._people.named else "",
            discussion=hit.path,
            place=place_of(part),
            start_line=hit.start_line,
            end_line=hit.end_line,
            status="" if facts.standing == "state then unknown" else head.state,
            marks=(*filter(None, [whose]), *said_marks(facts), *([f"as of {as_of}"] if as_of else [])),
            score=hit.score,
            scores=hit.scores,
            ranks=hit.ranks,
        )


def worth_telling(found: Sequence[Hit], query: str, answer: Sequence[Hit]) -> list[Hit]:
    """The best text of each of the first discussions that are near enough; none where not one is near. Pure.

    One must be about as near as the hits of the answer. Without vectors one is near that holds nearly all words.
    """
    words = telling_words(query)
    nearest = max((nearness(hit.scores) or 0.0 for hit in answer), default=0.0)

    def near(hit: Hit, least: float) -> bool:
        value = nearness(hit.scores)
        return (
            value >= least
            if value is not None
            else bool(words) and share_held((hit.path, hit.title, hit.heading, hit.text), words) >= ALL_WORDS
        )

    best: dict[str, Hit] = {}
    for hit in found:
        if near(hit, BESIDE):
            best.setdefault(hit.path, hit)
    chosen = list(best.values())[:MOST]
    return chosen if any(near(hit, max(NEAR, nearest - BEHIND)) for hit in chosen) else []


def freshness_text(repository: str, said: str) -> str:
    """The freshness of a repository or discussion in words: "owner/name as of 2026-11-20 14:10"."""
    return f"{repository.partition('/')[2]} {said}"


def place_of(part: "StoredPart") -> str:
    """The path and lines that a comment is about, as they were when it was made."""
    if not part.path or not part.line:
        return part.path
    return f"{part.path}:{part.start_line}-{part.line}" if part.start_line else f"{part.path}:{part.line}"


def said_marks(facts: SaidFacts) -> tuple[str, ...]:
    """The kind and state of a discussion and what is to be said of them, then what this text of it is."""
    part, head = facts.part, facts.head
    return (" ".join([*(["draft"] if head.draft else []), head.kind.replace("_", " "), *state_of(facts)]),
            *filter(None, [facts.standing, said_as(part), *part_marks(part)]))  # fmt: skip


def state_of(facts: SaidFacts) -> tuple[str, ...]:
    """The state of a discussion with its day; none where it can't be known."""
    head = facts.head
    if facts.standing == "state then unknown":
        return ()
    return (head.state, *([head.closed_at[:10]] if head.closed_at and head.state != "open" else []))


def said_as(part: "StoredPart") -> str:
    """The kind of a text in its discussion, such as a comment; a review with its verdict."""
    return ", ".join(filter(None, [_SAID[part.role], part.verdict]))


def _is_told(facts: SaidFacts) -> bool:
    """Whether a text may be shown unasked: it has words of its own, or its title may be told."""
    return facts.head.heard or bool(indexed(facts.part.text))


def _of_discussions(request: SearchRequest) -> SearchRequest:
    """The request narrowed to the kinds of discussions."""
    kinds = tuple(kind for kind in DISCUSSIONS if not request.filters.kinds or kind in request.filters.kinds)
    return replace(request, filters=replace(request.filters, kinds=kinds))
