"""What do memories cite that isn't there? Found when the claim was made, and kept with it as a mark."""

from scrubjay.memory.store.rows import Q, citation_of
from scrubjay.memory.store.writing import WriteContext
from scrubjay.model.evidence import CitationResult
from scrubjay.storage.driver import Connection


def missing(connection: Connection, place: WriteContext) -> dict[str, tuple[CitationResult, ...]]:
    """The citations of memories that hold and that led nowhere, by id, the newest memory first."""
    citations: dict[str, tuple[CitationResult, ...]] = {}
    for row in connection.execute(Q.missing, {"project": place.owner, "at": place.now}).fetchall():
        citations[row["id"]] = (*citations.get(row["id"], ()), citation_of(row))
    return citations
