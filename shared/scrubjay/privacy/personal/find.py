"""Scanner for personal data: the findings of every kind merged, and the masked text."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib import resources

from scrubjay.model.pattern import pattern


@cache
def codes(name: str) -> frozenset[str]:
    """The codes that the table codes.tsv has under a name."""
    text = (resources.files("scrubjay.privacy.personal") / "codes.tsv").read_text(encoding="utf-8")
    rows = (line.partition("\t") for line in text.splitlines() if not line.startswith("#"))
    return frozenset(value for key, _, values in rows if key == name for value in values.split())


@cache
def iban_lengths() -> dict[str, int]:
    """Length of an IBAN in characters, by country."""
    return {country: int(size) for country, _, size in (entry.partition(":") for entry in codes("iban"))}


_MAIL = pattern(
    r"(?<![\w.+%/@$-])(?P<local>[A-Za-z0-9][A-Za-z0-9._%+'-]{0,63})@"
    r"(?P<domain>(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.){1,8}(?P<top>[A-Za-z]{2,24}|xn--[A-Za-z0-9-]{2,50}))"
    r"(?![\w@(=-]|\.\w)"
)
_NOBODY = pattern(r"(?:git|hg|svn|ssh|no-?reply|do-?not-?reply|root|user(?:name)?|.*\[bot\])|\d+\+.*", re.IGNORECASE)
"""Accounts of programs, and placeholder names; a forge's hidden addresses begin with a number and a plus."""
_URL = pattern(r"://\S*$")
_VERSION = pattern(r"\d+\.\d")
_HIDDEN = ("users.noreply.github.com", "noreply.gitlab.com", "users.noreply.gitlab.com")


def find_addresses(text: str) -> Iterator[tuple[int, int]]:
    """Start and end of each address."""
    if "@" not in text:
        return
    for match in _MAIL.finditer(text):
        top, domain = match.group("top").lower(), match.group("domain").lower()
        is_domain = top not in codes("files") if len(top) == 2 else top in codes("domains") or top.startswith("xn--")
        machine = _VERSION.match(domain) or domain in _HIDDEN or _NOBODY.fullmatch(match.group("local"))
        if is_domain and not machine and not _URL.search(text, max(0, match.start() - 80), match.start()):
            yield match.start(), match.end()


_CARD = pattern(r"(?<![\w.+/=:#-])(?:\d[ -]?){11,18}\d(?![\w/]|[.:-]\d|-\w)")
_EVEN_GROUPS = pattern(r"\d{12,19}|\d{4}([ -])(?:\d{4}\1){2,3}\d{1,7}|\d{4}([ -])\d{6}\2\d{4,5}")
_BEFORE = pattern(r"\d[ \t,;|]+$")
_AFTER = pattern(r"[ \t,;|]+\d{4}")
"""In a column of numbers a card number is a coincidence."""
_ISSUERS = (
    (pattern(r"4"), (13, 16, 19)),
    (pattern(r"5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720"), (16,)),
    (pattern(r"3[47]"), (15,)),
    (pattern(r"30[0-5]|3095|36|38|39"), (14, 16)),
    (pattern(r"6011|64[4-9]|65"), (16, 19)),
    (pattern(r"35"), (16,)),
    (pattern(r"1800|2131"), (15,)),
    (pattern(r"220[0-4]"), (16,)),
    (pattern(r"62"), (16, 17, 18, 19)),
    (pattern(r"50(?:18|20|38)|5[6-8]|6304|6390|67(?:5[9]|6[1-3])|0604"), (12, 13, 16, 19)),
)
"""First digits and lengths by network: ISO/IEC 7812 registrations of Visa, Mastercard, American Express, Diners Club,
Discover, JCB, Mir, UnionPay and Maestro.
"""

_IBAN = pattern(r"(?<![A-Za-z0-9/+=_-])[A-Z]{2}\d{2}(?:[ -]?[A-Z0-9]){11,32}(?![A-Za-z0-9/+=_])")


def find_cards(text: str) -> Iterator[tuple[int, int]]:
    """Start and end of each payment card number."""
    for match in _CARD.finditer(text):
        number = match.group()
        digits = number.replace(" ", "").replace("-", "")
        alone = not (_BEFORE.search(text, max(0, match.start() - 12), match.start()) or _AFTER.match(text, match.end()))
        if alone and _EVEN_GROUPS.fullmatch(number) and len(set(digits)) > 1 and _fits_issuer(digits) and luhn(digits):
            yield match.start(), match.end()


def _fits_issuer(digits: str) -> bool:
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
        end = _covered_length(match.group(), size)
        if end and _is_valid_iban(match.group()[:end]) and not match.group()[end : end + 1].isalnum():
            yield match.start(), match.start() + end


def _covered_length(number: str, size: int) -> int:
    """How many characters of a text cover its first `size` letters and digits; 0 where there are fewer."""
    count = 0
    for position, letter in enumerate(number):
        count += letter.isalnum()
        if size and count == size:
            return position + 1
    return 0


def _is_valid_iban(number: str) -> bool:
    plain = number.replace(" ", "").replace("-", "")
    turned = plain[4:] + plain[:4]
    return int("".join(str(int(letter, 36)) for letter in turned)) % 97 == 1


_GROUPS = r"(?:[ .\-/\u00a0]?\(?\d{1,8}\)?){1,8}"
_EXTENSION = r"(?:[ ]?(?:x|ext\.?|#)[ ]?\d{1,6})?"
_INTERNATIONAL = pattern(rf"(?<![\w.+)\]=/*^-])\+\(?(\d{{1,3}})\)?{_GROUPS}{_EXTENSION}(?![\w%]|[.:,]\d|[/-]\w)")
WORDS = (
    "tel", "phone", "mobil", "móvil", "cell", "celular", "handy", "fax", "sms", "portable", "gsm", "téléphone",
    "whatsapp", "puhelin", "call me", "電話", "携帯", "电话", "手机", "전화", "тел", "τηλ",
)  # fmt: skip
"""Prefilter words: each word below contains one of them."""
_WORD = (
    r"(?:(?<![^\W\d_])(?:tel|cell|handy|fax|sms|gsm|portable|mobil[eo]?|móvil|тел|τηλ)(?![^\W\d_])"
    r"|(?:tele|cell|mobile?[ _-]?|home[ _-]?|work[ _-]?)?phone|téléphone|telefon(?:o|e|u|y)?|teléfono|telefoon|telefone"
    r"|телефон|cellulare|celular|puhelin|whatsapp|call me(?: (?:at|on))?"
    r"|電話(?:番号)?|携帯(?:電話)?|电话|手机|전화(?:번호)?"
    r"|(?:telefon|telefoon|handy|mobil|fax|rückruf)nummer)(?:[ _-]?(?:number|num|no|nr)s?\b)?"
)
_BETWEEN = r"[.\"'\]*)]{0,4}[ \t]{0,2}(?:(?:is|no|nr|number|n°)\b\.?[ \t]{0,2})?[:=：]?[ \t]{0,2}[\"'*]{0,3}"
_ANNOUNCED = pattern(
    rf"{_WORD}{_BETWEEN}(?P<number>(?:\+|00)?\(?\d{_GROUPS}{_EXTENSION})(?![\w%]|[.:,]\d|[-/]\w)", re.IGNORECASE
)
_NO_PHONE = pattern(
    r"\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.]\d{4}|\d{1,3}(?:\.\d{1,3}){3}"
    r"|0\.\d+|\d+\.\d+|1[5-9]\d{8}"
)
"""Dates, network addresses, fractions, and seconds since 1970."""


def find_phones(text: str, lower: str) -> Iterator[tuple[int, int]]:
    """Start and end of each phone number. `lower` is the text in lower case."""
    if "+" in text:
        for match in _INTERNATIONAL.finditer(text):
            if _is_international(text, match):
                yield match.start(), match.end()
    if any(word in lower for word in WORDS):
        for match in _ANNOUNCED.finditer(text):
            number = match.group("number")
            if 7 <= _digit_count(number) <= 15 and not _NO_PHONE.fullmatch(number):
                yield match.start("number"), match.end("number")


def _is_international(text: str, match: re.Match[str]) -> bool:
    number = re.split(r"x|ext|#", match.group(), maxsplit=1)[0]
    digits = "".join(filter(str.isdigit, number))
    if not 8 <= len(digits) <= 15 or not any(digits[:size] in codes("calling") for size in (1, 2, 3)):
        return False
    if number[1:].isdigit():  # without separators it may be anything that grew, such as the line of a patch
        starts = match.start() == 0 or text[match.start() - 1] == "\n"
        return not starts and 10 <= len(digits) <= 13
    return True


def _digit_count(number: str) -> int:
    return sum(letter.isdigit() for letter in re.split(r"x|ext|#", number, maxsplit=1)[0])


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
    for finding in sorted(_find_each(text)):
        if not findings or finding.start >= findings[-1].end:
            findings.append(finding)
        if len(findings) == MOST:
            return (*findings[:-1], PersonalFinding(findings[-1].start, len(text), "personal data"))
    return tuple(findings)


def _find_each(text: str) -> Iterator[PersonalFinding]:
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
