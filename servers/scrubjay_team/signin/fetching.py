"""Asks an identity provider: over TLS (or on this machine), within bounds of size and time, and never elsewhere."""

import json
from collections.abc import Mapping
from http.client import HTTPException
from typing import Any, Final
from urllib.parse import urlencode, urlsplit

from scrubjay import __version__
from scrubjay.extensions.kinds.identity import ProviderAway
from scrubjay.model.frozen import dataclass
from scrubjay_joined.address import is_private
from scrubjay_joined.connecting import Connections, HttpAnswer

MOST_BYTES: Final = 256 * 1024
"""Bytes of a document, a set of keys or an answer."""

ANSWER_S: Final = 8.0
"""Seconds for one, whichever part of it drips."""

LONGEST: Final = 2_000
"""Characters of an address."""


@dataclass(frozen=True, slots=True)
class ProviderReply:
    """What a provider answers: a status of HTTP, and the object of its JSON (empty where it is none)."""

    status: int
    data: Mapping[str, Any]


class ProviderHttp:
    """Asks the addresses of one provider. Thread-safe; `timeout_s` is for one exchange as a whole."""

    def __init__(self, timeout_s: float = ANSWER_S) -> None:
        self._timeout_s = timeout_s

    def get(self, url: str, headers: Mapping[str, str] | None = None) -> ProviderReply:
        """What stands at an address. Raises ProviderAway."""
        return self._ask("GET", url, headers or {}, None)

    def post(self, url: str, form: Mapping[str, str], headers: Mapping[str, str]) -> ProviderReply:
        """The answer to a form. Raises ProviderAway."""
        typed = {"Content-Type": "application/x-www-form-urlencoded", **headers}
        return self._ask("POST", url, typed, urlencode(form).encode())

    def _ask(self, method: str, url: str, headers: Mapping[str, str], body: bytes | None) -> ProviderReply:
        parts = urlsplit(url)
        path = f"{parts.path or '/'}{f'?{parts.query}' if parts.query else ''}"
        told = {"Accept": "application/json", "User-Agent": f"scrubjay/{__version__}", **headers}
        connections = Connections(f"{parts.scheme}://{parts.netloc}")
        try:
            answer = connections.ask(method, path, told, body, timeout_s=self._timeout_s, most=MOST_BYTES)
        except (OSError, HTTPException, UnicodeError) as error:
            raise ProviderAway(f"{parts.hostname} doesn't answer ({type(error).__name__}). {_AGAIN}") from None
        finally:
            connections.close()
        return _read(parts.hostname or "", answer)


_AGAIN: Final = "Try again in a minute; the owner of the server looks at `team.oidc` in config.yaml."


def checked_endpoint(url: object, what: str, *, plain: bool) -> str:
    """An address of a provider's document: https; on this machine http too, if `plain`. Raises ProviderAway."""
    text = url if isinstance(url, str) else ""
    try:
        parts = urlsplit(text)
        _ = parts.port
    except ValueError:
        text, parts = "", urlsplit("")
    good = (
        0 < len(text) <= LONGEST and text.isascii() and text.isprintable() and not set(text) & set(' \\"<>')
        and bool(parts.hostname) and "@" not in parts.netloc and not parts.fragment
        and (parts.scheme == "https" or (plain and parts.scheme == "http" and is_private(text)))
    )  # fmt: skip
    if not good:
        raise ProviderAway(f"The identity provider's document has no usable {what}: it is no https address. {_AGAIN}")
    return text


def _read(host: str, answer: HttpAnswer) -> ProviderReply:
    """An answer's object. Raises ProviderAway for one that fails there, leads elsewhere or is too long."""
    if len(answer.body) > MOST_BYTES:
        raise ProviderAway(f"{host} answers with more than {MOST_BYTES // 1024} KB, which isn't read. {_AGAIN}")
    if answer.status >= 500 or 300 <= answer.status < 400 or answer.status == 429:
        raise ProviderAway(f"{host} answers HTTP {answer.status}, and nothing else was asked. {_AGAIN}")
    try:
        data = json.loads(answer.body)
    except (ValueError, RecursionError):
        data = None
    return ProviderReply(answer.status, data if isinstance(data, dict) else {})
