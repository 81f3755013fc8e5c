"""Registered codes, read from the table beside this file: calling codes, domains, lengths of IBANs."""

from functools import cache
from importlib import resources


@cache
def codes(name: str) -> frozenset[str]:
    """The values under a name."""
    text = (resources.files("scrubjay.privacy.personal") / "codes.tsv").read_text(encoding="utf-8")
    rows = (line.partition("\t") for line in text.splitlines() if not line.startswith("#"))
    return frozenset(value for key, _, values in rows if key == name for value in values.split())


@cache
def iban_lengths() -> dict[str, int]:
    """Length of an IBAN in characters, by country."""
    return {country: int(size) for country, _, size in (entry.partition(":") for entry in codes("iban"))}
