"""How well do a passage's tokens answer a query's, one by one? Weighted MaxSim over packed states; pure.

Khattab and Zaharia, ColBERT, SIGIR 2020: each token of the query takes its best match among the passage's.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from scrubjay.inference.embedding.states import TOKEN_BYTES, States, unpack
from scrubjay.inference.numeric import np

if TYPE_CHECKING:
    from scrubjay.model.encoded import EncodedQuery, Vector

QUERY_TOKENS = 32
"""A longer query is compared by the tokens that tell most."""


def tells_much(query: EncodedQuery | None) -> bool:
    """Whether more of a query's tokens tell something than are compared: somebody pasted a text."""
    return query is not None and query.weights is not None and int((query.weights > 0).sum()) > QUERY_TOKENS


def maxsim(states: States, weights: Vector, passages: Sequence[bytes | None]) -> list[float | None]:
    """The weighted mean over the query's tokens of the best cosine in each passage, to six digits.

    Tokens of a long query that aren't looked at count as unmatched, so that of a pasted text, of which 32 tokens say
    little, the score says little as well.
    None for a passage without states, and for all of them when the query has no token.
    """
    present = [index for index, packed in enumerate(passages) if packed]
    result: list[float | None] = [None] * len(passages)
    if not present or not len(states):
        return result
    chosen = np.sort(np.argsort(-weights, kind="stable")[:QUERY_TOKENS])
    tells = weights[chosen].astype(np.float64)
    if not tells.any():
        tells = np.ones_like(tells)
    joined = b"".join(passages[index] or b"" for index in present)
    lengths = [len(passages[index] or b"") // TOKEN_BYTES for index in present]
    starts = np.concatenate([[0], np.cumsum(lengths)[:-1]])
    # Passages' tokens down, the query's across: reduced that way numpy takes a third of the time.
    similar = unpack(joined) @ states[chosen].T
    best = np.maximum.reduceat(similar, starts, axis=0)
    scores = np.round(best @ (tells / max(tells.sum(), weights.sum(dtype=np.float64))), 6)
    for index, score in zip(present, scores.tolist(), strict=True):
        result[index] = score
    return result
