"""Personal access tokens of a team's members: made, listed with their last use, revoked."""

from collections.abc import Collection, Iterable
from datetime import timedelta
from typing import TYPE_CHECKING
from uuid import uuid4

from scrubjay.errors import LimitExceeded, NotFound, UsageError
from scrubjay.model.clock import Clock
from scrubjay.model.frozen import dataclass, from_row, replace
from scrubjay_team.database.queries import load
from scrubjay_team.people.members import Members
from scrubjay_team.people.names import checked_name, likeness
from scrubjay_team.people.projects import Projects
from scrubjay_team.people.rights import checked_scopes
from scrubjay_team.people.secret import new_token
from scrubjay_team.people.values import MOST_TOKEN_DAYS, MOST_TOKENS, TOKEN_DAYS, AccessToken, Member, Team, TeamProject

if TYPE_CHECKING:
    from psycopg.rows import DictRow

    from scrubjay_team.database.connecting import Connection

Q = load(__package__)


@dataclass(frozen=True, slots=True)
class TokenRequest:
    """A token as it is asked for: its own name (empty: one is chosen), scopes, days, and repositories (none: all)."""

    name: str = ""
    scopes: tuple[str, ...] = ("search",)
    days: int = TOKEN_DAYS
    projects: tuple[str, ...] = ()


class AccessTokens:
    """The tokens of one team, over a transaction of the owner's role. `clock` gives UTC."""

    def __init__(self, connection: "Connection", clock: Clock, team: Team) -> None:
        self._connection = connection
        self._clock = clock
        self._team = team
        self._members = Members(connection, clock, team)

    def all(self, member: str = "") -> tuple[AccessToken, ...]:
        """Every token of present members, or of one of them: by member, the oldest first. Raises NotFound."""
        whose = self._members.found(member).id if member else None
        rows = self._connection.execute(Q.tokens, {"team": self._team.id})
        return tuple(_token(row) for row in rows if whose in (None, row["member"]))

    def create(self, member: str, request: TokenRequest) -> tuple[AccessToken, str]:
        """Make a token for a member; returns its text as well, which is kept nowhere.

        Raises NotFound; UsageError for a name that is bad or taken, a scope above the member's role, days out of
        bounds, or a repository that the member isn't granted; and LimitExceeded.
        """
        if not 1 <= request.days <= MOST_TOKEN_DAYS:
            raise UsageError(f"A token is valid for 1 to {MOST_TOKEN_DAYS} days; {request.days:,} were asked for.")
        self._members.hold()
        owner = self._members.found(member)
        scopes = checked_scopes(request.scopes, owner.role)
        projects = self._granted(owner, request.projects)
        now = self._clock()
        name = self._free_name(owner, request.name)
        text, digest = new_token()
        made = AccessToken(
            id=uuid4(), member=owner.id, member_name=owner.name, role=owner.role, name=name, scopes=scopes,
            projects=tuple(one.name for one in projects) or None, created_at=now,
            expires_at=now + timedelta(days=request.days), last_used_at=None, revoked_at=None,
        )  # fmt: skip
        self._connection.execute(
            Q.add_token,
            {"id": made.id, "team": self._team.id, "member": owner.id, "name": name, "digest": digest,
             "scopes": list(scopes), "projects": [one.id for one in projects] or None, "now": now,
             "expires_at": made.expires_at},
        )  # fmt: skip
        return made, text

    def revoke(self, member: str, name: str) -> AccessToken:
        """End a member's token, from the next call on. Raises NotFound."""
        for token in self._valid(self._members.found(member)):
            if likeness(token.name) == likeness(name.strip()):
                return self.end(token)
        raise NotFound(f"{member[:60]} has no valid token {name[:60]!r}. See `scrubjay team token list`.")

    def end(self, token: AccessToken) -> AccessToken:
        """End a token that was found here, from the next call on; one that ended stays as it is."""
        if token.revoked_at is not None:
            return token
        now = self._clock()
        self._connection.execute(Q.revoke_token, {"id": token.id, "now": now})
        return replace(token, revoked_at=now)

    def _valid(self, member: Member) -> list[AccessToken]:
        now = self._clock()
        return [one for one in self.all(member.name) if one.revoked_at is None and one.expires_at > now]

    def _free_name(self, member: Member, asked: str) -> str:
        """The name of a new token, free among the member's valid ones. Raises UsageError and LimitExceeded."""
        valid = self._valid(member)
        if len(valid) >= MOST_TOKENS:
            raise LimitExceeded(
                f"{member.name} has {MOST_TOKENS} valid tokens, and nobody may have more. "
                "Revoke one: `scrubjay team token revoke MEMBER TOKEN`."
            )
        taken = {likeness(one.name) for one in valid}
        if not asked:
            return _numbered(taken)
        name = checked_name(asked, "a token")
        if likeness(name) in taken:
            raise UsageError(f"{member.name} has a token {name!r} already. Take another name, or revoke that one.")
        return name

    def _granted(self, member: Member, names: Iterable[str]) -> tuple[TeamProject, ...]:
        """The repositories of these names, each of which the member is granted. Raises NotFound and UsageError."""
        projects = Projects(self._connection, self._clock, self._team)
        found = {one.id: one for one in map(projects.found, names)}
        for one in found.values():
            if not (one.open or member.name in one.members):
                raise UsageError(
                    f"{member.name} isn't granted {one.name}. An owner may: "
                    f"`scrubjay team repository grant {one.name} MEMBER`."
                )
        return tuple(found.values())


def _numbered(taken: Collection[str]) -> str:
    return next(name for number in range(1, MOST_TOKENS + 2) if (name := f"token {number}") not in taken)


def _token(row: "DictRow") -> AccessToken:
    names = row["projects"]
    return from_row(AccessToken, row, scopes=tuple(row["scopes"]), projects=None if names is None else tuple(names))
