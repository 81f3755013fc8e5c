"""POST /vectors: vectors and token states for a home that has the passages itself, so that they are computed once."""

from base64 import b64encode
from typing import Annotated
from uuid import UUID

from pydantic import Field

from scrubjay.extensions.kinds.vectors import MOST_ASKED
from scrubjay.model.given import PassageKey
from scrubjay_team.api.route import ApiAnswer, ApiBody, ApiCall
from scrubjay_team.index.api import give_vectors

Blob = Annotated[str, Field(pattern=r"^([0-9a-f]{40}|[0-9a-f]{64})$")]
Hash = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
Fingerprint = Annotated[str, Field(pattern=r"^[0-9a-f]{16}$")]


class VectorsBody(ApiBody):
    """Passages of a project by its id: each the blob of git, and the sha256 of the text that is embedded.

    `fingerprint` is the key of the embedder whose vectors are asked for.
    """

    project: UUID
    fingerprint: Fingerprint
    wanted: tuple[tuple[Blob, Hash], ...] = Field(max_length=MOST_ASKED)


class VectorsAnswer(ApiAnswer):
    """What there is of what was asked for: `places` in it, ascending; nothing for all that isn't to be had.

    `codes` are the vectors one behind the other, a signed byte a component; `states` the token states, of which
    `lengths` says how many bytes are whose. Both are base64.
    """

    places: tuple[int, ...]
    codes: str
    states: str
    lengths: tuple[int, ...]


def vectors(call: ApiCall, body: VectorsBody) -> VectorsAnswer:
    """Give what a granted project has of some passages."""
    wanted = [PassageKey(blob, hash) for blob, hash in body.wanted]
    given = give_vectors(call.entered.connection, body.project, body.fingerprint, wanted)
    return VectorsAnswer(
        places=given.places,
        codes=b64encode(given.codes).decode("ascii"),
        states=b64encode(b"".join(given.states)).decode("ascii"),
        lengths=tuple(map(len, given.states)),
    )
