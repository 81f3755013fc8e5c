"""Reads JSON from a forge's API: over https at the address that was checked, read-only, within narrow bounds.

The token goes to the one host that the user named, and into no message. A redirect is followed on that host alone.
"""

import json
import time
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from http.client import HTTPException, HTTPResponse
from typing import Any, Final, NoReturn
from urllib.parse import urlencode

from scrubjay.errors import ForgeRefuses, ForgeUnreadable, ForgeWaits, LinkRefused
from scrubjay.model.clock import Clock, iso, system_clock
from scrubjay.model.frozen import dataclass
from scrubjay.model.pattern import pattern
from scrubjay.privacy.secrets.masking import mask
from scrubjay_forges.addresses import Allowed, PinnedConnection, Resolve, addresses, checked_address, is_public
from scrubjay_forges.forges.limits import GOES_ON, SECONDARY, origin, path_below_host, pause, redirected

MOST_BYTES: Final = 32 * 1024 * 1024
TRIES: Final = 3
SECONDS: Final = 60.0
"""For one answer."""

NAP: Final = 10.0
"""Seconds of sleep after which it is asked again whether to go on."""

MOST_REQUESTS: Final = 20_000
"""Of one run: a forge that never comes to an end is left for an hour."""

REDIRECTS: Final = 3
MOVED: Final = frozenset({301, 302, 307, 308})
RETRYABLE: Final = frozenset({408, 500, 502, 503, 504})
ANSWERS: Final = frozenset({200, 301, 304, 404, 410})
"""Statuses that a caller gets: the others are errors."""

_ETAG: Final = pattern(r'(?:W/)?"[!#-~]{0,190}"')


@dataclass(frozen=True, slots=True)
class ForgeReply:
    """An answer: its status, headers by names in lower case, and its JSON; None for anything but 200."""

    status: int
    headers: Mapping[str, str]
    data: Any = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Network:
    """How a client reaches the network; tests name another one. `secure` off leaves TLS out, for a test's server.

    `timer` counts the seconds of an answer; at least each `wait` of them it is asked whether to go on.
    """

    resolve: Resolve = addresses
    allowed: Allowed = is_public
    secure: bool = True
    sleep: Callable[[float], None] = time.sleep
    clock: Clock = system_clock
    timer: Callable[[], float] = time.monotonic
    wait: float = 0.5


class ForgeFails(ForgeUnreadable):
    """One request fails, or its answer can't be read; another request may succeed."""


class ForgeForbids(ForgeRefuses):
    """The token may not read one address; it may read others."""


class AnswerTooLong(ForgeFails):
    """An answer is larger than what is read; one with fewer items may be small enough."""


class _Broken(Exception):
    """An answer that came in part, or is no JSON: the same request may succeed."""


class ForgeClient:
    """Reads addresses below one address. `headers` are the forge's own, with the token; its connection stays open."""

    def __init__(self, address: str, headers: Mapping[str, str], network: Network, most: int = MOST_REQUESTS) -> None:
        found = origin(address)
        if found is None or found[0] != "https":
            raise ForgeUnreadable(
                "A forge is read over https only, at an address in ASCII. See `forges` in config.yaml, and there `api`."
            )
        self.host = found[1]
        self._origin = found
        self._base = address.rstrip("/")
        self._headers = {"User-Agent": "scrubjay", "Accept-Encoding": "identity", **headers}
        self._network = network
        self._most = most
        self._connection: PinnedConnection | None = None
        self._renamed: dict[str, str] = {}
        self._paused: datetime | None = None
        self._failing = False
        self._until = 0.0
        self._go_on: Callable[[], None] = lambda: None
        self.requests = 0

    def get(
        self, path: str, params: Mapping[str, str | int] | None = None, *, etag: str = "", follow: bool = True
    ) -> ForgeReply:
        """Read one address. Raises ForgeUnreadable, ForgeRefuses, ForgeWaits; ForgeFails where another may succeed.

        With `etag` the answer may be 304, without `follow` 301. A repository that was renamed is followed on its host.
        After a request that failed others are tried once, until one succeeds.
        """
        url = self._base + path + (f"?{urlencode(params)}" if params else "")
        for old, new in self._renamed.items():
            if url.startswith((f"{old}/", f"{old}?")):
                url = new + url[len(old) :]
        for _ in range(REDIRECTS + 1):
            reply = self._reply_with_retries(url, {"If-None-Match": etag} if _etag(etag) else {})
            if reply.status not in MOVED or not follow:
                return self._checked(reply)
            target = redirected(url, reply.headers.get("location", ""))
            if target is None or origin(target) != self._origin:
                raise ForgeRefuses(f"{self.host} redirects to another address, which is not followed.")
            self._remember(url, target)
            url = target
        raise ForgeUnreadable(f"{self.host} redirects more than {REDIRECTS} times.")

    def ask_while_waiting(self, go_on: Callable[[], None]) -> None:
        """Call `go_on` again and again while an answer is waited for; what it raises ends the request."""
        self._go_on = go_on

    def close(self) -> None:
        """Close the connection."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _reply_with_retries(self, url: str, headers: Mapping[str, str]) -> ForgeReply:
        """The answer to a request, tried again where it fails. Raises ForgeUnreadable, ForgeFails, ForgeWaits."""
        why, tries, reached = "", 1 if self._failing else TRIES, False
        for number in range(tries):
            if number:
                self._sleep(4.0 ** (number - 1))
            if self._paused is not None and self._paused > self._network.clock():
                self._raise_wait(self._paused)
            if self.requests >= self._most:
                self._raise_wait(self._network.clock() + timedelta(hours=1))
            try:
                reply, message = self._reply_once(url, headers)
            except LinkRefused as error:
                raise ForgeRefuses(f"{self.host} leads to a private address, which is not opened.") from error
            except (OSError, HTTPException, ValueError, _Broken) as error:
                reached = self._connection is not None
                self.close()
                why = str(error) if isinstance(error, _Broken) else f"no answer ({type(error).__name__})"
                continue
            except Exception:
                self.close()
                raise
            reached, now = True, self._network.clock()
            self._paused = pause(reply.status, reply.headers, message, now)
            if reply.status == 503 and self._paused is not None and self._paused <= now + SECONDARY:
                self._sleep((self._paused - now).total_seconds())
                self._paused = None
            if reply.status >= 400 and self._paused is not None:
                self._raise_wait(self._paused)
            if reply.status not in RETRYABLE:
                self._failing = False
                return reply
            why = f"HTTP {reply.status}"
        self._failing = True
        times = f"{tries} times" if tries > 1 else "again"
        message = f"{self.host} could not be read: {why}, {times}. {GOES_ON}"
        raise ForgeFails(message) if reached else ForgeUnreadable(message)

    def _raise_wait(self, until: datetime) -> NoReturn:
        """Raises ForgeWaits: the forge isn't asked before a time."""
        moment = iso(until + timedelta(seconds=1))
        raise ForgeWaits(f"{self.host} is not asked before {moment[:16].replace('T', ' ')} UTC. {GOES_ON}", moment)

    def _reply_once(self, url: str, headers: Mapping[str, str]) -> tuple[ForgeReply, str]:
        """The answer to a request that is made once, and the message of an error in it."""
        self._until = self._network.timer() + SECONDS
        if self._connection is None:
            _, host, port = self._origin
            address = checked_address(host, port, self._network.resolve, self._network.allowed)
            connection = PinnedConnection(
                host, port, address, self._left, secure=self._network.secure, wait=self._network.wait
            )
            connection.connect()
            self._connection = connection
        self.requests += 1
        self._connection.request("GET", path_below_host(url), headers={**self._headers, **headers})
        with self._connection.getresponse() as response:
            data = self._read(response)
            found = {name.lower(): value for name, value in response.getheaders()}
            found["etag"] = _etag(found.get("etag", ""))
            if response.will_close:
                self.close()
        if response.status == 200:
            return ForgeReply(200, found, _json(data)), ""
        return ForgeReply(response.status, found), data[:1000].decode("utf-8", "replace")

    def _left(self) -> float:
        """The seconds that are left to wait for an answer."""
        self._go_on()
        left = self._until - self._network.timer()
        if left <= 0:
            raise _Broken(f"more than {SECONDS:.0f} s for one answer")
        return left

    def _sleep(self, seconds: float) -> None:
        """Wait some seconds, and ask all the while whether to go on."""
        while seconds > 0:
            self._go_on()
            self._network.sleep(min(seconds, NAP))
            seconds -= NAP

    def _read(self, response: HTTPResponse) -> bytes:
        """The whole body of a response. Raises AnswerTooLong."""
        expected, pieces, size = response.length, list[bytes](), 0
        if expected is not None and expected > MOST_BYTES:
            self._raise_too_long()
        while piece := response.read1(65_536):
            pieces.append(piece)
            size += len(piece)
            if size > MOST_BYTES:
                self._raise_too_long()
        if expected is not None and size < expected:
            raise _Broken("an answer that ends too early")
        return b"".join(pieces)

    def _raise_too_long(self) -> NoReturn:
        """Close the connection, and raise AnswerTooLong."""
        self.close()
        self._failing = False
        raise AnswerTooLong(f"{self.host} sent more than {MOST_BYTES // 1024 // 1024} MB, which is not read.")

    def _checked(self, reply: ForgeReply) -> ForgeReply:
        """The answer, if its status is one that is understood. Raises ForgeRefuses, ForgeForbids, ForgeFails."""
        if reply.status in ANSWERS or reply.status in MOVED:
            return reply
        if reply.status == 401:
            raise ForgeRefuses(
                f"{self.host} doesn't take the token. Make another one, and see `forges` in config.yaml."
            )
        if reply.status == 403:
            raise ForgeForbids(f"{self.host} doesn't allow this with the token: it must read issues and pull requests.")
        raise ForgeFails(f"{self.host} answers HTTP {reply.status}, which is not understood.")

    def _remember(self, url: str, target: str) -> None:
        """Keep where a repository moved to, so that its next pages are asked for there."""
        old, new = url.partition("?")[0], target.partition("?")[0]
        same = 0
        while same < min(len(old), len(new)) and old[-1 - same] == new[-1 - same]:
            same += 1
        cut = old.find("/", len(old) - same)
        if cut < 0:
            self._renamed[old] = new
        elif cut > len(self._base) and old != new:
            self._renamed[old[:cut]] = new[: len(new) - (len(old) - cut)]


def _etag(header: str) -> str:
    """An answer's ETag; empty if it is malformed or may hold a secret, because it is stored."""
    return header if _ETAG.fullmatch(header) and mask(header).text == header else ""


def _json(data: bytes) -> Any:
    """The value of a JSON text. Raises _Broken for any other text."""
    try:
        return json.loads(data)
    except (ValueError, RecursionError) as error:
        raise _Broken("an answer that is no JSON") from error
