"""A memory as Markdown for an editor, with fields above it, and back."""

from dataclasses import dataclass

from scrubjay.errors import UsageError
from scrubjay.model.memory import Memory

FENCE = "---"
FIELDS = ("kind", "tags", "applies", "valid_until")


@dataclass(frozen=True, slots=True)
class Written:
    """What somebody wrote in the editor."""

    content: str
    kind: str
    tags: tuple[str, ...]
    applies: str
    valid_until: str


def to_markdown(memory: Memory) -> str:
    """The memory as text to be edited."""
    until = memory.valid_until[:10] if memory.valid_until.endswith("T23:59:59Z") else ""
    values = (memory.kind, ", ".join(memory.tags), memory.applies, until)
    head = [f"{name}: {value}".rstrip() for name, value in zip(FIELDS, values, strict=True)]
    return "\n".join([FENCE, *head, FENCE, "", memory.content, ""])


def from_markdown(text: str) -> Written:
    """The text as it was saved. Raises UsageError where the fields above it can't be read."""
    lines = text.strip().splitlines()
    if not lines or lines[0] != FENCE or FENCE not in lines[1:]:
        raise UsageError(f"Keep the fields between the lines {FENCE} at the top of the text: {', '.join(FIELDS)}.")
    end = lines.index(FENCE, 1)
    fields = {}
    for line in filter(str.strip, lines[1:end]):
        name, _, value = line.partition(":")
        if name.strip() not in FIELDS:
            raise UsageError(f"Unknown field {name.strip()[:40]!r}. Fields: {', '.join(FIELDS)}.")
        fields[name.strip()] = value.strip()
    listed = fields.get("tags", "")
    tags = tuple(tag.strip(" ") for tag in listed.split(",")) if listed else ()
    content = "\n".join(lines[end + 1 :]).strip()
    return Written(content, fields.get("kind", ""), tags, fields.get("applies", ""), fields.get("valid_until", ""))
