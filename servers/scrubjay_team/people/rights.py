"""What a role allows a token: decided here, and once more by the database in each transaction."""

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, get_args

from scrubjay.errors import UsageError
from scrubjay_team.errors import NotGranted
from scrubjay_team.people.values import MemberRole, TokenScope

if TYPE_CHECKING:
    from scrubjay_team.database.connecting import TeamCaller

ROLES: Final[tuple[MemberRole, ...]] = get_args(MemberRole)
SCOPES: Final[tuple[TokenScope, ...]] = get_args(TokenScope)

ROLE_MEANS: Final[Mapping[MemberRole, str]] = MappingProxyType(
    {
        "reader": "searches",
        "writer": "stores memories as well, says that they are so, and hands work over",
        "reviewer": "decides as well on memories that wait, and reads what became of them",
        "owner": "looks after members, repositories and tokens as well",
    }
)
"""What a role adds to the one before it, in words: the same in pages, commands and guides."""

SCOPE_MEANS: Final[Mapping[TokenScope, str]] = MappingProxyType(
    {
        "search": "search and read the repositories and memories that you may",
        "remember": "store memories in your name, change and forget your own",
        "handoff": "leave work for others and take it up, in your name",
        "export": "take out all that you may read, at once",
    }
)
"""What a scope lets a program do, in words: the same in pages, commands and guides."""

_ALLOWED: Final[Mapping[str, frozenset[TokenScope]]] = MappingProxyType(
    {role: frozenset[TokenScope](SCOPES if role != "reader" else ("search",)) for role in ROLES}
)


def scopes_of(role: str) -> frozenset[TokenScope]:
    """The scopes that count for a member of this role: a reader searches, and that is all; an unknown role: none."""
    return _ALLOWED.get(role, frozenset())


def held(role: str, scopes: Iterable[str]) -> tuple[TokenScope, ...]:
    """Those of a token's scopes that count while its member has this role, in their usual order; both as stored."""
    asked = frozenset(scopes)
    return tuple(scope for scope in SCOPES if scope in asked & scopes_of(role))


def checked_role(role: str) -> MemberRole:
    """The role, if it is one. Raises UsageError."""
    for known in ROLES:
        if role == known:
            return known
    raise UsageError(f"There is no role {role[:40]!r}. Roles: {', '.join(ROLES)}.")


def checked_scopes(scopes: Iterable[str], role: MemberRole) -> tuple[TokenScope, ...]:
    """The scopes of a new token, each once. Raises UsageError for none, an unknown one, and one above the role."""
    asked = frozenset(scopes)
    if unknown := sorted(asked.difference(SCOPES)):
        raise UsageError(f"There is no scope {unknown[0][:40]!r}. Scopes: {', '.join(SCOPES)}.")
    if not asked:
        raise UsageError(f"A token needs a scope. Scopes: {', '.join(SCOPES)}.")
    chosen = tuple(scope for scope in SCOPES if scope in asked)
    if above := [scope for scope in chosen if scope not in scopes_of(role)]:
        raise UsageError(
            f"A {role}'s token may not {above[0]}: it may {', '.join(sorted(scopes_of(role)))}. "
            "An owner may change the role: `scrubjay team member role NAME writer`."
        )
    return chosen


def require_person(caller: "TeamCaller", address: str = "") -> None:
    """Raise NotGranted unless a caller is a person in their browser; `address` is that of the server, where known."""
    if not caller.person:
        where = f": {address}/sign-in" if address else ", at the address /sign-in"
        raise NotGranted(f"This needs a person who is signed in on the server's page{where}. No token can do it.")
