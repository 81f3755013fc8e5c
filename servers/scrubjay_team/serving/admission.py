"""Which requests are let in, by their heads and bodies alone: hosts, origins, tokens, sizes and nesting. Pure."""

import json
import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Final
from urllib.parse import unquote, urlsplit

from scrubjay.model.frozen import dataclass
from scrubjay.model.pattern import pattern
from scrubjay_serving.messages import MAX_DEPTH, is_deeper_than
from scrubjay_team.serving import refusals
from scrubjay_team.serving.refusals import HttpRefusal

if TYPE_CHECKING:
    from starlette.types import Scope

LOOPBACK: Final = ("127.0.0.1", "localhost", "[::1]")
MAX_BODY: Final = 4_000_000
"""Bytes of a body."""

MAX_TARGET: Final = 2_000
"""Characters of a path with its query."""

_TOKEN_LIKE: Final = pattern(
    r"sj_(?:pat|inv|ses|oat|ort|dev)_[0-9A-Za-z]{30}|(?:^|[?&;])(?:access_)?token=", re.IGNORECASE
)
"""What may be a secret in an address: long enough that no sealed cursor, which is random, holds one by chance."""
_BEARER: Final = pattern(r"bearer +([!-~]{1,200}) *", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class AllowedHosts:
    """The values of Host and Origin that are answered: loopback at any port, and the public address."""

    public: str = ""
    bound: str = ""
    scheme: str = "http"

    @classmethod
    def of(cls, host: str, url: str) -> "AllowedHosts":
        """The allowed hosts of a server that listens on `host` and is known as `url` (either may be empty)."""
        parts = urlsplit(url)
        bound = f"[{host}]" if ":" in host else host
        bound = "" if host in ("0.0.0.0", "::") else bound.lower()  # noqa: S104
        return cls(parts.netloc.rpartition("@")[2].lower(), bound, parts.scheme or "http")

    def has_host(self, host: str) -> bool:
        """Whether a Host header names this server."""
        host = host.lower()
        name, _, port = host.rpartition(":") if not host.endswith("]") and ":" in host else (host, "", "")
        if self.public and host in (self.public, f"{self.public}:443", f"{self.public}:80"):
            return True
        return (not port or port.isdecimal()) and name in (*LOOPBACK, self.bound)

    def has_origin(self, origin: str) -> bool:
        """Whether a page of an origin may call this server."""
        parts = urlsplit(origin)
        return parts.scheme in ("http", "https") and self.has_host(parts.netloc)

    def own_origin(self, host: str) -> str:
        """The origin of this server's own pages: the public address, else that by which a request came."""
        usual = {"https": ":443", "http": ":80"}.get(self.scheme, "")
        return f"{self.scheme}://{(self.public or host.lower()).removesuffix(usual)}"

    def patterns(self) -> tuple[list[str], list[str]]:
        """The same as the SDK takes it: hosts and origins, with `:*` for any port."""
        names = list(filter(None, dict.fromkeys([*LOOPBACK, self.bound, self.public])))
        hosts = [each for name in names for each in (name, f"{name}:*")]
        return hosts, [f"{scheme}://{host}" for host in hosts for scheme in ("http", "https")]


def values(scope: "Scope", wanted: bytes) -> tuple[str, ...]:
    """All values of a header, whose name is in lower case."""
    return tuple(value.decode("latin-1") for name, value in scope["headers"] if name == wanted)


def head_objection(scope: "Scope", allowed: AllowedHosts, *, of_any_page: bool = False) -> HttpRefusal | None:
    """Why a request is refused by its head, before anybody is looked up; None where it isn't.

    `of_any_page`: pages of other sites may send it too.
    """
    hosts, origins = values(scope, b"host"), values(scope, b"origin")
    if len(hosts) != 1 or not _holds(allowed.has_host, hosts[0]):
        return refusals.BAD_HOST
    if len(origins) > 1 or not (of_any_page or all(_holds(allowed.has_origin, origin) for origin in origins)):
        return refusals.BAD_ORIGIN
    target = f"{scope['raw_path'].decode('latin-1')}?{scope['query_string'].decode('latin-1')}"
    if _TOKEN_LIKE.search(unquote(target)):
        return refusals.IN_ADDRESS
    if len(target) > MAX_TARGET:
        return refusals.UNREADABLE
    names = [name for name, _ in scope["headers"]]
    if names.count(b"content-length") > 1 or {b"content-length", b"transfer-encoding"} <= set(names):
        return refusals.UNREADABLE
    return None


def _holds(check: Callable[[str], bool], text: str) -> bool:
    """A check of a text that may be no address at all."""
    try:
        return check(text)
    except ValueError:
        return False


def bearer(scope: "Scope") -> str:
    """The token of a request; empty where there is not exactly one."""
    given = values(scope, b"authorization")
    match = _BEARER.fullmatch(given[0]) if len(given) == 1 else None
    return match[1] if match else ""


def body_objection(body: bytes) -> HttpRefusal | None:
    """Why a body is refused before the SDK reads it; None where it isn't."""
    if body.count(b"[") + body.count(b"{") > MAX_DEPTH and _opens_deeper(body):
        return refusals.TOO_DEEP
    try:
        value = json.loads(body.decode("utf-8"), parse_constant=_refused)
    except (ValueError, RecursionError):
        return refusals.NO_JSON
    if isinstance(value, list):
        return refusals.BATCH
    if not isinstance(value, dict):
        return refusals.NO_JSON
    id = value.get("id", 0)
    if "method" in value and (isinstance(id, bool) or not isinstance(id, (int, str))):
        return refusals.NO_ID
    return refusals.TOO_DEEP if is_deeper_than(value, MAX_DEPTH) else None


def _opens_deeper(body: bytes) -> bool:
    """Whether brackets outside of texts nest so deep that a parser shouldn't see them."""
    depth = 0
    for match in _BRACKETS.finditer(body):
        sign = match[0][:1]
        depth += sign in b"[{"
        depth -= sign in b"]}"
        if depth > MAX_DEPTH:
            return True
    return False


_BRACKETS: Final = pattern(rb'"(?:[^"\\]|\\.)*"|[\[\]{}]', re.DOTALL)


def _refused(name: str) -> None:
    raise ValueError(f"{name} is no JSON")


def content_type(scope: "Scope") -> str:
    """The media type of a request's body, without parameters."""
    return next(iter(values(scope, b"content-type")), "").partition(";")[0].strip().lower()
