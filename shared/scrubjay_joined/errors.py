"""The errors of a membership, beside those of the core: no membership, no answer, another server, a refused call.

None of them holds the token.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from scrubjay.errors import ScrubjayError


class NotJoined(ScrubjayError):
    """This home is in no team. A person joins one: `scrubjay team join URL`."""

    exit_code = 3


class AlreadyJoined(ScrubjayError):
    """This home is in a team already. `scrubjay team leave` takes it out, then join again."""

    exit_code = 2


class NotATeamServer(ScrubjayError):
    """What answers at this address is no team's server of scrubjay. Ask an owner of the team for the address."""

    exit_code = 2


class TeamMoved(ScrubjayError):
    """Another server answers at the team's address than the one that was joined. Leave, and join again."""

    exit_code = 4


class NotDeclared(ScrubjayError):
    """Something would have gone to the team's server that nobody was told of, so nothing went. Report it."""


class TeamAway(ScrubjayError):
    """The team's server doesn't answer: no connection, too late, or an error of its own.

    `since` is in UTC, `why` says what was seen. `sent`: the call may have reached it; else nothing was done there.
    """

    exit_code = 4

    def __init__(self, url: str, why: str, since: datetime, *, sent: bool = True) -> None:
        super().__init__(
            f"The team's server {url} doesn't answer ({why}), since {since:%Y-%m-%d %H:%M} UTC. "
            "`scrubjay team status` looks again."
        )
        self.url, self.why, self.since, self.sent = url, why, since, sent


class TeamRefusedCall(ScrubjayError):
    """The team's server refused a call. `code` is its word for why, `said` its whole answer, both from outside."""

    def __init__(self, url: str, status: int, code: str, message: str, said: Mapping[str, Any]) -> None:
        super().__init__(f"The team's server {url} refused (HTTP {status}{f', {code}' if code else ''}): {message}")
        self.status, self.code, self.message, self.said = status, code, message, said


class WriteLost(ScrubjayError):
    """The team's server didn't answer a write. Nothing waits here to be sent: say it again once it answers."""

    exit_code = 4
