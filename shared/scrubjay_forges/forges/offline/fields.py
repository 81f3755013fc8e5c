"""Fields of an untrusted JSON object, each of the type that is needed and within limits; pure."""

import base64
import binascii
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from typing import Any, Final

from scrubjay.model.clock import iso
from scrubjay.model.pattern import pattern
from scrubjay_forges.discussions.keys import filed_key, unnumbered_key

MOST_TEXTS: Final = 20_000
"""Texts of one discussion that are read."""

MOST_NUMBER: Final = 1_000_000_000
LONGEST_TEXT: Final = 8_000_000
"""Characters of a body that are looked at; the store keeps less."""

Fields = Mapping[str, Any]

_PAGE = pattern(
    r"https?://(?P<host>[^/\s]+)/(?P<path>[^/\s]+(?:/[^/\s]+)+?)(?:/-)?/(?:issues|pulls?|merge_requests)/\d+"
)
_OLD_ID = pattern(r"\d{3}:[A-Za-z]+(\d+)")
_NUMBER_IN_URL = pattern(r"#(?:issuecomment|pullrequestreview|discussion_r)-?(\d+)\Z")


class BadItem(ValueError):
    """One discussion of a file is wrong, as the words say; it is skipped."""


def text(item: Fields, name: str) -> str:
    """A text, empty where there is none. Raises BadItem for anything else."""
    value = item.get(name)
    if value is None:
        return ""
    if not isinstance(value, str):
        raise BadItem(f"{name} is no text")
    return value[:LONGEST_TEXT]


def flag(item: Fields, name: str) -> bool:
    """Whether a field is true."""
    return item.get(name) is True


def number(item: Fields, name: str, *, least: int = 1) -> int:
    """A number within limits. Raises BadItem."""
    value = item.get(name)
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= MOST_NUMBER:
        raise BadItem(f"{name} is no number from {least} to {MOST_NUMBER}")
    return value


def line(item: Fields, name: str) -> int:
    """A line's number; 0 where there is none."""
    return number(item, name, least=0) if item.get(name) is not None else 0


def optional_time(item: Fields, name: str) -> str:
    """A time as ISO 8601 in UTC; empty where there is none. Raises BadItem for what is none."""
    value = text(item, name)
    if not value:
        return ""
    if value.startswith("0001-01-01T00:00:00"):
        return ""  # how gh writes that there is none
    try:
        parsed = datetime.fromisoformat(value[:40])
        return iso(parsed if parsed.tzinfo else parsed.replace(tzinfo=UTC))
    except (ValueError, OverflowError):
        raise BadItem(f"{name} is no time in ISO 8601") from None


def required_time(item: Fields, name: str) -> str:
    """A time that must be there. Raises BadItem."""
    found = optional_time(item, name)
    if not found:
        raise BadItem(f"{name} is missing")
    return found


def objects(item: Fields, name: str) -> Iterator[Fields]:
    """The objects of a list; nothing where there is none. Raises BadItem."""
    value = item.get(name)
    if value is None:
        return
    if not isinstance(value, list) or len(value) > MOST_TEXTS:
        raise BadItem(f"{name} is no list of at most {MOST_TEXTS:,} objects")
    for one in value:
        if not isinstance(one, dict):
            raise BadItem(f"{name} holds something that is no object")
        yield one


def names(item: Fields, name: str, key: str) -> tuple[str, ...]:
    """Texts of a list, or those under `key` of its objects."""
    value = item.get(name)
    if not isinstance(value, list):
        return ()
    found = (one.get(key) if isinstance(one, dict) else one for one in value[:MOST_TEXTS])
    return tuple(one for one in found if isinstance(one, str))


def login(item: Fields, name: str = "author") -> str:
    """The login of an author: a name, or an object with a login; "ghost" where the account is gone.

    A bot is named as the forge's API does: what `gh` calls app/stale is stale[bot].
    """
    value = item.get(name)
    bot = isinstance(value, dict) and (value.get("is_bot") is True or value.get("type") == "Bot")
    if isinstance(value, dict):
        value = value.get("login")
    if not isinstance(value, str) or not value:
        return "ghost"
    bot, value = bot or value.startswith("app/"), value.removeprefix("app/")
    return f"{value}[bot]" if bot and not value.endswith("[bot]") else value


def repository_of(item: Fields) -> str:
    """HOST/OWNER/NAME where the address of a discussion says it; else empty."""
    addresses = (item.get(name) for name in ("url", "html_url"))
    pages = (_PAGE.match(one) for one in addresses if isinstance(one, str))
    page = next(filter(None, pages), None)
    return f"{page['host']}/{page['path']}" if page and not page["host"].startswith("api.") else ""


def forge_id(item: Fields) -> str:
    """The forge's own number of a text, from its address or an older form of its id; else the id; empty without one."""
    if found := _NUMBER_IN_URL.search(text(item, "url")):
        return found[1]
    value = item.get("id")
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    id = text(item, "id")[:120]
    try:
        decoded = _OLD_ID.fullmatch(base64.b64decode(id, validate=True).decode("ascii"))
    except (binascii.Error, ValueError):
        decoded = None
    return decoded[1] if decoded else id


class Keys:
    """Makes the keys of one discussion's texts, each once. `own`: ids are the forge's, unique in the repository."""

    def __init__(self, number: int, *, own: bool) -> None:
        self._number = number
        self._own = own
        self._seen: set[str] = set()
        self._counts: dict[str, int] = {}

    def of(self, role: str, id: str, author: str, created_at: str) -> str:
        """The key of a text: by its id, else by its author and time."""
        prefix = {"line_comment": "line"}.get(role, role)
        key = self._by_id(prefix, id) if id else unnumbered_key(prefix, self._number, author, created_at)
        free, count = key, self._counts.get(key, 1)
        while free in self._seen:
            count += 1
            free = f"{key}~{count}"
        self._counts[key] = count
        self._seen.add(free)
        return free

    def _by_id(self, prefix: str, id: str) -> str:
        """The key of a text by its id."""
        return f"{prefix}/{id}" if self._own else filed_key(prefix, self._number, id)
