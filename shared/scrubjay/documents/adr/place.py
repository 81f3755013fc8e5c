"""Is this path a decision record's, and which number does it give?"""

import re

from scrubjay.model.decision import Series

_FOLDERS: dict[str, Series] = {
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
_NAMED = re.compile(r"(adr|kep|rfc)[-_ ]?(\d{1,6})(?!\d)", re.IGNORECASE)
_NUMBERED = re.compile(r"(\d{1,6})[-_. ]+\D")
_TITLED = re.compile(r"\d{3,5}-[^\W\d]")
_NO_RECORD = re.compile(r"^(readme|index|about|contributing|changelog)\.")
_TEMPLATE = re.compile(
    r"(?:0+|n+|x+|yyyymmdd|\d+)?[-_ .]*(?:(?:adr|kep|rfc|madr|architecture|decision|records?|cloud|provider)[-_ ]*)*"
    r"template(?:[-_ .](?:madr|nygard|long|short|bare|minimal|full|simple|v?\d+))*"
)
"""What templates are called; "0042-use-mustache-templates" is none."""
_SUFFIXES = (".md", ".markdown", ".mdx", ".rst", ".rest", ".adoc", ".asciidoc", ".txt")


def looks_like_decision(path: str) -> bool:
    """Whether a path is worth reading as a decision record: by its folder or by its name. A template is none."""
    *_, name = path.lower().split("/")
    return may_be_decision(path) and (name == "kep.yaml" or kept_for_decisions(path) or bool(_TITLED.match(name)))


def may_be_decision(path: str) -> bool:
    """Whether a path can be one of a record whose own text says so: prose, and no template or index."""
    *folders, name = path.lower().split("/")
    if name == "kep.yaml":
        return not any(_TEMPLATE.fullmatch(folder) for folder in folders)
    if _NO_RECORD.search(name) or not name.endswith(_SUFFIXES) or folders[-1:] in (["template"], ["templates"]):
        return False
    return not _TEMPLATE.fullmatch(name.rpartition(".")[0])


def kept_for_decisions(path: str) -> bool:
    """Whether folder or name say "decision"; a mere number in a name, as in `0007-title.md`, doesn't."""
    *folders, name = path.lower().split("/")
    return bool(_NAMED.match(name)) or any(folder in _FOLDERS for folder in folders)


def series_of(path: str) -> Series:
    """ADR, KEP or RFC, by name first, then by the nearest folder that tells."""
    *folders, name = path.lower().split("/")
    named = _NAMED.match(name)
    if named:
        return {"adr": "ADR", "kep": "KEP", "rfc": "RFC"}[named.group(1).lower()]  # type: ignore[return-value]
    if name == "kep.yaml":
        return "KEP"
    return next((_FOLDERS[part] for part in reversed(folders) if part in _FOLDERS), "ADR")


def number_of(path: str) -> str:
    """The number in a file name, or for a KEP in its folder's name, without leading zeros; "" when there is none."""
    *folders, name = path.split("/")
    for candidate in (name, folders[-1] if folders and name.lower() == "kep.yaml" else ""):
        found = _NAMED.match(candidate)
        if found:
            return found.group(2).lstrip("0") or "0"
        numbered = _NUMBERED.match(candidate)
        if numbered:
            return numbered.group(1).lstrip("0") or "0"
    return ""


def kep_readme(path: str) -> str:
    """The README that a kep.yaml describes; empty for any other path."""
    folder, slash, name = path.rpartition("/")
    return f"{folder}{slash}README.md" if name.lower() == "kep.yaml" else ""
