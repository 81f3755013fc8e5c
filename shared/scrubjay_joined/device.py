"""The device flow (RFC 8628): a person lets this machine in on the server's page, by a code that they type there."""

import json
import platform
import time
from collections.abc import Callable, Mapping
from http.client import HTTPException
from typing import Any, Final
from urllib.parse import urlencode

from scrubjay import __version__
from scrubjay.errors import UsageError
from scrubjay.model.frozen import dataclass, field
from scrubjay.model.pattern import pattern
from scrubjay_joined.connecting import Connections
from scrubjay_joined.errors import NotATeamServer, NotDeclared
from scrubjay_joined.sent import undeclared

TIMEOUT_S: Final = 10.0
LONGEST_S: Final = 900.0
"""Seconds that a code is waited for at most, whatever a server says."""

SLOWER_S: Final = 5.0
_MOST_BYTES: Final = 65_536
_GRANT: Final = "urn:ietf:params:oauth:grant-type:device_code"
_CODE: Final = pattern(r"[A-Z0-9]{2,8}(?:-[A-Z0-9]{2,8}){0,3}")

_ENDS: Final[Mapping[str, str]] = {
    "access_denied": "You turned this machine away on the server's page, so nothing was changed.",
    "expired_token": "The code wasn't typed in time, so nothing was changed. Run `scrubjay team join` again.",
}


@dataclass(frozen=True, slots=True)
class WaitingCode:
    """A code that a person types on a server's page, where that is, and how the machine asks whether they did."""

    code: str
    page: str
    secret: str = field(repr=False)
    every_s: float
    ends_s: float


class DeviceFlow:
    """A machine that asks one server to let it in. `sleep` and `clock` are in seconds."""

    def __init__(
        self, url: str, sleep: Callable[[float], None] = time.sleep, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._url = url
        self._sleep = sleep
        self._clock = clock
        self._connections = Connections(url)

    def begin(self) -> WaitingCode:
        """Ask for a code, and tell the server this machine's name. Raises NotATeamServer, UsageError."""
        try:
            said = self._form("/oauth/device", {"client_id": "scrubjay", "machine": machine_name()})
        except (OSError, HTTPException) as error:
            raise UsageError(f"{self._url} doesn't answer ({str(error)[:100]}), so nothing was changed.") from None
        code, secret = said.get("user_code"), said.get("device_code")
        if not (isinstance(code, str) and _CODE.fullmatch(code) and isinstance(secret, str) and secret):
            raise NotATeamServer(
                f"{self._url} lets no machine in by a code. Ask an owner of the team for a token, and give it to "
                "`scrubjay team join`."
            )
        every, ends = _seconds(said.get("interval"), SLOWER_S), _seconds(said.get("expires_in"), LONGEST_S)
        return WaitingCode(code, f"{self._url}/device", secret, min(every, 60.0), self._clock() + min(ends, LONGEST_S))

    def token(self, waiting: WaitingCode) -> str:
        """Wait until a person has decided; the token. Raises UsageError where they said no, or nothing in time."""
        every = waiting.every_s
        while self._clock() + every < waiting.ends_s:
            self._sleep(every)
            try:
                said = self._form(
                    "/oauth/token", {"grant_type": _GRANT, "client_id": "scrubjay", "device_code": waiting.secret}
                )
            except (OSError, HTTPException):
                continue  # it is asked again until the code has ended
            if isinstance(token := said.get("access_token"), str) and token:
                return token
            why = said.get("error")
            if why in _ENDS:
                raise UsageError(_ENDS[str(why)])
            if why != "authorization_pending":
                every += SLOWER_S
        raise UsageError(_ENDS["expired_token"])

    def _form(self, path: str, fields: Mapping[str, str]) -> Mapping[str, Any]:
        """The object that a server answers to a form; empty for anything else. Raises OSError, HTTPException."""
        if unknown := undeclared(path, fields):
            raise NotDeclared(f"Nobody was told that this goes to a team's server: {', '.join(sorted(unknown))}.")
        headers = {
            "Accept": "application/json", "Content-Type": "application/x-www-form-urlencoded",
            "User-Agent": f"scrubjay/{__version__}",
        }  # fmt: skip
        body = urlencode(fields).encode("ascii")
        answer = self._connections.ask("POST", path, headers, body, timeout_s=TIMEOUT_S, most=_MOST_BYTES)
        try:
            said = json.loads(answer.body) if len(answer.body) <= _MOST_BYTES else None
        except (ValueError, RecursionError):
            said = None
        return said if isinstance(said, dict) else {}


def machine_name() -> str:
    """The name of this machine, as the server's page shows it; empty where it has none."""
    return platform.node().partition(".")[0][:60]


def _seconds(value: object, otherwise: float) -> float:
    """A number of seconds as a server says it; `otherwise` for what is none."""
    return float(value) if isinstance(value, int) and not isinstance(value, bool) and value > 0 else otherwise
