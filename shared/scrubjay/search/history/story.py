"""The story of a topic: its commits, decisions and incidents in one timeline, each event with its source."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from scrubjay.extensions.kinds.grounds import HistorySource
from scrubjay.git.commits import places, subjects
from scrubjay.git.history import read_commits, with_paths
from scrubjay.git.process import Git
from scrubjay.git.record import Commit
from scrubjay.git.renames import moved_paths
from scrubjay.knowledge.documents.values import ViewRecords
from scrubjay.knowledge.index.kinds import COMMIT
from scrubjay.knowledge.retrieval.hybrid import SearchRequest
from scrubjay.knowledge.retrieval.scope import Filters
from scrubjay.model.frozen import replace
from scrubjay.model.history import CommitFacts, StoryEvent
from scrubjay.model.hit import Hit, HybridResult
from scrubjay.model.view import View
from scrubjay.search.history.authors import People, commit_facts
from scrubjay.search.history.question import When
from scrubjay.search.history.renames import file_of_topic, renames_of
from scrubjay.search.history.timeline import (
    SHARED_WORDS,
    Story,
    Topic,
    decision_events,
    fused_scores,
    in_order,
    incident_events,
    lent_words,
    own_stems,
    stems_of,
    topic_of,
    word_counts,
)
from scrubjay.search.history.values import by_line, folded, ordered, original_first
from scrubjay.text.telling import telling_words
from scrubjay.text.words import stem

MOST: Final = 40
"""Events of a story unless another number is asked for. Of 69 keyed events 40 hold 56."""

SEARCHED: Final = 100
"""Commits that each phrasing brings."""

CANDIDATES: Final = 400

NEAR: Final = 3
"""Documents that are named where nothing can be told."""

ABOUT: Final = 10
"""Documents that are asked for their records and their words."""

LENDING: Final = 6
"""Of these, and of the commits, the first ones lend the topic their words."""


class Stories:
    """Tells the stories of one worktree."""

    def __init__(
        self, git: Git, search: Callable[[SearchRequest], HybridResult], people: People,
        history_sources: Sequence[HistorySource] = (),
    ) -> None:  # fmt: skip
        self._git = git
        self._search = search
        self._people = people
        self._sources = history_sources

    def tell(self, topic: str, view: View, records: ViewRecords, most: int = MOST) -> Story:
        """At most so many events about a topic, oldest first."""
        about = self._search(SearchRequest(query=topic, view=view, limit=ABOUT))
        first = self._ranking(topic, view)
        common = word_counts(subjects(self._git, view.commit))
        facts, found = self._commits(topic, view, [first, about.hits], common)
        scores = original_first(folded(found, facts, near=1), facts)
        order = ordered(scores, facts, When.ANY)
        texts, path = self._texts(order, facts, view)
        read = _read_topic(topic, [texts[hit.blob] for hit in first if hit.blob in texts], first, about.hits, common)
        told = [
            event for hit in about.hits if read.is_about(_hit_text(hit)) for event in _events_of_record(hit, records)
        ]
        belonging = read.belonging(texts)
        order = [sha for sha in order if sha in belonging]
        renames = renames_of(self._git, view, path) if order else ()
        renamed = {one.sha: f"renames {one.old} to {one.new}" for one in renames}
        further = [source.tell(topic, view, facts, path, read.is_about) for source in self._sources]
        beside = {sha: [line for one in further for line in one.beside.get(sha, ())] for sha in facts}
        said = [event for one in further for event in one.events][: most // 4]
        room = max(0, most - len(set(told)) - len(said))
        stems = telling_words(topic)
        chosen = list(dict.fromkeys([*renamed, *order]))[:room]
        facts |= commit_facts(self._git, [sha for sha in chosen if sha not in facts])
        moved = moved_paths(self._git, chosen)
        shown = self._people.facts({sha: facts[sha] for sha in chosen if sha in facts}, view.commit)
        tied = self._places(shown, view)
        commits = [
            _event(
                fact,
                [
                    *_changes(moved.get(sha, ()), stems, renamed.get(sha, "")),
                    *beside.get(sha, ()),
                ],
                tied.get(sha, 0),
            )
            for sha, fact in shown.items()
        ]
        as_of = min((one.as_of for one in further if one.as_of), default="")
        return Story(in_order([*told, *commits, *said])[:most], about.degraded, as_of)

    def near(self, topic: str, view: View) -> tuple[str, ...]:
        """The documents nearest to a topic: lines with path and title."""
        hits = self._search(SearchRequest(query=topic, view=view, limit=NEAR)).hits
        return tuple(dict.fromkeys(f"{hit.path} ({hit.title})" for hit in hits if hit.path))

    def _commits(
        self, topic: str, view: View, found: Sequence[Sequence[Hit]], common: Mapping[str, int]
    ) -> tuple[dict[str, CommitFacts], dict[str, float]]:
        """Commits about a topic with their facts and scores: found by its own words, and by words that hits lend."""
        first, about = found
        lent = lent_words([hit.title for hit in first[:ABOUT]], topic, common)
        said = lent_words(map(_hit_text, about[:LENDING]), topic, common)
        phrasings = [f"{topic} {' '.join(more)}" for more in (lent, said) if more]
        rankings = [first, *(self._ranking(phrasing, view) for phrasing in phrasings)]
        scores = fused_scores([[hit.blob for hit in ranking] for ranking in rankings])
        return commit_facts(self._git, list(scores)), scores

    def _texts(self, shas: Sequence[str], facts: Mapping[str, CommitFacts], view: View) -> tuple[dict[str, str], str]:
        """The text of each commit by hash, and the topic's file, whose path is added to commits that changed it."""
        read = [commit for commit in read_commits(self._git, list(shas)) if isinstance(commit, Commit)]
        commits = list(with_paths(self._git, read))
        path = file_of_topic(self._git, view, commits)
        return {
            one.sha: "\n".join([facts[one.sha].title, one.subject, one.body, path if path in one.paths else ""])
            for one in commits
            if one.sha in facts
        }, path

    def _places(self, facts: Mapping[str, CommitFacts], view: View) -> dict[str, int]:
        """The order of the commits that share their second with another commit."""
        landed = Counter(fact.committed_at for fact in facts.values())
        tied = {sha: fact.committed_at for sha, fact in facts.items() if landed[fact.committed_at] > 1}
        return places(self._git, view.commit, tied, min(tied.values())) if tied else {}

    def _ranking(self, phrasing: str, view: View) -> list[Hit]:
        """The commits that a phrasing finds, each once, best first."""
        request = SearchRequest(query=phrasing, view=view, limit=SEARCHED, candidates=CANDIDATES)
        hits = self._search(replace(request, filters=Filters(kinds=(COMMIT,)))).hits
        best = {hit.blob: hit for hit in reversed(hits)}
        return sorted(best.values(), key=lambda hit: (-hit.score, hit.blob))


def _hit_text(hit: Hit) -> str:
    """The title, heading and text of a hit as one text."""
    return f"{hit.title} {hit.heading} {hit.text}"


def _read_topic(
    topic: str, best: Sequence[str], first: Sequence[Hit], about: Sequence[Hit], common: Mapping[str, int]
) -> Topic:
    """A topic with the words that commits and documents about it both lend."""
    own = own_stems(topic)
    holding = [text for text in best if own & stems_of(text)][:ABOUT]
    titles = [hit.title for hit in first if own & stems_of(_hit_text(hit))][:ABOUT]
    said = [text for text in map(_hit_text, about[:LENDING]) if 2 * len(own & stems_of(text)) >= len(own)]
    lent = [lent_words(texts, topic, common, SHARED_WORDS) for texts in (titles, said)]
    return topic_of(topic, holding, set.intersection(*({stem(word) for word in words} for words in lent)), common)


def _events_of_record(hit: Hit, records: ViewRecords) -> list[StoryEvent]:
    """The events that a hit's record tells: of a decision and those related to it, or of an incident."""
    decisions = records.by_path
    entry, incident = decisions.get(hit.path), records.incidents.get(hit.path)
    if entry:
        near = [*entry.standing.replaces, hit.path, *entry.standing.superseded_by]
        return [event for path in near if path in decisions for event in decision_events(decisions[path], decisions)]
    return list(incident_events(hit.path, hit.title, incident)) if incident else []


def _changes(moved: Sequence[str], stems: frozenset[str], renamed: str) -> list[str]:
    """What a commit did to files, in words, at most two: a rename of the topic's file, then other matching changes."""
    telling = [change for change in moved if change != renamed and any(stem in change.lower() for stem in stems)]
    return [*filter(None, [renamed]), *telling][:2]


def _event(facts: CommitFacts, changes: Sequence[str], place: int) -> StoryEvent:
    """The event of a commit; `changes` says in words what it did to files."""
    return StoryEvent(
        at=facts.authored_at,
        what="; ".join([facts.title, *changes]),
        source=f"commit {facts.sha[:10]}",
        dated_by="git",
        author=by_line(facts.authors),
        landed=facts.committed_at,
        place=place,
    )
