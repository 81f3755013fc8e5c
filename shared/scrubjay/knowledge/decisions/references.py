"""References to records in a text of any language: links, paths, numbers, and lists of them."""

import re

from scrubjay.knowledge.decisions.languages import REFERENCE, UNSPACED, ands

_SUFFIX = r"(?:md|markdown|rst|adoc|txt)"
REFERENCES = re.compile(
    r"!?\[[^\]\n]{0,300}\]\([^)\n]{1,300}\)"
    r"|\[(?:[A-Za-z]{2,6}[-_ #]?)?\d{1,6}\]|\[\[[^\]\n]{1,200}\]\]|<<[^>\n]{1,200}>>"
    r"|`[^`<\n]{0,300}<[^>\n]{1,300}>`_*|:(?:doc|ref):`[^`\n]{1,300}`|(?:xref|link):[^\[\s]{1,300}\[[^\]\n]{0,300}\]"
    rf"|https?://[^\s)\]>\"']{{1,300}}|(?<![\w/.-])[\w./-]{{1,300}}\.{_SUFFIX}(?![A-Za-z0-9])"
    r"|(?<![A-Za-z0-9])(?:ADRs?|(?-i:[A-Z]{2,6}))(?:[-_ #]{0,2}|\s*(?:n[°ºo.]|nr\.?|№|č\.|第)\s*)"
    r"\d{1,6}(?![A-Za-z0-9])(?:-[A-Za-z][\w-]*)?"
    r"|(?:(?<!\w)(?:nr\.?|no\.|n[°º]|№|č\.|núm\.|číslo|numer|nummer|номер|第)\s*|(?<!\w)#)\d{1,6}(?![A-Za-z0-9])(?:\s*[号號])?"
    r"|(?<![A-Za-z0-9./#_-])0\d{1,5}(?![A-Za-z0-9]|[./]\d)(?:-[a-z][\w-]*)?"
    r"|(?<![A-Za-z0-9./#_-])(?:\d{4}|\d{8})-[a-z][\w-]+",
    re.IGNORECASE,
)
_NUMBER = re.compile(r"\d{1,6}")
_SPACING = re.compile(rf"\]\([^)\n]*\)|(?<=[A-Za-z0-9])(?={UNSPACED.pattern})|(?<={UNSPACED.pattern})(?=[A-Za-z0-9])")


def spaced(text: str) -> str:
    """A text with a space between letters of an unspaced script and numbers: "ADR-7に" is "ADR-7 に"."""
    return _SPACING.sub(lambda match: match.group() or " ", text) if UNSPACED.search(text) else text


def references(text: str) -> list[str]:
    """The references to records in a text, as they are read in English."""
    return [plain(match.group()) for match in REFERENCES.finditer(text)]


def has_reference(text: str) -> bool:
    """Whether a text names a record."""
    return bool(REFERENCES.search(text))


def joined_lists(text: str, found: list[str]) -> tuple[str, list[list[str]]]:
    """The text with each list of references as one, and the references of each."""
    between = rf"(?:(?:\s*(?:[,，、;&+/]|(?<!\w)(?:{ands()})))+\s*|[ \t]*[-–—]?[ \t]+)(?:ADR\s*)?"
    groups: list[list[str]] = []
    rest = iter(found)

    def one(match: re.Match[str]) -> str:
        groups.append([next(rest) for _ in range(match.group().count(REFERENCE))])
        return REFERENCE

    return re.sub(rf"{REFERENCE}(?:{between}{REFERENCE})*", one, text, flags=re.IGNORECASE), groups


def number_in(reference: str) -> str:
    """The number that a reference names its record by, by its path first; "" where it has none."""
    target = re.search(r"\]\(\s*([^)\s]+)", reference)
    for text in (target.group(1).rpartition("/")[2] if target else "", reference):
        if match := _NUMBER.search(text):
            return match.group()
    return ""


def plain(reference: str) -> str:
    """A reference as the English reader knows it."""
    if reference.startswith("[["):
        name = reference[2:-2].partition("|")[0].strip()
        return f"[{name}]({name.replace(' ', '-')})"
    if link := re.match(r"(\[[^\]\n]*\]\([^)\s]+)\s[^)]*\)$", reference):
        return f"{link.group(1)})"
    reference = reference[1:-1] if re.fullmatch(r"\[[^\]]*\]", reference) else reference
    if re.match(r"[\[`:<!]|xref|link|https?:", reference) or re.search(rf"\.{_SUFFIX}$", reference):
        return reference
    if slug := re.fullmatch(r"(?:ADR-)?\d{1,6}-[A-Za-z][\w-]*", reference, re.IGNORECASE):
        return f"[{slug.group()}]({slug.group()})"
    series = re.match(r"[A-Z]{2,6}(?=[-_ #\dn№č第])", reference)
    number = _NUMBER.search(reference)
    digits = number.group() if number else ""
    return (
        f"{series.group()}-{digits}"
        if series and series.group() not in ("ADR", "ADRS", "NR", "NO")
        else f"ADR-{digits}"
    )
