"""Detection of the program that wrote a file or folder, by the table of formats and by its content."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

from scrubjay.errors import LimitExceeded, UsageError
from scrubjay.extensions.kinds.content import StoreReader
from scrubjay.extensions.registry import ExtensionRegistry
from scrubjay.model.counted import counted
from scrubjay.model.frozen import dataclass
from scrubjay.model.record import Item, Record, Skipped
from scrubjay.privacy.secrets.masking import masked_text
from scrubjay.storage.foreign import ForeignTables, foreign_tables, is_sqlite
from scrubjay_exchange.importing import folder
from scrubjay_exchange.importing.files import LONGEST_LINE, MAX_RECORDS, files_below, fits_one, json_value, read_text
from scrubjay_exchange.importing.folder import read_note
from scrubjay_exchange.importing.json_stores import claims, is_answer, is_line, read_mem0, read_server_memory
from scrubjay_exchange.importing.mapping import Owners
from scrubjay_exchange.importing.notes import (
    INDEX,
    OLD_RULES,
    RULE_ENDING,
    fits_basic_memory,
    fits_codex,
    fits_cursor,
    read_basic_memory,
    read_codex,
    read_cursor,
    read_notes,
)
from scrubjay_exchange.importing.of_team import is_team_line, read_team
from scrubjay_exchange.importing.sqlite_stores import (
    DATABASE,
    fits_claude_mem,
    fits_mcp_memory_service,
    fits_mempalace,
    read_claude_mem,
    read_mcp_memory_service,
    read_mempalace,
)

EXPORT = "export"
"""Our own JSON lines, which come back with their history."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Format:
    """A format of another program's store: `read` yields all its items, `owners` says how it tells owners apart.

    `give` and `taken` tell a person what to name, and what of it becomes memories. `ours`: a folder of scrubjay's,
    whose authors aren't the program.
    """

    name: str
    give: str = ""
    taken: str = ""
    read: Callable[[Path], Iterator[Item]]
    owners: Owners = ""
    ours: bool = False


FORMATS: tuple[Format, ...] = (
    Format(
        name="obsidian",
        give="a folder of `scrubjay export --obsidian`",
        taken="see below",
        read=folder.read,
        ours=True,
    ),
    Format(
        name="team",
        give="pages of a team server's `GET /api/v1/export`, one behind the other",
        taken="each memory that holds and that every member may read",
        read=read_team,
        ours=True,
    ),
    Format(
        name="server-memory",
        give="the JSON lines of @modelcontextprotocol/server-memory",
        taken="each observation with its entity's name, each relation as a sentence",
        read=read_server_memory,
    ),
    Format(
        name="basic-memory",
        give="a folder of notes, or one note",
        taken="observations, relations, and what the notes state besides",
        read=read_basic_memory,
    ),
    Format(
        name="mem0",
        give="what `get_all()` returned, written as JSON",
        taken="each memory of one user",
        read=read_mem0,
        owners="user",
    ),
    Format(
        name="claude-mem",
        give="`claude-mem.db`",
        taken="the facts of each observation, what a session's summary says was learned; of this project",
        read=read_claude_mem,
        owners="project",
    ),
    Format(
        name="mempalace",
        give="the palace's folder, or `chroma.sqlite3` in it",
        taken="the drawers that somebody filed, of this project's wing; no pieces of mined files, no diaries",
        read=read_mempalace,
        owners="project",
    ),
    Format(
        name="mcp-memory-service",
        give="its SQLite file",
        taken="each memory that isn't deleted",
        read=read_mcp_memory_service,
    ),
    Format(
        name="cursor",
        give="the folder with `.cursor/rules`, or one rule",
        taken="each statement, with the files that the rule is for",
        read=read_cursor,
    ),
    Format(name="agents", give="an AGENTS.md", taken="each statement", read=read_notes),
    Format(
        name="claude",
        give="nothing (`scrubjay import claude`), or a CLAUDE.md, or a memory folder",
        taken="each statement of Claude Code's notes",
        read=read_notes,
    ),
    Format(
        name="codex",
        give="nothing (`scrubjay import codex`), or its memories folder",
        taken="each statement of its handbook, of this project",
        read=read_codex,
        owners="project",
    ),
)

NAMES = (EXPORT, *(format.name for format in FORMATS))
_TABLES: tuple[tuple[str, Callable[[ForeignTables], bool]], ...] = (
    ("claude-mem", fits_claude_mem),
    ("mcp-memory-service", fits_mcp_memory_service),
    ("mempalace", fits_mempalace),
)


def format_of(name: str) -> Format:
    """The format of a name. Raises UsageError."""
    for format in FORMATS:
        if format.name == name:
            return format
    raise UsageError(f"{name[:40]!r} is no format. `--from` takes: {', '.join(NAMES)}.")


def format_of_export(scope: str, lines: Sequence[dict[str, Any]], here: Mapping[str, str]) -> Format:
    """The format of an export that was read already; its author is whoever imports it, not a program.

    `here` are the words of memories that are here, by id.
    """
    return Format(name=EXPORT, read=lambda _: claims(scope, lines, here), ours=True)


def detected(path: Path) -> str:
    """The name of the format that a file or folder has. Raises UsageError, which says what was seen."""
    name, seen = _format_of_folder(path) if path.is_dir() else _format_of_file(path)
    if name:
        return name
    raise UsageError(
        f"{path}: {masked_text(seen)}. Nothing was imported; say what wrote it by `--from`: {', '.join(NAMES)}."
    )


def _format_of_folder(path: Path) -> tuple[str, str]:
    """The name of the format that a folder has, or an empty one and what was seen instead."""
    if (path / DATABASE).is_file():
        return "mempalace", ""
    if fits_codex(path):
        return "codex", ""
    if fits_cursor(path):
        return "cursor", ""
    if folder.has_notes(path):
        return "obsidian", ""
    files = files_below(path, ".md")
    if fits_one(path, fits_basic_memory):
        return "basic-memory", ""
    if (path / INDEX).is_file():
        return "claude", ""
    return "", f"a folder with {counted(len(files), 'Markdown file')}, of no form that is known"


def _format_of_file(path: Path) -> tuple[str, str]:
    """The name of the format that a file has, or an empty one and what was seen instead."""
    lower = path.name.lower()
    if is_sqlite(path):
        with foreign_tables(path) as tables:
            name = next((name for name, fits in _TABLES if fits(tables)), "")
            return name, f"a SQLite file with the tables {', '.join(sorted(tables.names)[:12]) or 'none'}"
    if lower.startswith("agents") and lower.endswith(".md"):
        return "agents", ""
    if lower.endswith(RULE_ENDING) or lower == OLD_RULES:
        return "cursor", ""
    text = read_text(path)
    if lower.endswith(".md"):
        return _format_of_note(path, text)
    first = json_value(text[: text.find("\n") if "\n" in text[:LONGEST_LINE] else len(text)])
    return _format_of_json(first, text)


def _format_of_note(path: Path, text: str) -> tuple[str, str]:
    """The name of the format that a Markdown file has, or an empty one and what was seen instead."""
    if read_note(text):
        return "obsidian", ""
    if fits_basic_memory(text):
        return "basic-memory", ""
    if path.name in ("CLAUDE.md", "CLAUDE.local.md", INDEX):
        return "claude", ""
    return "", "a Markdown file that no program is known by"


def _format_of_json(first: Any, text: str) -> tuple[str, str]:
    """The name of the format that JSON has, or an empty one and what was seen instead."""
    if isinstance(first, dict) and first.get("scrubjay") == "memories":
        return EXPORT, ""
    if is_team_line(first):
        return "team", ""
    if is_line(first):
        return "server-memory", ""
    whole = json_value(text)
    if is_answer(whole):
        return "mem0", ""
    if isinstance(first, dict):
        return "", f"JSON with the keys {', '.join(sorted(map(str, first))[:8]) or 'none'}"
    if isinstance(whole, dict):
        return "", f"JSON with the keys {', '.join(sorted(map(str, whole))[:8]) or 'none'}"
    return "", "a text that is neither JSON nor SQLite nor Markdown" if text.strip() else "an empty file"


class StoreReaders:
    """The readers of other programs' stores that extensions add, by the extension's name."""

    def __init__(self, registry: ExtensionRegistry) -> None:
        self._registry = registry
        self._readers: Mapping[str, StoreReader] = {
            one.extension.name: one.value for one in registry.made("importer", lambda _: {})
        }

    @property
    def names(self) -> tuple[str, ...]:
        """The names that `--from` takes besides our own formats."""
        return tuple(self._readers)

    def format_of(self, name: str) -> Format | None:
        """The format that an extension of that name reads; None where there is none."""
        reader = self._readers.get(name)
        return Format(name=name, read=lambda path: self._items(name, reader, path)) if reader else None

    def detected(self, path: Path) -> str:
        """The extension that knows a file or folder; empty where none does."""
        for name, reader in self._readers.items():
            if self._registry.guarded(name, lambda reader=reader: bool(reader.fits(path))):  # type: ignore[misc]
                return name
        return ""

    def _items(self, name: str, reader: StoreReader, path: Path) -> Iterator[Item]:
        """All items that an extension reads from a path. Raises LimitExceeded where they are too many."""

        def read() -> list[Item]:
            items = list(islice(reader.read(path), MAX_RECORDS + 1))
            wrong = next((item for item in items if not isinstance(item, Record | Skipped)), None)
            if wrong is not None:
                raise TypeError(f"it read a {type(wrong).__name__}")
            return items

        items = self._registry.asked(name, read, "Nothing was imported.")
        if len(items) > MAX_RECORDS:
            raise LimitExceeded(f"{path} has more than {counted(MAX_RECORDS, 'memory')}. Import a part of it.")
        yield from items
