"""A citation as it stands in a claim."""

from scrubjay.model.evidence import CitationKind
from scrubjay.model.frozen import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Citation:
    """One citation as it stands in the claim.

    `target` is what is looked up: a record's number without leading zeros (with its series before a colon), a hex id in
    lower case, a path, a dotted name, an issue, a link. `revision` and `lines` belong to places.
    """

    kind: CitationKind
    text: str
    start: int
    end: int
    target: str
    revision: str = ""
    lines: tuple[int, int] = (0, 0)
