"""Somebody leaves a team: removed, what was theirs handed over, and their name erased.

Over a transaction of the server's owner, or of a person who is an owner of the team: the database looks who asks, and
the same statements serve both. What a member wrote stays, under their name, until that is erased.
"""

from datetime import datetime
from typing import TYPE_CHECKING, Final, Self
from uuid import UUID

from scrubjay.errors import NotFound, UsageError
from scrubjay.model.clock import Clock
from scrubjay.model.frozen import dataclass, from_row
from scrubjay_team.database.queries import load
from scrubjay_team.errors import NotGranted
from scrubjay_team.people.names import likeness
from scrubjay_team.people.rights import require_person
from scrubjay_team.people.values import MemberRole

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from scrubjay_team.database.connecting import Connection, Entered

Q = load(__package__)

SHOWN: Final = 5
"""Names that an error lists."""

TO_TEAM: Final = "team"
"""The receiver that stands for every writer of the team."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EverMember:
    """Somebody who is in a team or was; `called` is how their words are signed."""

    id: UUID
    team: UUID
    name: str
    role: MemberRole
    created_at: datetime
    removed_at: datetime | None
    erased_at: datetime | None
    called: str


@dataclass(frozen=True, slots=True)
class OpenWork:
    """What a member has that could be handed over: open handoffs, and memories that they chose."""

    handoffs: int
    memories: int


@dataclass(frozen=True, slots=True, kw_only=True)
class GivenOver:
    """What was handed over by `giver`; `stayed`: what the receiver isn't granted."""

    giver: EverMember
    receiver: str
    handoffs: int
    memories: int
    stayed: int


@dataclass(frozen=True, slots=True)
class ErasedMember:
    """The name that is gone, the one that stands instead, and in how many memories the old one occurs."""

    old: str
    new: str
    naming: int


class Leaving:
    """Those who leave one team. `connection` is the owner's, or that of a person who is an owner; `clock` gives UTC."""

    def __init__(self, connection: "Connection", clock: Clock, team: UUID) -> None:
        self._connection = connection
        self._clock = clock
        self._team = team

    @classmethod
    def by(cls, entered: "Entered", clock: Clock) -> Self:
        """Those of a person's own team. Raises NotGranted unless they are an owner of it, in their browser."""
        require_person(entered.caller)
        if entered.caller.role != "owner":
            raise NotGranted(
                f"You are a {entered.caller.role} of team {entered.caller.team_name}, and this needs the role owner. "
                "Nothing was changed."
            )
        return cls(entered.connection, clock, entered.caller.team)

    def everybody(self) -> tuple[EverMember, ...]:
        """All who are or were in the team, those who are in it first."""
        rows = self._connection.execute(Q.everybody, {"team": self._team})
        return tuple(from_row(EverMember, row) for row in rows)

    def open_work(self, name: str) -> OpenWork:
        """What a member has that could be handed over. Raises NotFound, UsageError."""
        row = self._asked(Q.to_hand_over, self._any(name))
        return OpenWork(row["handoffs"], row["memories"])

    def remove(self, name: str) -> EverMember:
        """Take a member out of the team: tokens, sessions, grants and leases end with this transaction.

        What they wrote stays. Raises NotFound, and UsageError where the team would be left without an owner.
        """
        member = self._present(name)
        refused = self._asked(Q.remove_member, member)["refused"]
        if refused == "last_owner":
            raise UsageError(
                f"{member.name} is the last owner of the team, so they can't be removed. "
                "Make another one first: `scrubjay team member role NAME owner`."
            )
        _refuse(refused, name)
        return member

    def hand_over(self, name: str, to: str) -> GivenOver:
        """Give a member's open handoffs, and the memories that they chose, to another one or to TO_TEAM.

        Whose words it is stays; the receiver may change them from now on. What the receiver isn't granted stays. Raises
        NotFound, and UsageError for a receiver who can't take anything.
        """
        giver, receiver = self._any(name), None if to == TO_TEAM else self._present(to)
        row = self._asked(Q.hand_over, giver, receiver=receiver.id if receiver else None)
        if row["refused"] == "receiver":
            raise UsageError(
                f"{to} can't take what was {giver.name}'s: it needs another member, who is a writer at least. "
                f"See `scrubjay team member list`, or hand it to everybody: --to {TO_TEAM}."
            )
        _refuse(row["refused"], name)
        counts = {what: row[what] for what in ("handoffs", "memories", "stayed")}
        return GivenOver(giver=giver, receiver=receiver.name if receiver else TO_TEAM, **counts)

    def erase(self, name: str) -> ErasedMember:
        """Let "former member N" stand wherever a member who left is named. It can't be undone.

        Words that somebody wrote aren't searched; those of memories that hold the name are counted. Raises NotFound,
        and UsageError for a member who is still there.
        """
        member = self._left(name)
        row = self._asked(Q.erase_member, member)
        _refuse(row["refused"], name)
        return ErasedMember(member.name, row["name"], row["naming"])

    def _asked(self, statement: str, member: EverMember, **more: object) -> "Mapping[str, Any]":
        row = self._connection.execute(statement, {"member": member.id, "now": self._clock(), **more}).fetchone()
        if row is None:
            raise NotFound(f"The team has no member {member.name!r}. `scrubjay team member list` shows all.")
        return row

    def _present(self, name: str) -> EverMember:
        """The member of a name. Raises NotFound."""
        found = [one for one in self._named(name) if one.removed_at is None]
        if not found:
            raise NotFound(f"The team has no member {name[:60]!r}. `scrubjay team member list` shows all.")
        return found[0]

    def _left(self, name: str) -> EverMember:
        """The member of a name who left and has one. Raises NotFound, UsageError."""
        named = self._named(name)
        found = [one for one in named if one.removed_at is not None and one.erased_at is None]
        if len(found) > 1:
            raise UsageError(f"Several of this name left. Name one: {', '.join(one.called for one in found[:SHOWN])}.")
        if found:
            return found[0]
        if any(one.removed_at is None for one in named):
            raise UsageError(
                f"{name[:60]} is a member of the team. Nothing was changed. Take them out first: "
                "`scrubjay team member remove NAME`."
            )
        raise NotFound(
            f"The team has and had no member {name[:60]!r}, or the name was erased already. See `scrubjay team "
            "member list`."
        )

    def _any(self, name: str) -> EverMember:
        """The member of a name, or else the one of it who left. Raises NotFound, UsageError."""
        present = [one for one in self._named(name) if one.removed_at is None]
        return present[0] if present else self._left(name)

    def _named(self, name: str) -> list[EverMember]:
        wanted = likeness(name.strip())
        return [one for one in self.everybody() if wanted in (likeness(one.name), likeness(one.called))]


def _refuse(refused: str, name: str) -> None:
    """Raise NotFound where the database let nothing be done: it isn't theirs to do, or somebody did it meanwhile."""
    if refused:
        raise NotFound(
            f"{name[:60]} is no member that this can be done to now ({refused}). Nothing was changed. See `scrubjay "
            "team member list`."
        )
