"""A decision as a record in the repository's own form: file name, heading, status, and its words. Pure."""

from collections.abc import Mapping
from datetime import date
from typing import Any

import yaml

from scrubjay.memory.freshness.wording import grade_word
from scrubjay.model.frozen import dataclass
from scrubjay.text.sentences import split
from scrubjay_publishing.decision_form import DecisionForm, DecisionStyle
from scrubjay_publishing.naming import heading_of, padded, slug
from scrubjay_publishing.values import Publishable, RenderedFile

STATUS = "current"
"""Status of a published memory that is no decision."""


def front_matter(entry: Publishable, status: str, authors: tuple[str, ...]) -> str:
    """The block of YAML above a published memory, with its two lines of dashes."""
    memory = entry.memory
    fields: dict[str, Any] = {
        "id": memory.id,
        "kind": memory.kind,
        "status": status,
        "date": date.fromisoformat(memory.recorded_at[:10]),
        "grade": grade_word(memory, entry.graded),
        "applies": memory.applies,
        "tags": list(memory.tags),
        "evidence": list(entry.evidence),
        "supersedes": list(memory.supersedes),
        "authors": list(authors),
    }
    return f"---\n{_yaml({name: value for name, value in fields.items() if value})}---\n"


def memory_file(
    entry: Publishable, folder: str, authors: tuple[str, ...], taken: Mapping[str, object] | frozenset[str]
) -> RenderedFile:
    """A memory under a name of its own in the team's folder. `taken`: paths, in lower case, that are used."""
    memory = entry.memory
    path = free_path(f"{folder}/{slug(entry.title, memory.id[:8])}", ".md", memory.id, taken)
    parts = (front_matter(entry, STATUS, authors), *_claim(entry), *sources(entry))
    return RenderedFile(path, "\n".join(f"{part.rstrip()}\n" for part in parts), memory.id)


def _claim(entry: Publishable) -> tuple[str, ...]:
    """A memory's words as paragraphs: its first sentence as heading, where that is plain text, and the rest."""
    words = body(entry.memory.content)
    line = words.partition("\n")[0]
    first = next((one for one in (line, next(iter(split(line)), "")) if one and heading_of(one) == entry.title), "")
    if not first:
        return f"# {entry.title}", words
    rest = words.removeprefix(first).strip()
    return f"# {first}", *((rest,) if rest else ())


def sources(entry: Publishable) -> tuple[str, ...]:
    """The "Sources:" section of a record: each cited place with its words; no lines if there is none."""
    lines = [f"* `{place}`" + (f": \"{' '.join(words.split())}\"" if words else "")
             for place, words in entry.evidence.items()]  # fmt: skip
    return ("Sources:", "\n".join(lines)) if lines else ()


def body(content: str) -> str:
    """A memory's words as Markdown: with line ends of one kind, and nothing behind the last."""
    return "\n".join(line.rstrip() for line in content.strip().splitlines())


def free_path(stem: str, extension: str, id: str, taken: Mapping[str, object] | frozenset[str]) -> str:
    """A path that nothing has yet, also where case doesn't count: with digits of the id where it is taken."""
    plain = f"{stem}{extension}"
    return plain if plain.lower() not in taken else f"{stem}-{id[:8]}{extension}"


def _yaml(fields: dict[str, Any]) -> str:
    """YAML of text, lists of text and a day; text that YAML would read as something else is quoted."""
    text: str = yaml.safe_dump(fields, sort_keys=False, allow_unicode=True, default_flow_style=False, width=10_000)
    return text


UNKNOWN = "Not recorded."
"""Stands in a section of the form of which the memory says nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DecisionFile:
    """A new decision record, and what an index says of it."""

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
    """A decision as a new record, under the next number, or under its day where records are named by day.

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
            *_head_part(entry, form, heading=heading, status=status, authors=authors, shared=shared, links=links),
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


def _head_part(
    entry: Publishable,
    form: DecisionForm,
    heading: str,
    status: str,
    authors: tuple[str, ...],
    shared: str,
    links: tuple[str, ...],
) -> tuple[str, ...]:
    """The lines above a record's sections. `shared`: the front matter's fields that all records have."""
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
