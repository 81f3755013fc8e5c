"""Which project a clone far away belongs to: by its remote's address, and by knowing the mirror's newest commits.

Both are shown by hashes with a nonce, so that nothing is learned of a repository that isn't mirrored here.
"""

from collections.abc import Iterable
from hashlib import sha256
from typing import Annotated, Any, Final

from pydantic import Field

from scrubjay.errors import NotFound
from scrubjay.identity.projects.hints import normalised_address
from scrubjay_team.api.me import IdAndName
from scrubjay_team.api.route import ApiAnswer, ApiBody, ApiCall, Nothing
from scrubjay_team.changes.cursors import LONGEST
from scrubjay_team.database.queries import load

Q = load(__package__)

NONCE_S: Final = 120
"""Seconds for which a nonce holds."""

FEWEST: Final = 3
"""Commits that a clone must know, or all of the mirror where it has fewer: one may stand in an answer or a page."""

ALIKE: Final = 4
"""Projects of one address that are tried."""

UNPROVEN: Final = (
    "No project that you are granted here is this repository, or your clone lacks its newest commits. Fetch, and ask "
    "again; or name the project instead: GET /api/v1/me lists yours."
)
"""The one answer for a project that isn't there, isn't granted, and isn't proven."""

_USE: Final = "nonce"

Proof = Annotated[str, Field(pattern="^[0-9a-f]{64}$")]


class ProjectNonce(ApiAnswer):
    """What the proofs are made with; it holds two minutes, for this member."""

    nonce: str


class MatchBody(ApiBody):
    """Proofs that the sender has a clone: sha256(nonce + commit id) in hexadecimal, for its newest commits.

    `address` is sha256(nonce + the remote's address as host/path, in small letters, without `.git`) in hexadecimal.
    """

    address: Proof
    nonce: str = Field(max_length=LONGEST)
    proofs: tuple[Proof, ...] = Field(max_length=200)


class MatchedProject(ApiAnswer):
    """The project that the clone belongs to."""

    project: IdAndName


def nonce(call: ApiCall, body: Nothing) -> ProjectNonce:
    """A nonce for proofs of one member; nothing of it is kept, and each process of the database takes it."""
    until = int(call.now.timestamp()) + NONCE_S
    sealed = call.services.cursors.seal_number(call.entered.connection, call.caller.member, _USE, until)
    return ProjectNonce(nonce=sealed)


def match(call: ApiCall, body: MatchBody) -> MatchedProject:
    """The granted project of an address whose newest commits the proofs are of. Raises NotFound, always the same.

    Each call does the same work, whether the address is that of a granted project or not.
    """
    connection = call.entered.connection
    granted = connection.execute(Q.granted_addresses).fetchall()
    same = [row for row in granted if hashed(body.nonce, normalised_address(row["address"])) == body.address][:ALIKE]
    until = call.services.cursors.open_number(connection, call.caller.member, _USE, body.nonce)
    is_ours = until is not None and until >= call.now.timestamp()
    found: list[Any] = []
    for row in same or granted[:1]:
        row_of = connection.execute(Q.recent_commits, {"project": row["project"]}).fetchone()
        if proven(body.nonce, body.proofs, row_of["recent"] if row_of else ()) and row in same and is_ours:
            found.append(row)
    if not found:
        raise NotFound(UNPROVEN)
    return MatchedProject(project=IdAndName(id=found[0]["project"].hex, name=found[0]["name"]))


def hashed(nonce: str, text: str) -> str:
    """What shows that somebody knows a text."""
    return sha256(f"{nonce}{text}".encode()).hexdigest()


def proven(nonce: str, proofs: Iterable[str], recent: Iterable[str]) -> bool:
    """Whether enough proofs are of some commits."""
    known = {hashed(nonce, commit) for commit in recent}
    return len(known.intersection(proofs)) >= min(FEWEST, len(known)) > 0
