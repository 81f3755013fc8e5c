"""Reader of Cursor's rules: `.cursor/rules/*.mdc`, and the older `.cursorrules`."""

from collections.abc import Iterator
from pathlib import Path

from scrubjay.knowledge.decisions.front_matter import front_matter
from scrubjay_exchange.importing.files import files_below, note_text
from scrubjay_exchange.importing.notes import cut_statements
from scrubjay_exchange.importing.record import Item, Record, Skipped

ENDING = ".mdc"
OLD = ".cursorrules"


def read(path: Path) -> Iterator[Item]:
    """The statements of each rule; the files that a rule is for say where it applies."""
    for file in _files(path):
        text = note_text(file, path)
        if isinstance(text, Skipped):
            yield text
            continue
        fields, body = _fields(text.replace("\r\n", "\n"))
        globs = ", ".join(fields.get("globs", []))
        for statement in cut_statements(body):
            yield Record(text=statement, where=file.name, name=file.name, tags=("cursor-rule",), applies=globs[:80])
        if not body.strip():
            yield Skipped(file.name, "a rule without a text")


def _files(path: Path) -> tuple[Path, ...]:
    if not path.is_dir():
        return (path,)
    rules = path / ".cursor" / "rules"
    old = (path / OLD,) if (path / OLD).is_file() else ()
    return (*files_below(rules if rules.is_dir() else path, ENDING), *old)


def _fields(text: str) -> tuple[dict[str, list[str]], str]:
    """Cursor writes `globs: *.ts` without quotes, which is an alias to YAML: read line by line there."""
    return front_matter(text)


def fits(folder: Path) -> bool:
    """Whether a folder has such rules."""
    return (folder / ".cursor" / "rules").is_dir() or (folder / OLD).is_file() or any(folder.glob(f"*{ENDING}"))
