"""Policy for personal data: one setting decides; committed content is never changed."""

from typing import Literal

from scrubjay.privacy.find import mask_personal, personal_kinds
from scrubjay.privacy.mail import find_addresses

Personal = Literal["auto", "mask", "flag", "off"]
"""`privacy.personal`."""


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
    """A commit's text for display: people keep their names, their e-mail addresses are masked."""
    if "@" not in text:
        return text
    parts: list[str] = []
    position = 0
    for start, end in find_addresses(text):
        parts += (text[position:start], "[address]")
        position = end
    return "".join((*parts, text[position:])).replace(" <[address]>", "")
