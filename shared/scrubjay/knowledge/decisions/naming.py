"""Names of decision records: path rules, numbers and titles, and references in a text of any language."""

import re

from scrubjay.knowledge.decisions.languages import REFERENCE, UNSPACED, ands, names_of
from scrubjay.model.pattern import pattern

_FOLDERS = {
    "adr": "ADR",
    "adrs": "ADR",
    "decisions": "ADR",
    "decision": "ADR",
    "decision-records": "ADR",
    "decision_records": "ADR",
    "architecture-decisions": "ADR",
    "architecture-decision-records": "ADR",
    "keps": "KEP",
    "kep": "KEP",
    "enhancements": "KEP",
    "rfcs": "RFC",
    "rfc": "RFC",
}
_NAMED = pattern(r"(adr|kep|rfc)[-_ ]?(\d{1,6})(?!\d)", re.IGNORECASE)
_SERIAL = pattern(r"([a-z]{2,6})[-_ ]?0*(\d{1,6})(?!\d)", re.IGNORECASE)
_NUMBERED = pattern(r"(\d{1,6})[-_. ]+\D")
_TITLED = pattern(r"\d{3,5}-[^\W\d]")
_README = pattern(r"readme\.", re.IGNORECASE)
_SAYS_SERIES = pattern(r"(?:[A-Za-z]+ ){0,2}([A-Z]{2,6})[-_ #:]{0,2}0*(\d{1,6})\b")
_NO_RECORD = pattern(r"^(readme|index|about|contributing|changelog)\.")
_TEMPLATE = pattern(
    r"(?:0+|n+|x+|yyyymmdd|\d+)?[-_ .]*(?:(?:adr|kep|rfc|madr|architecture|decision|records?|cloud|provider)[-_ ]*)*"
    r"template(?:[-_ .](?:madr|nygard|long|short|bare|minimal|full|simple|v?\d+))*"
)
"""Names of templates; "0042-use-mustache-templates" isn't one."""
_WORD_END = pattern(r"[-_ .]")
_SUFFIXES = (".md", ".markdown", ".mdx", ".rst", ".rest", ".adoc", ".asciidoc", ".txt")


def looks_like_decision(path: str) -> bool:
    """Whether a path looks like that of a decision record, by its folder or name; templates don't."""
    name = naming_part(path.lower())
    numbered = _NUMBERED.match(name) or _SERIAL.match(name)
    return may_declare_decision(path) and (name == "kep.yaml" or names_decisions(path) or bool(numbered))


def may_declare_decision(path: str) -> bool:
    """Whether the text at a path may call itself a decision record: it is prose, and no template or index."""
    *folders, name = path.lower().split("/")
    if name == "kep.yaml":
        return not any(_TEMPLATE.fullmatch(folder) for folder in folders)
    if not name.endswith(_SUFFIXES) or folders[-1:] in (["template"], ["templates"]):
        return False
    part = naming_part(path.lower())
    return not _NO_RECORD.search(part) and not _is_template(part.rpartition(".")[0] or part)


def _is_template(stem: str) -> bool:
    last = _WORD_END.split(stem)[-1]
    english = f"{stem[: -len(last)]}template" if last in names_of("template") else stem
    return bool(_TEMPLATE.fullmatch(english))


def naming_part(path: str) -> str:
    """The part of a path that names its record: the file, or the numbered folder of a README.

    A folder that is only a number belongs to the series above it: `jep/307/README.adoc` is jep-307.
    """
    folder, _, name = path.rpartition("/")
    *_, series, above = ("", *folder.rsplit("/", 2))
    if _README.match(name) and above.isdigit() and series.isalpha():
        return f"{series}-{above}"
    return above if _README.match(name) and (_TITLED.match(above) or _SERIAL.match(above)) else name


def has_record_number(path: str) -> bool:
    """Whether a name begins with a number of three digits or more, as in `0007-title.md`."""
    return bool(_TITLED.match(naming_part(path)))


def declared_series(path: str, title: str, named: list[str], text: str) -> str:
    """The series in which a record declares itself under the number of its path, as in "PEP 8"; "" where it doesn't.

    As in "# RFC-0078: X", "Aries RFC 0020: X", a field `EEP: 73` (`named` holds "EEP 73"), or "this APE" in the text of
    APE10.rst. A series in the path must be the same.
    """
    serial = _SERIAL.match(naming_part(path))
    prefix, number = (serial.group(1).upper() if serial else ""), number_of(path)
    match = _SAYS_SERIES.match(title)
    stated = [match.group(1, 2)] if match else []
    for series, value in [*stated, *(tuple(field.split(" ", 1)) for field in named if prefix)]:
        if number and (value.lstrip("0") or "0") == number and series == (prefix or series):
            return series
    if not (number and prefix and prefix in text):  # quicker than the expression, which long pages would wait for
        return ""
    return prefix if re.search(rf"\b[Tt]his\s+{prefix}\b", text) else ""


def names_decisions(path: str) -> bool:
    """Whether folder or name say "decision"; a mere number in a name, as in `0007-title.md`, doesn't count."""
    *folders, name = path.lower().split("/")
    return bool(_NAMED.match(name)) or any(map(_series_named, folders))


def series_of(path: str) -> str:
    """The series (ADR, KEP, RFC …) by the name first, then by the nearest folder that states one."""
    *folders, name = path.lower().split("/")
    named = _NAMED.match(name)
    if named:
        return named.group(1).upper()
    if name == "kep.yaml":
        return "KEP"
    return next(filter(None, map(_series_named, reversed(folders))), "ADR")


def _series_named(folder: str) -> str:
    """The series of records that a folder is named after, in any language; "" for any other folder."""
    return _FOLDERS.get(folder, "") or ("ADR" if folder in names_of("folder") else "")


def number_of(path: str) -> str:
    """The number in a record's name, or for a KEP in its folder's, without leading zeros; "" when there is none."""
    *folders, name = path.split("/")
    for candidate in (naming_part(path), folders[-1] if folders and name.lower() == "kep.yaml" else ""):
        match = _NAMED.match(candidate) or _NUMBERED.match(candidate) or _SERIAL.match(candidate)
        if match:
            return match.groups()[-1].lstrip("0") or "0"
    return ""


def record_key(name: str) -> tuple[str, str]:
    """The series and number of a record's name as people write it: "adr 4" and "ADR-0004" are ("ADR", "4").

    The series of a bare number is empty; both are for what is no such name.
    """
    written = name.strip()
    if match := _SERIAL.fullmatch(written):
        return match.group(1).upper(), match.group(2)
    return "", (written.lstrip("0") or "0") if written.isdecimal() and written.isascii() else ""


def kep_readme(path: str) -> str:
    """The README that a kep.yaml describes; empty for any other path."""
    folder, slash, name = path.rpartition("/")
    return f"{folder}{slash}README.md" if name.lower() == "kep.yaml" else ""


_SUFFIX = r"(?:md|markdown|rst|adoc|txt)"
REFERENCES = pattern(
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
_NUMBER = pattern(r"\d{1,6}")
_SPACING = pattern(rf"\]\([^)\n]*\)|(?<=[A-Za-z0-9])(?={UNSPACED.pattern})|(?<={UNSPACED.pattern})(?=[A-Za-z0-9])")


def spaced_scripts(text: str) -> str:
    """A text with a space between letters of an unspaced script and numbers: "ADR-7に" is "ADR-7 に"."""
    return _SPACING.sub(lambda match: match.group() or " ", text) if UNSPACED.search(text) else text


def references(text: str) -> list[str]:
    """The references to records in a text, as they are read in English."""
    return [plain_reference(match.group()) for match in REFERENCES.finditer(text)]


def has_reference(text: str) -> bool:
    """Whether a text names a record."""
    return bool(REFERENCES.search(text))


def joined_lists(text: str, found: list[str]) -> tuple[str, list[list[str]]]:
    """A text in which each list of references is joined into one reference, and the references of each list."""
    between = rf"(?:(?:\s*(?:[,，、;&+/]|(?<!\w)(?:{ands()})))+\s*|[ \t]*[-–—]?[ \t]+)(?:ADR\s*)?"
    groups: list[list[str]] = []
    rest = iter(found)

    def one(match: re.Match[str]) -> str:
        groups.append([next(rest) for _ in range(match.group().count(REFERENCE))])
        return REFERENCE

    return re.sub(rf"{REFERENCE}(?:{between}{REFERENCE})*", one, text, flags=re.IGNORECASE), groups


def number_in(reference: str) -> str:
    """The number of the record that a reference names, by its path first; "" where it has none."""
    target = re.search(r"\]\(\s*([^)\s]+)", reference)
    for text in (target.group(1).rpartition("/")[2] if target else "", reference):
        if match := _NUMBER.search(text):
            return match.group()
    return ""


def plain_reference(reference: str) -> str:
    """A reference in the form that the English parser reads."""
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
