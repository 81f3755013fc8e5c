"""Scanner for personal data: the findings of every kind merged, and the masked text."""

from collections.abc import Iterator
from dataclasses import dataclass

from scrubjay.privacy.personal.mail import find_addresses
from scrubjay.privacy.personal.numbers import find_cards, find_ibans
from scrubjay.privacy.personal.phones import find_phones

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
    findings: list[PersonalFinding] = []
    for finding in sorted(_all(text)):
        if not findings or finding.start >= findings[-1].end:
            findings.append(finding)
        if len(findings) == MOST:
            return (*findings[:-1], PersonalFinding(findings[-1].start, len(text), "personal data"))
    return tuple(findings)


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
    return tuple(sorted({finding.kind for finding in find_personal(text)}))


def mask_personal(text: str) -> tuple[str, int]:
    """A text with `[personal: kind]` in place of personal data, and their number; the number of lines is unchanged."""
    findings = find_personal(text)
    parts: list[str] = []
    position = 0
    for finding in findings:
        parts += (
            text[position : finding.start],
            f"[personal: {finding.kind}]",
            "\n" * text.count("\n", finding.start, finding.end),
        )
        position = finding.end
    return "".join((*parts, text[position:])), len(findings)
