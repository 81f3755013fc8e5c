"""Reader of Claude Code's own notes: CLAUDE.md and its auto-memory files as statements. Read-only."""

import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

NOTES = ("CLAUDE.md", "CLAUDE.local.md", ".claude/CLAUDE.md")
MAX_FILES = 200
MAX_BYTES = 1_000_000
MAX_STATEMENTS = 1_000
MAX_STATEMENT = 1_000
MIN_WORDS = 3

_FRONT = re.compile(r"\A---\n.*?\n---\n", re.DOTALL)
_FENCE = re.compile(r"^\s*(```|~~~)")
_ITEM = re.compile(r"^\s*(?:[-*+•]|\d+[.)])\s+(?:\[[ xX]\]\s+)?")
_SKIPPED = re.compile(r"^\s*(?:#{1,6}\s|\||<!--|@[\w./~-]+\s*$|[-=*_]{3,}\s*$)")


@dataclass(frozen=True, slots=True)
class ClientNote:
    """One statement with its file, named relative to the worktree or the notes' folder."""

    text: str
    file: str

    @property
    def key(self) -> str:
        """Deterministic for a statement of a file; makes a second import idempotent."""
        named = f"{self.file}\n{self.text}".encode("utf-8", "replace")
        return f"claude:{hashlib.sha256(named).hexdigest()[:40]}"


def note_files(worktree: Path, folder: Path) -> tuple[Path, ...]:
    """The notes of a worktree: its CLAUDE.md files, and what is kept for it in Claude Code's folder."""
    slug = re.sub(r"[^A-Za-z0-9]", "-", str(worktree))
    memory = folder / "projects" / slug / "memory"
    candidates = [worktree / name for name in NOTES]
    return tuple(file for file in [*candidates, *markdown_files(memory)] if file.is_file())


def markdown_files(folder: Path) -> tuple[Path, ...]:
    """The Markdown files of a folder, in order of their names; links that lead out of it are omitted."""
    if not folder.is_dir():
        return ()
    top = folder.resolve()
    files = (file for file in sorted(folder.rglob("*.md")) if file.resolve().is_relative_to(top))
    return tuple(file for _, file in zip(range(MAX_FILES), files, strict=False))


def read_notes(files: tuple[Path, ...], worktree: Path) -> tuple[ClientNote, ...]:
    """The statements of some files without duplicates; at most MOST_STATEMENTS."""
    notes: dict[str, ClientNote] = {}
    for file in files:
        name = str(file.relative_to(worktree)) if file.is_relative_to(worktree) else f"memory/{file.name}"
        with file.open("rb") as stream:
            text = stream.read(MAX_BYTES).decode("utf-8", "replace")
        for statement in cut_statements(text):
            notes.setdefault(statement.casefold(), ClientNote(statement, name))
    return tuple(notes.values())[:MAX_STATEMENTS]


def cut_statements(text: str) -> Iterator[str]:
    """List items and paragraphs, one statement each, without headings, tables, code, imports and front matter."""
    block: list[str] = []
    fenced = False
    for line in [*_FRONT.sub("", text.replace("\r\n", "\n")).split("\n"), ""]:
        fence = bool(_FENCE.match(line))
        item = _ITEM.match(line)
        if fence or fenced or not line.strip() or item or _SKIPPED.match(line):
            yield from _whole(block)
            block = []
        fenced ^= fence
        if fence or fenced or not line.strip() or (_SKIPPED.match(line) and not item):
            continue
        block.append(line[item.end() :] if item else line)


def _whole(block: list[str]) -> Iterator[str]:
    text = " ".join(" ".join(block).split()).replace("**", "")
    if len(text.split()) >= MIN_WORDS and not text.endswith(":"):
        yield text[:MAX_STATEMENT]
