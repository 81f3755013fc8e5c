"""Check of the vector index against an exact comparison, on vectors of the project itself."""

from scrubjay.app import Workspace
from scrubjay.knowledge.index.vectors import VectorIndex
from scrubjay.knowledge.retrieval.scope import Filters, set_scope
from scrubjay.model.check import Check
from scrubjay.model.counted import counted
from scrubjay.model.frozen import dataclass
from scrubjay.model.view import View
from scrubjay.storage.driver import Connection

LEAST = 0.95
QUERIES = 50
NEAREST = 10
EQUAL = 1e-6
"""Passages as near as the last of the exact ones count as found: which of two equals comes first is chance."""


@dataclass(frozen=True, slots=True)
class RecallSample:
    """How many of the passages nearest to some queries there are, and how many of these the index finds.

    `share` is the mean over the queries.
    """

    queries: int
    nearest: int
    found: int
    share: float


def recall(workspace: Workspace, view: View) -> Check:
    """The share of the ten nearest passages that the index finds, over at most 50 of the view's own passages."""
    expected = f"at least {LEAST}"
    sample = sample_recall(workspace, view)
    if sample is None:
        return Check("recall", True, "off: no embedding", expected)
    if not sample.queries:
        return Check("recall", True, "no vectors yet", expected)
    do = "" if sample.share >= LEAST else "`scrubjay doctor --repair` rebuilds the vector cache"
    hits = f"{sample.share:.3f} of the {NEAREST} nearest found, over {counted(sample.queries, 'query')}"
    return Check("recall", sample.share >= LEAST, hits, expected, do)


def sample_recall(workspace: Workspace, view: View) -> RecallSample | None:
    """The index compared with an exact search; None without a model."""
    if workspace.embedder is None:
        return None
    index = VectorIndex(workspace.embedder.fingerprint)

    def compare(connection: Connection) -> RecallSample:
        set_scope(connection, workspace.documents.visible(connection, view), Filters())
        samples = index.sample(connection, QUERIES) if index.number(connection) else []
        hits, nearest, found = 0.0, 0, 0
        for sample in samples:
            exact = index.exact(connection, sample, NEAREST)
            border = exact[-1][1] - EQUAL
            near = sum(cosine >= border for _, cosine in index.nearest(connection, sample, NEAREST))
            hits, nearest, found = hits + near / len(exact), nearest + len(exact), found + near
        return RecallSample(len(samples), nearest, found, hits / len(samples) if samples else 1.0)

    return workspace.knowledge_database.read(compare)
