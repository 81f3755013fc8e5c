"""A claim that a member wants kept at scope team or global, and the request that the core's own checks read."""

import hashlib
from typing import Final
from uuid import UUID

from scrubjay.errors import UsageError
from scrubjay.memory.store.request import RememberRequest
from scrubjay.model.evidence import Act, Origin
from scrubjay.model.frozen import dataclass
from scrubjay.model.pattern import pattern

TEAM: Final = "team"
GLOBAL: Final = "global"
SCOPES: Final = (TEAM, GLOBAL)

MAX_NAME: Final = 256
"""Bytes of a session's or a client's name."""

_PRINTED: Final = pattern(r"(?<!\S)(?=\S*[:/.])(\S+)( @ [0-9a-fA-F]{7,64})\b")


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamClaim:
    """A claim as a tool's call has it. `repo` names the project that it belongs to; without one it is the team's.

    `sources` are at most three places of that project. `key`: the same key of one member stores nothing new. `session`
    and `client` say what made it, and are shown with it. `told`: the store that sends it has it as told; told is made
    on the server's page alone, so it is kept as said, and beside it that its author's machine says so.
    """

    content: str
    kind: str = ""
    scope: str = TEAM
    repo: str = ""
    sources: tuple[str, ...] = ()
    quote: str = ""
    valid_until: str = ""
    applies: str = ""
    key: str = ""
    tags: tuple[str, ...] = ()
    session: str = ""
    client: str = ""
    told: bool = False

    def request(self, author: str, *, person: bool = False) -> RememberRequest:
        """The request that the core checks: an agent's, but for what a `person` wrote on the server's page."""
        return RememberRequest(
            content=self.content, kind=self.kind, quote=self.quote, valid_until=self.valid_until, applies=self.applies,
            key=self.key, tags=self.tags, author=author, origin=Origin.PERSON if person else Origin.AGENT,
            act=Act.TYPED if person else Act.NONE, session=self.session, agent=self.client,
            cites=self.sources,
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Reach:
    """Who a memory is for: its scope, and the project that it belongs to; None: no project."""

    scope: str
    project: UUID | None = None
    name: str = ""


def checked_scope(claim: TeamClaim) -> str:
    """The scope of a claim. Raises UsageError for one that isn't kept here, or that goes with no repository."""
    scope = claim.scope.strip().lower() or TEAM
    if scope not in SCOPES:
        raise UsageError(
            f"scope {claim.scope[:40]!r} isn't kept on a team's server. There are: {', '.join(SCOPES)}; project and "
            "user stay in your own home."
        )
    if scope == GLOBAL and (claim.repo or claim.sources):
        raise UsageError(
            "A memory of scope global belongs to no project: every team sees it once it is accepted. Leave repo and "
            "sources out, or use scope team."
        )
    return scope


def places_alone(text: str) -> str:
    """A text of the same length whose addresses as answers print them, `path:lines @ commit`, have no commit."""
    return _PRINTED.sub(lambda match: match[1] + " " * len(match[2]), text)


def key_digest(member: UUID, key: str) -> bytes | None:
    """What is kept of an idempotency key of a member; None without one."""
    return hashlib.sha256(member.bytes + key.encode("utf-8", "replace")).digest() if key else None


def lock_number(*parts: object) -> int:
    """The number of the lock under which what some parts name is written, as PostgreSQL takes it."""
    text = "\0".join(map(str, parts)).encode("utf-8", "replace")
    return int.from_bytes(hashlib.blake2b(text, digest_size=8).digest(), "big", signed=True)
