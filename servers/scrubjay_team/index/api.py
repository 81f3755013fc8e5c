"""What other parts of the team's server use of the index."""

from scrubjay_team.index.facts import ViewFacts, facts_of, read_facts
from scrubjay_team.index.giving import give_vectors
from scrubjay_team.index.keys import key_of, number_of
from scrubjay_team.index.retriever import TeamRetriever
from scrubjay_team.index.tokens import TextTokens
from scrubjay_team.index.writing import IndexReport, drop_index, index_mirror

__all__ = [
    "IndexReport",
    "TeamRetriever",
    "TextTokens",
    "ViewFacts",
    "drop_index",
    "facts_of",
    "give_vectors",
    "index_mirror",
    "key_of",
    "number_of",
    "read_facts",
]
