"""Detector for phone numbers: in international form, or behind a word that announces one."""

import re
from collections.abc import Iterator

from scrubjay.privacy.personal.codes import codes

_GROUPS = r"(?:[ .\-/\u00a0]?\(?\d{1,8}\)?){1,8}"
_EXTENSION = r"(?:[ ]?(?:x|ext\.?|#)[ ]?\d{1,6})?"
_INTERNATIONAL = re.compile(rf"(?<![\w.+)\]=/*^-])\+\(?(\d{{1,3}})\)?{_GROUPS}{_EXTENSION}(?![\w%]|[.:,]\d|[/-]\w)")
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
_ANNOUNCED = re.compile(
    rf"{_WORD}{_BETWEEN}(?P<number>(?:\+|00)?\(?\d{_GROUPS}{_EXTENSION})(?![\w%]|[.:,]\d|[-/]\w)", re.IGNORECASE
)
_NO_PHONE = re.compile(
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
            if 7 <= _digits(number) <= 15 and not _NO_PHONE.fullmatch(number):
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


def _digits(number: str) -> int:
    return sum(letter.isdigit() for letter in re.split(r"x|ext|#", number, maxsplit=1)[0])
