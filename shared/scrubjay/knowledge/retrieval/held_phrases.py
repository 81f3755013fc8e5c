"""Phrases of a query that a corpus holds, and what is said of those that none holds."""

from collections.abc import Collection, Iterable, Sequence

from scrubjay.knowledge.retrieval.held_words import is_paired
from scrubjay.knowledge.retrieval.scope import Filters, unheld
from scrubjay.model.hit import HybridResult
from scrubjay.text.words import words


def held(filters: Filters, result: HybridResult) -> frozenset[str]:
    """The phrases that something of one corpus holds, by what its search said; one that found nothing holds none."""
    found = result.hits or result.memories
    return frozenset(phrase for phrase in filters.phrases if found and unheld(phrase) not in result.notes)


def said_in(phrases: Collection[str], texts: Iterable[str]) -> frozenset[str]:
    """The phrases of which some texts have the same words in their order."""
    spoken = [_spoken(text) for text in texts]
    return frozenset(
        phrase
        for phrase in phrases
        if any(_spoken(phrase) in text or (is_paired(phrase) and phrase.casefold() in text) for text in spoken)
    )


def may_join(filters: Filters, there: Collection[str], here: Collection[str]) -> bool:
    """Whether a corpus may join others that hold some phrases: what must stand in the text stands in it as well."""
    return all(phrase in here for phrase in filters.holds if phrase in there)


def told_of(notes: Sequence[str], elsewhere: Collection[str]) -> tuple[str, ...]:
    """The notes of documents, with what they deny only for these, where another corpus holds a phrase."""
    ours = {unheld(phrase): unheld(phrase, "no document") for phrase in elsewhere}
    return tuple(dict.fromkeys(ours.get(note, note) for note in notes))


def denied(filters: Filters, notes: Collection[str]) -> bool:
    """Whether nothing at all holds a phrase that must stand in the text."""
    return any(unheld(phrase) in notes for phrase in filters.holds)


def _spoken(text: str) -> str:
    return f" {' '.join(words(text.casefold()))} "
