"""Selection of a briefing's decisions: those that bear on the branch, the task and the files touched."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from scrubjay.context.briefing.facts import DecisionLine
from scrubjay.context.briefing.sources import BriefingSources
from scrubjay.knowledge.documents.values import is_in_force, newest_in_force
from scrubjay.knowledge.retrieval.hybrid import PER_DOCUMENT, SearchRequest
from scrubjay.knowledge.retrieval.scope import Filters
from scrubjay.model.decision import DecisionEntry
from scrubjay.model.view import View
from scrubjay.search.recall.absence import begun_in
from scrubjay.text.words import STOP_WORDS, Word, light_stem, spaced, words

IN_TEXT = 2
"""Words of the work that a decision's text holds; of one in its title or its file's name, one is enough."""

USUAL = 0.05
USUAL_LEAST = 3
"""Share and number of titles from which a word is usual here, as "let" or "use" are, and says nothing of the work."""


def telling(about: str, titles: Iterable[str]) -> frozenset[str]:
    """The words of the work that tell one decision from another, as `bears` takes them."""
    every = [_words(title) for title in titles]
    counts = Counter(word for title in every for word in title)
    most = max(USUAL_LEAST, USUAL * len(every))
    return frozenset(word for word in _words(about) if counts[word] < most)


def bears(path: str, title: str, text: str, work: frozenset[str]) -> bool:
    """Whether a record's name or title has a word of the work, or its text two."""
    name = path.rpartition("/")[2].rpartition(".")[0]
    return bool(work & _words(f"{name} {title}")) or len(work & _words(text)) >= IN_TEXT


def _words(text: str) -> frozenset[str]:
    found = (word.lower() for word in words(spaced(text), Word.PLAIN, shortest=2))
    return frozenset(light_stem(word) for word in found if word not in STOP_WORDS and not word.isdecimal())


MAX_DECISIONS = 5
"""Decisions about a focus that was asked for."""

MAX_BEARING = 3
"""Decisions that bear on the work: what the work is about is a guess from its words."""


@dataclass(frozen=True, slots=True)
class SelectedDecisions:
    """Decisions for a briefing, whether they bear on the work, and how many are in force where none is listed."""

    lines: tuple[DecisionLine, ...] = ()
    bearing: bool = False
    unlisted: int = 0


def select_decisions(
    sources: BriefingSources, view: View, about: str, brought: Collection[str], *, only: bool
) -> SelectedDecisions:
    """Decisions about a focus (`only`), the newest where none is about it, else those that bear on the work.

    `brought` are paths that the branch changed: a decision among them bears. A project with few has them all listed,
    since words may miss what bears; of many of which none bears the number is told.
    """
    entries = {entry.path: entry for entry in sources.documents.decisions(view)}
    if only:
        begun = begun_in(about, {path: entry.decision.title for path, entry in entries.items()})
        begun = tuple(sorted(begun, key=lambda path: not is_in_force(entries[path])))
        found = {path: entries[path] for path in (*(path for path, _ in _found(sources, view, about, entries)), *begun)}
        if found:
            return SelectedDecisions(_lines(list(found.values())[:MAX_DECISIONS], entries), bearing=True)
    standing = newest_in_force(entries.values())
    if only:
        return SelectedDecisions(_lines(standing[:MAX_DECISIONS], entries))
    if len(standing) <= MAX_BEARING:
        return SelectedDecisions(_lines(standing, entries))
    near = _found(sources, view, about, entries) if about else ()
    work = telling(about, [entry.decision.title for entry in standing])
    bearing = [
        *(entry for entry in standing if entry.path in brought),
        *(
            entry
            for path, text in near
            if is_in_force(entry := entries[path]) and bears(path, entry.decision.title, text, work)
        ),
    ]
    if bearing:
        unique = {entry.path: entry for entry in bearing}
        return SelectedDecisions(_lines(list(unique.values())[:MAX_BEARING], entries), bearing=True)
    return SelectedDecisions(unlisted=len(standing))


def _lines(found: Iterable[DecisionEntry], entries: Mapping[str, DecisionEntry]) -> tuple[DecisionLine, ...]:
    return tuple(decision_line(entry, entries) for entry in found)


def _found(
    sources: BriefingSources, view: View, about: str, entries: Mapping[str, DecisionEntry]
) -> Iterable[tuple[str, str]]:
    """Paths and texts of decisions by keyword search alone, best first: a briefing loads no model."""
    request = SearchRequest(
        query=about,
        view=view,
        limit=MAX_DECISIONS * PER_DOCUMENT,
        filters=Filters(kinds=("decision",)),
        recipe="keyword",
        superseded_by={path: entry.standing.superseded_by for path, entry in entries.items()},
    )
    texts: dict[str, list[str]] = {}
    for hit in sources.retriever.search(request).hits:
        texts.setdefault(hit.path, []).append(hit.text)
    return [(path, "\n".join(found)) for path, found in texts.items() if path in entries]


def decision_line(entry: DecisionEntry, entries: Mapping[str, DecisionEntry]) -> DecisionLine:
    """A decision as a briefing line; other decisions are referred to by name."""

    def names(paths: Sequence[str]) -> tuple[str, ...]:
        return tuple(entries[path].decision.name for path in paths if path in entries)

    decision = entry.decision
    replaces, superseded = names(entry.standing.replaces), names(entry.standing.superseded_by)
    label = decision.name if decision.number else ""
    return DecisionLine(
        name=label,
        title=decision.title,
        status=decision.status,
        date=entry.shown_day,
        path=entry.path,
        replaces=replaces,
        superseded_by=superseded,
    )
