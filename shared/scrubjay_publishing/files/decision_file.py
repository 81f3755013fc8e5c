"""A decision as a record in the repository's own form: file name, heading, status, and its words. Pure."""

from dataclasses import dataclass

from scrubjay_publishing.files.decision_form import DecisionForm, DecisionStyle
from scrubjay_publishing.files.naming import slug
from scrubjay_publishing.files.numbering import padded
from scrubjay_publishing.files.render import body, free_path, front_matter, sources
from scrubjay_publishing.values import Publishable, RenderedFile

UNKNOWN = "Not recorded."
"""Stands in a section of the form of which the memory says nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DecisionFile:
    """A record and what an index says of it."""

    file: RenderedFile
    name: str
    number: str
    title: str
    heading: str
    status: str
    date: str


def decision_file(
    entry: Publishable,
    form: DecisionForm,
    number: int,
    authors: tuple[str, ...],
    taken: frozenset[str],
    links: tuple[str, ...] = (),
) -> DecisionFile:
    """A decision under the next number, or its day where the names of records are dated.

    `links` are those to the records that it replaces.
    """
    memory, day = entry.memory, entry.memory.recorded_at[:10]
    words = slug(entry.title, memory.id[:8], form.joiner)
    written = padded(number, form.number) if form.number else ""
    if form.dated:
        lead = f"{day if '-' in form.dated[:10][4:5] else day.replace('-', '')}{form.separator}"
    else:
        lead = f"{form.prefix}{written}{form.separator}" if written else ""
    folder = f"{form.folder}/" if form.folder not in ("", ".") else ""
    path = free_path(f"{folder}{lead}{words}", form.extension, memory.id, taken)
    status = "Accepted" if form.capital else "accepted"
    heading = f"{form.before}{padded(number, form.heading_number)}{form.after}" if form.heading_number else ""
    shared = "".join(f"{name}: {value}\n" for name, value in form.shared_fields)
    shared += "".join(f"{name}: {number}\n" for name in form.numbered_fields)
    text = "\n\n".join(
        (
            *_top(entry, form, heading=heading, status=status, authors=authors, shared=shared, links=links),
            *_sections(entry, form),
        )
    )
    return DecisionFile(
        file=RenderedFile(path, f"{text}\n", memory.id),
        name=path.rpartition("/")[2],
        number=written,
        title=entry.title,
        heading=f"{heading}{entry.title}",
        status=status,
        date=day,
    )


def _top(
    entry: Publishable,
    form: DecisionForm,
    heading: str,
    status: str,
    authors: tuple[str, ...],
    shared: str,
    links: tuple[str, ...],
) -> tuple[str, ...]:
    """What stands above the sections. `shared`: fields of the front matter that all records have."""
    title, day = f"# {heading}{entry.title}", entry.memory.recorded_at[:10]
    mark = f"<!-- Memory-Id: {entry.memory.id} -->"
    replaces = [f"Supersedes {link}" for link in links]
    if form.style is DecisionStyle.FRONT_MATTER:
        fields = front_matter(entry, status, authors).removesuffix("---\n")
        return (f"{fields}{shared}---\n\n{title}", *replaces)
    if form.style is DecisionStyle.BULLETS:
        lines = [
            f"Status: {status}",
            *replaces,
            f"Date: {day}",
            *([f"Deciders: {', '.join(authors)}"] if authors else []),
        ]
        return title, mark, "\n".join(f"{form.bullet} {line}" for line in lines)
    dated = (f"Date: {day}",) if form.date_line else ()
    return (title, *dated, mark, *(("## Status", status) if form.status_section else ()), *replaces)


def _sections(entry: Publishable, form: DecisionForm) -> tuple[str, ...]:
    """The sections of the form. Evidence is the context that a memory knows."""
    context = "\n\n".join(sources(entry)) or UNKNOWN
    words = body(entry.memory.content)
    if form.madr or form.style is not DecisionStyle.SECTIONS:
        return "## Context and Problem Statement", context, "## Decision Outcome", words
    return "## Context", context, "## Decision", words, "## Consequences", UNKNOWN
