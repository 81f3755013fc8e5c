"""Words of a query that tell something, as stems."""

from scrubjay.text.names import query_terms
from scrubjay.text.stems import beginning
from scrubjay.text.stop_words import STOP_WORDS


def telling_words(query: str) -> frozenset[str]:
    """The words of a query that tell something, cut to a stem, so that "deploys" meets "deployment"."""
    words = [term.text for term in query_terms(query[:4000]) if term.kind in ("word", "part")]
    return frozenset(beginning(word) for word in words if word not in STOP_WORDS)
