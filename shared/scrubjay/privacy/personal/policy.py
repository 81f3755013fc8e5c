"""Policy for personal data: one setting decides; committed content is never changed."""

import re
from typing import Literal

from scrubjay.privacy.personal.find import find_addresses, mask_personal, personal_kinds

Personal = Literal["auto", "mask", "flag", "off"]
"""`privacy.personal`."""

_BEHIND_A_NAME = re.compile(r"(?<=\S)[ \t]+<[^\s<>@]+@[^\s<>@]+>")
"""An address as git writes it behind a name, also one that a forge or a program made."""


def masked_turn(text: str, setting: Personal) -> str:
    """A turn of a transcript, or the body of an issue, as it is stored."""
    return mask_personal(text)[0] if setting in ("auto", "mask") else text


def masked_memory(text: str, setting: Personal) -> str:
    """A memory's content as it is validated and stored."""
    return mask_personal(text)[0] if setting == "mask" else text


def personal_warning(text: str, setting: Personal) -> str:
    """The warning for a memory stored with personal data; empty where there is none."""
    kinds = personal_kinds(text) if setting in ("auto", "flag") else ()
    if not kinds:
        return ""
    return f"This names a person's {' and '.join(kinds)}: keep it? `scrubjay forget ID` takes it back."


def without_addresses(text: str) -> str:
    """A commit's text for display: people keep their names, the addresses behind them go, others are masked."""
    if "@" not in text:
        return text
    text = _BEHIND_A_NAME.sub("", text)
    parts: list[str] = []
    position = 0
    for start, end in find_addresses(text):
        parts += (text[position:start], "[address]")
        position = end
    return "".join((*parts, text[position:]))
