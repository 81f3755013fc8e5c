"""Detector for payment cards, by issuer and Luhn check, and for IBANs, by country and checksum."""

import re
from collections.abc import Iterator

from scrubjay.privacy.personal.codes import iban_lengths

_CARD = re.compile(r"(?<![\w.+/=:#-])(?:\d[ -]?){11,18}\d(?![\w/]|[.:-]\d|-\w)")
_EVEN_GROUPS = re.compile(r"\d{12,19}|\d{4}([ -])(?:\d{4}\1){2,3}\d{1,7}|\d{4}([ -])\d{6}\2\d{4,5}")
_BEFORE = re.compile(r"\d[ \t,;|]+$")
_AFTER = re.compile(r"[ \t,;|]+\d{4}")
"""In a column of numbers a card number is a coincidence."""
_ISSUERS = (
    (re.compile(r"4"), (13, 16, 19)),
    (re.compile(r"5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720"), (16,)),
    (re.compile(r"3[47]"), (15,)),
    (re.compile(r"30[0-5]|3095|36|38|39"), (14, 16)),
    (re.compile(r"6011|64[4-9]|65"), (16, 19)),
    (re.compile(r"35"), (16,)),
    (re.compile(r"1800|2131"), (15,)),
    (re.compile(r"220[0-4]"), (16,)),
    (re.compile(r"62"), (16, 17, 18, 19)),
    (re.compile(r"50(?:18|20|38)|5[6-8]|6304|6390|67(?:5[9]|6[1-3])|0604"), (12, 13, 16, 19)),
)
"""First digits and lengths by network: ISO/IEC 7812 registrations of Visa, Mastercard, American Express, Diners Club,
Discover, JCB, Mir, UnionPay and Maestro.
"""

_IBAN = re.compile(r"(?<![A-Za-z0-9/+=_-])[A-Z]{2}\d{2}(?:[ -]?[A-Z0-9]){11,32}(?![A-Za-z0-9/+=_])")


def find_cards(text: str) -> Iterator[tuple[int, int]]:
    """Start and end of each payment card number."""
    for match in _CARD.finditer(text):
        number = match.group()
        digits = number.replace(" ", "").replace("-", "")
        alone = not (_BEFORE.search(text, max(0, match.start() - 12), match.start()) or _AFTER.match(text, match.end()))
        if alone and _EVEN_GROUPS.fullmatch(number) and len(set(digits)) > 1 and _issued(digits) and luhn(digits):
            yield match.start(), match.end()


def _issued(digits: str) -> bool:
    return any(first.match(digits) and len(digits) in sizes for first, sizes in _ISSUERS)


def luhn(digits: str) -> bool:
    """The Luhn check, ISO/IEC 7812-1 annex B."""
    total = 0
    for place, digit in enumerate(reversed(digits)):
        value = int(digit) * (1 + place % 2)
        total += value - 9 if value > 9 else value
    return total % 10 == 0


def find_ibans(text: str) -> Iterator[tuple[int, int]]:
    """Start and end of each IBAN."""
    for match in _IBAN.finditer(text):
        size = iban_lengths().get(match.group()[:2], 0)
        end = _end(match.group(), size)
        if end and _checks(match.group()[:end]) and not match.group()[end : end + 1].isalnum():
            yield match.start(), match.start() + end


def _end(number: str, size: int) -> int:
    """How many characters of a text cover its first `size` letters and digits; 0 where there are fewer."""
    count = 0
    for position, letter in enumerate(number):
        count += letter.isalnum()
        if size and count == size:
            return position + 1
    return 0


def _checks(number: str) -> bool:
    plain = number.replace(" ", "").replace("-", "")
    turned = plain[4:] + plain[:4]
    return int("".join(str(int(letter, 36)) for letter in turned)) % 97 == 1
