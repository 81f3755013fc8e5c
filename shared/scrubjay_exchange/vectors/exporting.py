"""What goes into a file of vectors: those of the documents at HEAD, by the hash of each passage alone."""

import json
from functools import partial
from typing import TYPE_CHECKING

from scrubjay.errors import UsageError
from scrubjay.knowledge.index.given import OWN
from scrubjay.knowledge.index.vectors import VectorIndex, embedded_text
from scrubjay.model.clock import iso
from scrubjay.model.frozen import dataclass
from scrubjay.model.given import passage_hash
from scrubjay.storage.driver import Connection, load
from scrubjay_exchange.vectors.format import MOST_BYTES, MOST_PASSAGES, MOST_TEXT, VectorHeader, digest, packed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scrubjay.wiring.workspace import Workspace

Q = load(__package__)


@dataclass(frozen=True, slots=True)
class CollectedVectors:
    """The numbers of a file with its header, and how many vectors are left out since somebody else gave them."""

    header: VectorHeader
    numbers: bytes
    others: int


def collected(workspace: "Workspace", maker: str, fingerprint: str) -> CollectedVectors:
    """The vectors of a project's documents at HEAD, for a maker with a key of this fingerprint.

    What others gave is left out, but for what the same key signed. So is a vector whose token states were dropped.
    Raises UsageError where there is nothing, or too much.
    """
    if workspace.embedder is None:
        raise UsageError("Vectors are off (`embedding.provider` is none), so there are none to export.")
    model, view = workspace.embedder.fingerprint, workspace.documents.view()
    index = VectorIndex(model)
    blobs = [file.blob for file in view.files]
    given: dict[bytes, tuple[bytes, bytes]] = {}
    others = 0
    for text, codes, states, source in workspace.knowledge_database.read(partial(_rows, index, blobs)):
        if source and not source.endswith(fingerprint):
            others += 1
        elif states is not None or not model.states:
            given[bytes.fromhex(passage_hash(text))] = (codes, states or b"")
    if not given:
        raise UsageError("There is no vector of a document at HEAD to export. `scrubjay embed` computes them first.")
    numbers = packed(given)
    if len(given) > MOST_PASSAGES or len(numbers) > MOST_BYTES:
        raise UsageError(f"These are more vectors than a file may have: {MOST_PASSAGES:,}, in {MOST_BYTES:,} bytes.")
    header = VectorHeader(
        fingerprint=model.key, model=model.model[:MOST_TEXT], dim=model.dim, passages=len(given),
        states=sum(len(states) for _, states in given.values()), sha256=digest(numbers), maker=maker,
        project=workspace.project.name[:MOST_TEXT], commit=view.commit, made_at=iso(workspace.clock()),
    )  # fmt: skip
    return CollectedVectors(header, numbers, others)


def _rows(
    index: VectorIndex, blobs: "Sequence[str]", connection: Connection
) -> "list[tuple[str, bytes, bytes | None, str]]":
    """Each passage's embedded text, codes, token states (None: dropped) and who gave them."""
    values = {"fingerprint": index.number(connection), "blobs": json.dumps(blobs), "own": json.dumps(OWN)}
    rows = connection.execute(Q.exportable, values)
    return [(embedded_text(row), row["vector"], row["states"], row["source"]) for row in rows]
