"""The story of a topic: its commits, decisions and incidents in one timeline, each event with its source."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from scrubjay.documents.values import ViewRecords
from scrubjay.git.moved import moved_paths
from scrubjay.git.process import Git
from scrubjay.git.subjects import subjects
from scrubjay.history.events import (
    Story,
    StoryEvent,
    decision_events,
    fused,
    in_order,
    incident_events,
    lent_words,
    word_counts,
)
from scrubjay.history.facts import commit_facts
from scrubjay.history.joining import folded, ordered, original_first
from scrubjay.history.question import When
from scrubjay.history.renames import renames_of_topic
from scrubjay.history.shown import People
from scrubjay.history.values import CommitFacts, by_line
from scrubjay.index.kinds import COMMIT
from scrubjay.model.hit import Hit, HybridResult
from scrubjay.model.view import View
from scrubjay.retrieval.hybrid import SearchRequest
from scrubjay.retrieval.scope import Filters
from scrubjay.text.telling import holds_topic, telling_words

MOST: Final = 40
"""Events of a story unless another number is asked for. Of 69 keyed events 40 hold 56."""

SEARCHED: Final = 100
"""Commits that each phrasing brings."""

CANDIDATES: Final = 400

ABOUT: Final = 10
"""Documents that are asked for their records and their words."""

LENDING: Final = 6
"""Of these, and of the commits, the first ones lend the topic their words."""


class Stories:
    """Tells the stories of one worktree."""

    def __init__(self, git: Git, search: Callable[[SearchRequest], HybridResult], people: People) -> None:
        self._git = git
        self._search = search
        self._people = people

    def tell(self, topic: str, view: View, records: ViewRecords, most: int = MOST) -> Story:
        """At most so many events about a topic, oldest first."""
        about = self._search(SearchRequest(query=topic, view=view, limit=ABOUT))
        told = [
            event
            for hit in about.hits
            if holds_topic(f"{hit.title} {hit.heading} {hit.text}", telling_words(topic))
            for event in _of_record(hit, records)
        ]
        facts, found = self._commits(topic, view, about.hits)
        scores = original_first(folded(found, facts, near=1), facts)
        order = ordered(scores, facts, When.ANY)
        renamed = {one.sha: f"renames {one.old} to {one.new}" for one in renames_of_topic(self._git, view, order)}
        room = max(0, most - len(set(told)))
        stems = telling_words(topic)
        chosen = list(dict.fromkeys([*renamed, *order]))[:room]
        facts |= commit_facts(self._git, [sha for sha in chosen if sha not in facts])
        moved = moved_paths(self._git, chosen)
        shown = self._people.facts({sha: facts[sha] for sha in chosen if sha in facts}, view.commit)
        commits = [
            _event(fact, _changes(moved.get(sha, ()), stems, renamed.get(sha, ""))) for sha, fact in shown.items()
        ]
        return Story(in_order([*told, *commits])[:most], about.degraded)

    def _commits(self, topic: str, view: View, about: Sequence[Hit]) -> tuple[dict[str, CommitFacts], dict[str, float]]:
        """Commits about a topic, by its own phrasing, and with the words that what was found lends it."""
        first = self._ranking(topic, view)
        common = word_counts(subjects(self._git, view.commit))
        lent = lent_words([hit.title for hit in first[:ABOUT]], topic, common)
        said = lent_words([f"{hit.title} {hit.heading} {hit.text}" for hit in about[:LENDING]], topic, common)
        phrasings = [f"{topic} {' '.join(more)}" for more in (lent, said) if more]
        rankings = [first, *(self._ranking(phrasing, view) for phrasing in phrasings)]
        scores = fused([[hit.blob for hit in ranking] for ranking in rankings])
        return commit_facts(self._git, list(scores)), scores

    def _ranking(self, phrasing: str, view: View) -> list[Hit]:
        """Each commit once, best first."""
        request = SearchRequest(query=phrasing, view=view, limit=SEARCHED, candidates=CANDIDATES)
        hits = self._search(replace(request, filters=Filters(kinds=(COMMIT,)))).hits
        best = {hit.blob: hit for hit in reversed(hits)}
        return sorted(best.values(), key=lambda hit: (-hit.score, hit.blob))


def _of_record(hit: Hit, records: ViewRecords) -> list[StoryEvent]:
    decisions = records.by_path
    entry, incident = decisions.get(hit.path), records.incidents.get(hit.path)
    if entry:
        near = [*entry.standing.replaces, hit.path, *entry.standing.superseded_by]
        return [event for path in near if path in decisions for event in decision_events(decisions[path], decisions)]
    return list(incident_events(hit.path, hit.title, incident)) if incident else []


def _changes(moved: Sequence[str], stems: frozenset[str], renamed: str) -> list[str]:
    """What a commit did to files, at most two: the rename of the topic's own file, then what the topic's words name."""
    telling = [change for change in moved if change != renamed and any(stem in change.lower() for stem in stems)]
    return [*filter(None, [renamed]), *telling][:2]


def _event(facts: CommitFacts, changes: Sequence[str]) -> StoryEvent:
    return StoryEvent(
        at=facts.authored_at,
        what="; ".join([facts.title, *changes]),
        source=f"commit {facts.sha[:10]}",
        author=by_line(facts.authors),
        landed=facts.committed_at,
    )
