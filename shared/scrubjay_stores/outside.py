"""Values from outside as they may be shown and kept: text bounded, masked and visible, moments in UTC. Pure."""

import hashlib
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any, Final

from scrubjay.model.clock import iso
from scrubjay.model.visible import visible
from scrubjay.privacy.secrets.masking import masked_text
from scrubjay_exchange.api import kind_of, tags_of

LONGEST_TEXT: Final = 10_001
"""Characters of a text: one above a memory's, so that what is cut is seen to be too long for one."""

LONGEST_NAME: Final = 200
MARGIN: Final = 200
"""Characters behind the end that are looked at, so that a secret which is cut in two is still seen."""


def text_of(value: Any, most: int = LONGEST_TEXT) -> str:
    """A text that is safe to show; empty for anything else. Line ends stay."""
    return visible(masked_text(value[: most + MARGIN])).strip()[:most] if isinstance(value, str) else ""


def name_of(value: Any) -> str:
    """A short text on one line."""
    return " ".join(text_of(value, LONGEST_NAME).split())


def moment_of(value: Any) -> str:
    """A moment, given as ISO 8601 or as a datetime, in UTC; empty for anything else, and one without a zone is UTC."""
    if isinstance(value, str):
        try:
            value = datetime.fromisoformat(value[:40])
        except ValueError:
            return ""
    if not isinstance(value, datetime):
        return ""
    try:
        return iso(value if value.tzinfo else value.replace(tzinfo=UTC))
    except (ValueError, OverflowError):
        return ""


def kind_named(value: Any) -> str:
    """A kind of ours; empty for anything else."""
    return kind_of(name_of(value))


def tags_from(values: Any) -> tuple[str, ...]:
    """Tags of ours made of a list of texts, at most as many as a memory has."""
    listed: Iterable[Any] = values[:100] if isinstance(values, list | tuple) else ()
    return tags_of(name_of(one) for one in listed if isinstance(one, str))


def digest(text: str) -> str:
    """A digest of words, by which they are known again."""
    return hashlib.sha256(text.strip().encode("utf-8", "replace")).hexdigest()[:32]
