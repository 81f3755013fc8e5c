"""Decision records in the five forms that are in use, made by code: where they lie and how they name each other."""

from collections.abc import Callable
from dataclasses import dataclass

Link = tuple[str, int]
"""A relation (supersedes, superseded-by, amends, amended-by) and the number it names."""


@dataclass(frozen=True)
class Record:
    """One decision: `words` is what only its text says."""

    number: int
    title: str
    words: str
    status: str = "accepted"
    date: str = "2025-01-01"
    links: tuple[Link, ...] = ()


def slug(record: Record) -> str:
    return f"{record.number:04d}-{record.title.lower().replace(' ', '-')}"


def madr(record: Record, names: dict[int, str]) -> dict[str, str]:
    """MADR 4: front matter; "superseded by ADR-0009" as the status; further links in the last section."""
    newer = [n for relation, n in record.links if relation == "superseded-by"]
    status = f"superseded by ADR-{newer[0]:04d}" if newer else record.status
    said = [
        f"* {relation.replace('-', ' ').capitalize()} [ADR-{n:04d}]({names[n]}.md)"
        for relation, n in record.links
        if relation != "superseded-by"
    ]
    more = "\n## More Information\n\n" + "\n".join(said) + "\n" if said else ""
    front = f'---\nstatus: "{status}"\ndate: {record.date}\n---\n'
    text = f"# {record.title}\n\n## Context and Problem Statement\n\n{record.words}\n\n## Decision Outcome\n\nYes.\n"
    return {f"docs/decisions/{slug(record)}.md": front + text + more}


def nygard(record: Record, names: dict[int, str]) -> dict[str, str]:
    """Nygard: sections, the status in words, without links."""
    said = [f"{relation.replace('-', ' ').capitalize()} ADR {n}." for relation, n in record.links]
    status = "\n".join([record.status.capitalize() + ".", *said])
    text = f"# ADR {record.number}: {record.title}\n\nDate: {record.date}\n\n## Context\n\n{record.words}\n\n"
    return {f"doc/arch/adr-{record.number:03d}.md": f"{text}## Decision\n\nYes.\n\n## Status\n\n{status}\n"}


def adr_tools(record: Record, names: dict[int, str]) -> dict[str, str]:
    """adr-tools: both ends are written by `adr new -s`, with its old spelling."""
    spelt = {
        "supersedes": "Supercedes",
        "superseded-by": "Superceded by",
        "amends": "Amends",
        "amended-by": "Amended by",
    }
    said = "".join(f"\n{spelt[r]} [{n}. {names[n][5:]}]({names[n]}.md)\n" for r, n in record.links)
    head = f"# {record.number}. {record.title}\n\nDate: {record.date}\n\n## Status\n\n"
    status = "" if any(r == "superseded-by" for r, _ in record.links) else f"{record.status.capitalize()}\n"
    return {f"doc/adr/{slug(record)}.md": f"{head}{status}{said}\n## Context\n\n{record.words}\n"}


def rst(record: Record, names: dict[int, str]) -> dict[str, str]:
    """openedx: rst with overlined sections and :doc: links."""
    title = f"{record.number}. {record.title}"
    newer = [f"Superseded by :doc:`{names[n]}`" for r, n in record.links if r == "superseded-by"]
    older = [f"{r.replace('-', ' ').capitalize()} :doc:`{names[n]}`" for r, n in record.links if r != "superseded-by"]
    said = "\n\n".join(newer or [f"**{record.status.capitalize()}** {record.date}", *older])
    text = f"{title}\n{'#' * len(title)}\n\nStatus\n******\n\n{said}\n\nContext\n*******\n\n{record.words}\n"
    return {f"docs/decisions/{slug(record)}.rst": text}


def kep(record: Record, names: dict[int, str]) -> dict[str, str]:
    """Kubernetes: metadata in kep.yaml, the text in a README beside it."""
    folder = f"keps/sig-birds/{record.number}-{slug(record)[5:]}"
    fields = {"supersedes": "replaces", "superseded-by": "superseded-by"}
    links = "".join(f"{fields[r]}:\n  - /keps/sig-birds/{n}-{names[n][5:]}\n" for r, n in record.links if r in fields)
    status = {"accepted": "implementable", "superseded": "replaced"}.get(record.status, record.status)
    meta = (
        f"title: {record.title}\nkep-number: {record.number}\nstatus: {status}\ncreation-date: {record.date}\n{links}"
    )
    return {f"{folder}/kep.yaml": meta, f"{folder}/README.md": f"# {record.title}\n\n## Summary\n\n{record.words}\n"}


FORMS: dict[str, Callable[[Record, dict[int, str]], dict[str, str]]] = {
    "madr": madr, "nygard": nygard, "adr-tools": adr_tools, "rst": rst, "kep": kep,
}  # fmt: skip


def files(form: str, *records: Record) -> dict[str, str | bytes]:
    """The records of one repository in a form."""
    names = {record.number: slug(record) for record in records}
    return {path: text for record in records for path, text in FORMS[form](record, names).items()}
