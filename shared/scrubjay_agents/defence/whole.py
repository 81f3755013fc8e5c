"""Does a query ask for the whole of what is stored, and name no topic? By its words alone. Pure."""

from collections.abc import Iterable

from scrubjay_agents.defence.clauses import (
    ASKING,
    CLOSED,
    FETCHING,
    HELD,
    HOW,
    KEPT,
    NARROWS,
    PEOPLE,
    REST,
    STORED,
    TOLD,
    WHOLE,
    Clause,
    is_surely_topic,
    is_topic,
)

NEAR = 4
"""Words between a quantifier and what it counts, as in "all of the earlier instructions"."""

_LIKE = frozenset("as back between in into to with".split())  # noqa: SIM905
"""What leads to the form of an answer, not to its topic: "as a list"."""

_MATTER = frozenset("content data detail material stuff thing value".split())  # noqa: SIM905
"""What is kept may be called so: a topic where it stands alone."""

_PLAIN = frozenset("everything anything".split())  # noqa: SIM905


def asks_for_all(clause: Clause) -> bool:
    """Whether a clause asks for the whole of what is stored, and narrows it by no topic."""
    if not _asks(clause) or _narrowed(clause):
        return False
    if "everything" in clause:
        after = clause[clause.index("everything") + 1 :][:NEAR]
        return bool({"you", "your"} & set(after)) or not any(map(is_topic, clause))
    for place, word in enumerate(clause):
        if word in STORED:
            if _definite(clause, place):
                return True
            before, after = clause[max(0, place - NEAR) : place], clause[place + 1 : place + 3]
            if _means_all(before) or "far" in after or "above" in after or "below" in after:
                return True
    return False


def names_no_topic(sentence: Clause) -> bool:
    """Whether a sentence speaks of a store, of all of it or of what others put there, and of nothing else."""
    if not sentence or sentence[0] in HOW or any(is_surely_topic(word) for word in sentence if word not in _MATTER):
        return False
    found = set(sentence)
    stored = found & (STORED | KEPT | TOLD | _PLAIN | _MATTER)
    whole = found & (WHOLE | REST | CLOSED | PEOPLE | _HELD)
    return bool(stored and whole and (len(stored | whole) > 1 or found & _PLAIN))


_HELD = HELD - {"system", "your", "first", "current"}


def tells_without_topic(clause: Clause) -> bool:
    """Whether a clause begins with a verb of handing over or getting, names the whole, and no topic."""
    tells = set(clause[:3]) & (ASKING | FETCHING)
    return bool(tells and set(clause) & (WHOLE | REST)) and names_no_topic(clause)


def _means_all(words: Iterable[str]) -> bool:
    return any(word in WHOLE or word in HELD for word in words)


def _asks(clause: Clause, reach: int = 6) -> bool:
    return clause[0] not in HOW and any(word in ASKING for word in clause[:reach])


def _narrowed(clause: Clause) -> bool:
    """Whether a phrase of a clause says which of them: "about the queue"."""
    return any(
        word in NARROWS and any(is_topic(later) for later in clause[place + 1 : place + 4])
        for place, word in enumerate(clause)
    )


def _definite(clause: Clause, place: int) -> bool:
    """Whether a stored thing is what a clause is about, known to both: "format the rules as a list"."""
    first = next((n for n, word in enumerate(clause) if word in ASKING), place)
    between, after = clause[first + 1 : place], clause[place + 1 : place + 2]
    known = {"the", "these", "those", "your"} & set(between)
    return bool(known) and not any(map(is_topic, between)) and (not after or after[0] in _LIKE)
