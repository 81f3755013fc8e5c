"""Scanner for personal data: the findings of every kind merged, and the masked text."""

from collections.abc import Iterator
from dataclasses import dataclass

from scrubjay.privacy.mail import find_addresses
from scrubjay.privacy.numbers import find_cards, find_ibans
from scrubjay.privacy.phones import find_phones

MOST = 10_000
"""Findings in one text; everything after the last one counts as personal."""


@dataclass(frozen=True, slots=True, order=True)
class PersonalFinding:
    """Personal data in a text: from `start` to `end` (characters), and its kind; never the value."""

    start: int
    end: int
    kind: str


def find_personal(text: str) -> tuple[PersonalFinding, ...]:
    """E-mail addresses, payment cards, IBANs and phone numbers, in order, without overlap."""
    found: list[PersonalFinding] = []
    for one in sorted(_all(text)):
        if not found or one.start >= found[-1].end:
            found.append(one)
        if len(found) == MOST:
            return (*found[:-1], PersonalFinding(found[-1].start, len(text), "personal data"))
    return tuple(found)


def _all(text: str) -> Iterator[PersonalFinding]:
    for start, end in find_addresses(text):
        yield PersonalFinding(start, end, "e-mail address")
    for start, end in find_cards(text):
        yield PersonalFinding(start, end, "card number")
    for start, end in find_ibans(text):
        yield PersonalFinding(start, end, "IBAN")
    for start, end in find_phones(text, text.lower()):
        yield PersonalFinding(start, end, "phone number")


def personal_kinds(text: str) -> tuple[str, ...]:
    """The kinds of personal data in a text."""
    return tuple(sorted({one.kind for one in find_personal(text)}))


def mask_personal(text: str) -> tuple[str, int]:
    """A text with `[personal: kind]` in place of personal data, and their number; the number of lines is unchanged."""
    found = find_personal(text)
    parts: list[str] = []
    at = 0
    for one in found:
        parts += (text[at : one.start], f"[personal: {one.kind}]", "\n" * text.count("\n", one.start, one.end))
        at = one.end
    return "".join((*parts, text[at:])), len(found)
