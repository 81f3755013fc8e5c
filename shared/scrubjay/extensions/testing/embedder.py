"""The suite of embedders."""

from typing import Any

from scrubjay.extensions.kinds.embedder import Embedder
from scrubjay.extensions.testing.expecting import expect
from scrubjay.model.fingerprint import Fingerprint

TEXTS = ("Parcels are weighed at the gate.", "Owls carry letters in winter.", "a", "x" * 5_000, "Wiegt man Pakete? é")
TOLERANCE = 1e-3


def check_embedder(embedder: Embedder) -> None:
    """Vectors have the promised shape, type and length, and are the same for the same text, alone or among others."""
    expect(isinstance(embedder.fingerprint, Fingerprint), "fingerprint is a Fingerprint")
    expect(embedder.fingerprint.key == embedder.fingerprint.key, "the fingerprint stays the same")
    dim = embedder.fingerprint.dim
    vectors: Any = embedder.embed_passages(TEXTS).vectors
    expect(vectors.shape == (len(TEXTS), dim), f"vectors are (n, {dim}), not {vectors.shape}")
    expect(str(vectors.dtype) == "float32", f"vectors are float32, not {vectors.dtype}")
    lengths = (vectors * vectors).sum(axis=1) ** 0.5
    expect(all(abs(one - 1) < TOLERANCE or one == 0 for one in lengths), "vectors have the length 1, or 0 for none")
    for text, row in zip(TEXTS, vectors, strict=True):
        alone: Any = embedder.embed_passages([text]).vectors[0]
        expect(float(abs(alone - row).max()) < TOLERANCE, "a text has one vector, whatever stands beside it")
        query: Any = embedder.embed_query(text).vector
        expect(query.shape == (dim,), f"a query's vector is ({dim},)")
        expect(embedder.holds(text) or not float(abs(row).max()), "a text that the model doesn't hold has no vector")
    none: Any = embedder.embed_passages([]).vectors
    expect(none.shape == (0, dim), f"no text gives (0, {dim})")
