"""What is done with personal data? One setting decides, and what is committed stays as it is."""

from typing import Literal

from scrubjay.privacy.find import mask_personal, personal_kinds
from scrubjay.privacy.mail import mails

Personal = Literal["auto", "mask", "flag", "off"]
"""`privacy.personal`."""


def said(text: str, setting: Personal) -> str:
    """What was said as it is kept: a turn of a transcript, or the body of a forge's text."""
    return mask_personal(text)[0] if setting in ("auto", "mask") else text


def told(text: str, setting: Personal) -> str:
    """A memory's words as they are judged and kept."""
    return mask_personal(text)[0] if setting == "mask" else text


def note(text: str, setting: Personal) -> str:
    """What is said of a memory that is kept though it holds personal data; empty where there is nothing to say."""
    kinds = personal_kinds(text) if setting in ("auto", "flag") else ()
    if not kinds:
        return ""
    return f"This names a person's {' and '.join(kinds)}: keep it? `scrubjay forget ID` takes it back."


def without_addresses(text: str) -> str:
    """A commit's text as it may be told: people keep their names, their addresses are never told."""
    if "@" not in text:
        return text
    parts: list[str] = []
    at = 0
    for start, end in mails(text):
        parts += (text[at:start], "[address]")
        at = end
    return "".join((*parts, text[at:])).replace(" <[address]>", "")
