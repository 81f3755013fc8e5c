"""Whom a token stands for, as a team's server tells it: checked, since it comes from outside."""

import time
from collections.abc import Mapping
from contextlib import suppress
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final

from scrubjay.model.frozen import dataclass
from scrubjay.model.visible import visible
from scrubjay_joined.errors import NotATeamServer, TeamRefusedCall

if TYPE_CHECKING:
    from scrubjay.model.clock import Clock
    from scrubjay_joined.client import TeamClient

_LONGEST: Final = 200
_MOST: Final = 1_000


@dataclass(frozen=True, slots=True, kw_only=True)
class AccountThere:
    """A member at a server: the server's id, the team, the member's name and role, the token's scopes, what is granted.

    `ahead_s` is how far this machine's clock is ahead of the server's, None where that said nothing; `took_s` how long
    the answer took. Both are in seconds.
    """

    server: str
    team: str
    member: str
    role: str
    scopes: tuple[str, ...]
    projects: tuple[str, ...]
    ahead_s: float | None
    took_s: float

    @classmethod
    def ask(cls, client: "TeamClient", clock: "Clock") -> "AccountThere":
        """Ask a server. Raises what the client does, and NotATeamServer for what no server of scrubjay says."""
        began, at = time.monotonic(), clock()
        try:
            said = client.get("/me")
        except TeamRefusedCall as refused:
            if refused.status == 404:
                raise _no_server(client.url) from None
            raise
        took = time.monotonic() - began
        member = said.get("member")
        found = cls(
            server=_text(said, "server"), team=_text(said.get("team"), "name"), member=_text(member, "name"),
            role=_text(member, "role"), scopes=tuple(_words(said.get("scopes"))),
            projects=tuple(_text(one, "name") for one in _listed(said.get("projects"))),
            ahead_s=_ahead(at, took, said.get("now")), took_s=took,
        )  # fmt: skip
        if not (found.server and found.team and found.member and found.role):
            raise _no_server(client.url)
        return found


def _no_server(url: str) -> NotATeamServer:
    return NotATeamServer(f"{url} answers, but not as a team's server of scrubjay. Ask an owner for its address.")


def _ahead(at: datetime, took_s: float, now: object) -> float | None:
    """How far a clock that showed `at` is ahead of one that showed `now` in the middle of an exchange, in seconds."""
    with suppress(ValueError):
        there = datetime.fromisoformat(now) if isinstance(now, str) else None
        if there and there.tzinfo:
            return round((at - there.astimezone(UTC)).total_seconds() + took_s / 2, 1)
    return None


def _text(value: Any, name: str) -> str:
    found = value.get(name) if isinstance(value, Mapping) else None
    return visible(found)[:_LONGEST] if isinstance(found, str) else ""


def _listed(value: Any) -> list[Any]:
    return value[:_MOST] if isinstance(value, list) else []


def _words(value: Any) -> list[str]:
    return [visible(one)[:_LONGEST] for one in _listed(value) if isinstance(one, str)]
