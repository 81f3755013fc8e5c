"""Check of the vector index against an exact comparison, on vectors of the project itself."""

from scrubjay.app import Workspace
from scrubjay.doctor.check import Check
from scrubjay.index.vectors import VectorIndex
from scrubjay.model.counted import counted
from scrubjay.model.view import View
from scrubjay.retrieval.scope import Filters, set_scope
from scrubjay.storage import Connection

LEAST = 0.95
QUERIES = 50
NEAREST = 10
EQUAL = 1e-6
"""Passages as near as the last of the exact ones count as found: which of two equals comes first is chance."""


def recall(workspace: Workspace, view: View) -> Check:
    """The share of the ten nearest passages that the index finds, over at most 50 of the view's own passages."""
    expected = f"at least {LEAST}"
    if workspace.embedder is None:
        return Check("recall", True, "off: no embedding", expected)
    index = VectorIndex(workspace.embedder.fingerprint)

    def compare(connection: Connection) -> tuple[int, float]:
        set_scope(connection, workspace.knowledge.documents.visible(connection, view), Filters())
        if not index.number(connection):
            return 0, 1.0
        samples = index.sample(connection, QUERIES)
        hits = 0.0
        for sample in samples:
            exact = index.exact(connection, sample, NEAREST)
            border = exact[-1][1] - EQUAL
            nearest = index.nearest(connection, sample, NEAREST)
            hits += sum(cosine >= border for _, cosine in nearest) / len(exact)
        return len(samples), hits / len(samples) if samples else 1.0

    number, share = workspace.knowledge.database.read(compare)
    if not number:
        return Check("recall", True, "no vectors yet", expected)
    do = "" if share >= LEAST else "`scrubjay doctor --repair` rebuilds the vector cache"
    hits = f"{share:.3f} of the {NEAREST} nearest found, over {counted(number, 'query')}"
    return Check("recall", share >= LEAST, hits, expected, do)
