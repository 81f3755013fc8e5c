"""Reader of basic-memory's notes: Markdown with front matter, observations and relations."""

import re
from collections.abc import Iterator
from pathlib import Path

from scrubjay.knowledge.decisions.front_matter import front_matter
from scrubjay_exchange.importing.files import files_below, note_text
from scrubjay_exchange.importing.notes import cut_statements
from scrubjay_exchange.importing.record import Item, Record, Skipped, kind_of, tags_of

_OBSERVATION = re.compile(r"^\s*[-*]\s+\[(?P<category>[^\[\]\n]{1,60})\](?!\()\s+(?P<text>\S.*)$")
_RELATION = re.compile(r"^\s*[-*]\s+(?P<type>[^\[\]\n]{1,80}?)\s+\[\[(?P<target>[^\[\]\n]{1,200})\]\]")
_CONTEXT = re.compile(r"\s*\((?P<context>[^()]*)\)\s*$")
_TAG = re.compile(r"(?:^|\s)#([\w/-]+)")
_BOXES = frozenset({"", " ", "x", "X", "-", "/"})
"""What stands in the brackets of a task."""


def read(path: Path) -> Iterator[Item]:
    """Each observation and relation of each note, and what else a note states in paragraphs and items."""
    folder = path if path.is_dir() else path.parent
    for file in files_below(path, ".md") if path.is_dir() else (path,):
        text = note_text(file, path)
        if isinstance(text, Skipped):
            yield text
        else:
            yield from _note(text, str(file.relative_to(folder)))


def _note(text: str, name: str) -> Iterator[Item]:
    fields, body = front_matter(text.replace("\r\n", "\n"))
    title = next(iter(fields.get("title", [])), "") or Path(name).stem
    tags = [*fields.get("tags", []), *fields.get("type", [])]
    made_at = next(iter(fields.get("created", [])), "")
    permalink = next(iter(fields.get("permalink", [])), "") or name
    prose: list[str] = []
    for number, line in enumerate(body.split("\n"), text.count("\n") - body.count("\n") + 1):
        where = f"{name}:{number}"
        observed, related = _OBSERVATION.match(line), _RELATION.match(line)
        if observed and observed["category"] not in _BOXES:
            said, own = _TAG.sub("", observed["text"]).strip(), _TAG.findall(observed["text"])
            said = _CONTEXT.sub("", said) or said
            yield Record(
                text=said,
                where=where,
                name=permalink,
                kind=kind_of(observed["category"]),
                tags=tags_of([observed["category"], *own, *tags]),
                made_at=made_at,
            )
        elif related:
            target = related["target"].partition("|")[0]
            yield Record(
                text=f"{title} {related['type'].replace('_', ' ')} {target}",
                where=where,
                name=permalink,
                tags=tags_of(["relation", *tags]),
                made_at=made_at,
            )
        else:
            prose.append(line)
    statements = list(cut_statements("\n".join(prose)))
    for statement in statements:
        yield Record(text=statement, where=name, name=permalink, tags=tags_of(tags), made_at=made_at)
    if not body.strip():
        yield Skipped(name, "an empty note")


def fits(text: str) -> bool:
    """Whether a Markdown file is one of its notes."""
    fields, _ = front_matter(text)
    return "permalink" in fields and "title" in fields
