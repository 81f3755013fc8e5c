"""A memory as a Markdown file: front matter with its id, kind, status, date and evidence, then its words. Pure."""

from collections.abc import Mapping
from datetime import date
from typing import Any

import yaml

from scrubjay.memory.freshness.wording import grade_word
from scrubjay.text.sentences import split
from scrubjay_publishing.files.naming import heading_of, slug
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
    """A memory's words, once: the sentence that its title is made of is the heading, where that is plain text."""
    words = body(entry.memory.content)
    line = words.partition("\n")[0]
    first = next((one for one in (line, next(iter(split(line)), "")) if one and heading_of(one) == entry.title), "")
    if not first:
        return f"# {entry.title}", words
    rest = words.removeprefix(first).strip()
    return f"# {first}", *((rest,) if rest else ())


def sources(entry: Publishable) -> tuple[str, ...]:
    """The places that a memory leans on, each with its words; nothing where it names none."""
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
