"""Which program wrote this file or folder? The table of formats; what is seen there decides, or the user."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from scrubjay.errors import UsageError
from scrubjay.model.counted import counted
from scrubjay.privacy.secrets.masking import masked_text
from scrubjay.storage.foreign import ForeignTables, foreign_tables, is_sqlite
from scrubjay_exchange.importing import (
    basic_memory,
    claude_mem,
    codex,
    cursor,
    export_lines,
    folder,
    mcp_memory_service,
    mem0,
    mempalace,
    notes,
    server_memory,
)
from scrubjay_exchange.importing.files import LONGEST_LINE, files_below, fits_one, json_value, read_text
from scrubjay_exchange.importing.folder import read_note
from scrubjay_exchange.importing.mapping import Owners
from scrubjay_exchange.importing.record import Item

EXPORT = "export"
"""Our own JSON lines, which come back with their history."""


@dataclass(frozen=True, slots=True)
class Format:
    """What a program writes. `read` gives everything in it, each with its place; `owners` is what it tells apart.

    `ours`: a folder of scrubjay's, whose authors aren't the program.
    """

    name: str
    program: str
    read: Callable[[Path], Iterator[Item]]
    owners: Owners = ""
    ours: bool = False


FORMATS: tuple[Format, ...] = (
    Format("obsidian", "a folder of `scrubjay export --obsidian`", folder.read, ours=True),
    Format("server-memory", "@modelcontextprotocol/server-memory (JSON lines)", server_memory.read),
    Format("basic-memory", "basic-memory (a folder of notes)", basic_memory.read),
    Format("mem0", "mem0 (`get_all()` as JSON)", mem0.read, "user"),
    Format("claude-mem", "claude-mem (SQLite)", claude_mem.read, "project"),
    Format("mempalace", "MemPalace (its palace folder, or chroma.sqlite3 in it)", mempalace.read, "project"),
    Format("mcp-memory-service", "mcp-memory-service (SQLite)", mcp_memory_service.read),
    Format("cursor", "Cursor's rules (.cursor/rules, .cursorrules)", cursor.read),
    Format("agents", "AGENTS.md", notes.read),
    Format("claude", "Claude Code (CLAUDE.md, its memory folder)", notes.read),
    Format("codex", "Codex (its memories folder)", codex.read, "project"),
)

NAMES = (EXPORT, *(format.name for format in FORMATS))
_TABLES: tuple[tuple[str, Callable[[ForeignTables], bool]], ...] = (
    ("claude-mem", claude_mem.fits),
    ("mcp-memory-service", mcp_memory_service.fits),
    ("mempalace", mempalace.fits),
)


def format_of(name: str) -> Format:
    """The format of a name. Raises UsageError."""
    for format in FORMATS:
        if format.name == name:
            return format
    raise UsageError(f"{name[:40]!r} is no format. `--from` takes: {', '.join(NAMES)}.")


def format_of_export(scope: str, lines: Sequence[dict[str, Any]], here: Mapping[str, str]) -> Format:
    """The format of an export that was read already: whose authors aren't a program, but whoever imports it.

    `here` are the words of memories that are here, by id.
    """
    return Format(EXPORT, "scrubjay's own JSON lines", lambda _: export_lines.claims(scope, lines, here), ours=True)


def detected(path: Path) -> str:
    """The name of the format that a file or folder has. Raises UsageError, which says what was seen."""
    name, seen = _of_folder(path) if path.is_dir() else _of_file(path)
    if name:
        return name
    raise UsageError(
        f"{path}: {masked_text(seen)}. Nothing was imported; say what wrote it by `--from`: {', '.join(NAMES)}."
    )


def _of_folder(path: Path) -> tuple[str, str]:
    if (path / mempalace.DATABASE).is_file():
        return "mempalace", ""
    if codex.fits(path):
        return "codex", ""
    if cursor.fits(path):
        return "cursor", ""
    if folder.fits(path):
        return "obsidian", ""
    files = files_below(path, ".md")
    if fits_one(path, basic_memory.fits):
        return "basic-memory", ""
    if (path / notes.INDEX).is_file():
        return "claude", ""
    return "", f"a folder with {counted(len(files), 'Markdown file')}, of no form that is known"


def _of_file(path: Path) -> tuple[str, str]:
    lower = path.name.lower()
    if is_sqlite(path):
        with foreign_tables(path) as tables:
            name = next((name for name, fits in _TABLES if fits(tables)), "")
            return name, f"a SQLite file with the tables {', '.join(sorted(tables.names)[:12]) or 'none'}"
    if lower.startswith("agents") and lower.endswith(".md"):
        return "agents", ""
    if lower.endswith(cursor.ENDING) or lower == cursor.OLD:
        return "cursor", ""
    text = read_text(path)
    if lower.endswith(".md"):
        return _of_note(path, text)
    first = json_value(text[: text.find("\n") if "\n" in text[:LONGEST_LINE] else len(text)])
    return _of_json(first, text)


def _of_note(path: Path, text: str) -> tuple[str, str]:
    if read_note(text):
        return "obsidian", ""
    if basic_memory.fits(text):
        return "basic-memory", ""
    if path.name in ("CLAUDE.md", "CLAUDE.local.md", notes.INDEX):
        return "claude", ""
    return "", "a Markdown file that no program is known by"


def _of_json(first: Any, text: str) -> tuple[str, str]:
    if isinstance(first, dict) and first.get("scrubjay") == "memories":
        return EXPORT, ""
    if server_memory.is_line(first):
        return "server-memory", ""
    whole = json_value(text)
    if mem0.is_answer(whole):
        return "mem0", ""
    if isinstance(first, dict):
        return "", f"JSON with the keys {', '.join(sorted(map(str, first))[:8]) or 'none'}"
    if isinstance(whole, dict):
        return "", f"JSON with the keys {', '.join(sorted(map(str, whole))[:8]) or 'none'}"
    return "", "a text that is neither JSON nor SQLite nor Markdown" if text.strip() else "an empty file"
