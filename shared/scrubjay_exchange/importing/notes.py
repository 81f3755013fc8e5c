"""Reader of what people and agents keep in Markdown: AGENTS.md, CLAUDE.md, Claude Code's memory folder."""

import re
from collections.abc import Iterator
from pathlib import Path

from scrubjay.knowledge.decisions.front_matter import front_text
from scrubjay_exchange.importing.files import files_below, note_text
from scrubjay_exchange.importing.record import Item, Record, Skipped, tags_of

MAX_STATEMENT = 1_000
MIN_WORDS = 3
MIN_LETTERS = 6
"""Letters of a text that writes no spaces between its words, such as Japanese."""

_FRONT = re.compile(r"\A---\n.*?\n---\n", re.DOTALL)
_FENCE = re.compile(r"^\s*(```|~~~)")
_ITEM = re.compile(r"^\s*(?:[-*+•]|\d+[.)])\s+(?:\[[ xX]\]\s+)?")
_SKIPPED = re.compile(r"^\s*(?:#{1,6}\s|\||<!--|@[\w./~-]+\s*$|[-=*_]{3,}\s*$)")


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
    letters = sum(character.isalpha() and character > "\u0dff" for character in text)
    if (len(text.split()) >= MIN_WORDS or letters >= MIN_LETTERS) and not text.endswith(":"):
        yield text[:MAX_STATEMENT]


CLAUDE_NOTES = ("CLAUDE.md", "CLAUDE.local.md", ".claude/CLAUDE.md")
INDEX = "MEMORY.md"
_TYPE = re.compile(r"^[ \t]*type:[ \t]*[\"']?([\w-]{1,40})", re.MULTILINE)
"""Claude Code 2.1 writes it below `metadata:`, earlier releases at the top."""

_INDEX_LINE = re.compile(r"^\s*[-*]\s+\[[^\]\n]*\]\((?P<file>[^)\s]+\.md)\)")


def claude_notes(worktree: Path, folder: Path) -> tuple[Path, ...]:
    """What Claude Code keeps for a worktree: its CLAUDE.md files, and the memory below its own folder."""
    slug = re.sub(r"[^A-Za-z0-9]", "-", str(worktree))
    memory = folder / "projects" / slug / "memory"
    return tuple(place for place in [*(worktree / name for name in CLAUDE_NOTES), memory] if place.exists())


def read(path: Path) -> Iterator[Item]:
    """The statements of a file, or of each Markdown file of a folder. A line of MEMORY.md that only names a file of
    the folder is its index, no statement."""
    folder = path if path.is_dir() else path.parent
    for file in files_below(path, ".md") if path.is_dir() else (path,):
        name = str(file.relative_to(folder))
        read_from = note_text(file, path)
        if isinstance(read_from, Skipped):
            yield read_from
            continue
        text = read_from.replace("\r\n", "\n")
        types = _TYPE.findall(front_text(text))
        kept = []
        for number, line in enumerate(text.split("\n"), 1):
            match = _INDEX_LINE.match(line) if file.name == INDEX else None
            if match and (file.parent / match["file"]).is_file():
                yield Skipped(f"{name}:{number}", f"an entry of the index; {match['file']} is read itself")
                kept.append("")
            else:
                kept.append(line)
        for statement in cut_statements("\n".join(kept)):
            yield Record(text=statement, where=name, name=name, tags=tags_of(types))
