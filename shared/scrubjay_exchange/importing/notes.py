"""Readers of what people and agents keep in Markdown: AGENTS.md, CLAUDE.md, Codex, Cursor, basic-memory."""

import re
from collections.abc import Iterator
from pathlib import Path

from scrubjay.knowledge.decisions.front_matter import front_matter, front_text
from scrubjay.model.pattern import pattern
from scrubjay.model.record import Item, Record, Skipped
from scrubjay_exchange.importing.files import MAX_NOTE, files_below, note_text, read_text
from scrubjay_exchange.importing.mapping import kind_of, tags_of

MAX_STATEMENT = 1_000
MIN_WORDS = 3
MIN_LETTERS = 6
"""Letters of a text that writes no spaces between its words, such as Japanese."""

_FRONT = pattern(r"\A---\n.*?\n---\n", re.DOTALL)
_FENCE = pattern(r"^\s*(```|~~~)")
_ITEM = pattern(r"^\s*(?:[-*+•]|\d+[.)])\s+(?:\[[ xX]\]\s+)?")
_SKIPPED = pattern(r"^\s*(?:#{1,6}\s|\||<!--|@[\w./~-]+\s*$|[-=*_]{3,}\s*$)")


def cut_statements(text: str) -> Iterator[str]:
    """List items and paragraphs, one statement each, without headings, tables, code, imports and front matter."""
    block: list[str] = []
    fenced = False
    for line in [*_FRONT.sub("", text.replace("\r\n", "\n")).split("\n"), ""]:
        fence = bool(_FENCE.match(line))
        item = _ITEM.match(line)
        if fence or fenced or not line.strip() or item or _SKIPPED.match(line):
            yield from _whole_statement(block)
            block = []
        fenced ^= fence
        if fence or fenced or not line.strip() or (_SKIPPED.match(line) and not item):
            continue
        block.append(line[item.end() :] if item else line)


def _whole_statement(block: list[str]) -> Iterator[str]:
    """The statement of a block of lines; nothing where it is too short or only leads to a list."""
    text = " ".join(" ".join(block).split()).replace("**", "")
    letters = sum(character.isalpha() and character > "\u0dff" for character in text)
    if (len(text.split()) >= MIN_WORDS or letters >= MIN_LETTERS) and not text.endswith(":"):
        yield text[:MAX_STATEMENT]


CLAUDE_NOTES = ("CLAUDE.md", "CLAUDE.local.md", ".claude/CLAUDE.md")
INDEX = "MEMORY.md"
_TYPE = pattern(r"^[ \t]*type:[ \t]*[\"']?([\w-]{1,40})", re.MULTILINE)
"""Claude Code 2.1 writes it below `metadata:`, earlier releases at the top."""

_INDEX_LINE = pattern(r"^\s*[-*]\s+\[[^\]\n]*\]\((?P<file>[^)\s]+\.md)\)")


def claude_notes(worktree: Path, folder: Path) -> tuple[Path, ...]:
    """The notes that Claude Code keeps for a worktree: CLAUDE.md files, and the memory below its own folder."""
    slug = re.sub(r"[^A-Za-z0-9]", "-", str(worktree))
    memory = folder / "projects" / slug / "memory"
    return tuple(place for place in [*(worktree / name for name in CLAUDE_NOTES), memory] if place.exists())


def read_notes(path: Path) -> Iterator[Item]:
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


HANDBOOK = "MEMORY.md"
BESIDE = ("memory_summary.md", "raw_memories.md", "rollout_summaries")
"""What else stands in the folder: a digest of the handbook, and what it was made from. Neither is read."""

_GROUP = pattern(r"^# Task Group:\s*(?P<name>.+?)\s*$")
_FOR = pattern(r"\bcwd\s*=\s*[`\"']?(?P<cwd>[^`\"';,\n]+)")
_HEADING = pattern(r"^#{2,6}\s+(?P<name>.+?)\s*$")
_ABOUT = pattern(r"^(?:scope|applies_to|reuse_rule):", re.IGNORECASE)
_NOT_STATED = ("rollout_summary_files", "keywords")


def read_codex(path: Path) -> Iterator[Item]:
    """The statements of a Codex handbook, each with the folder that its group is for as owner."""
    file = path / HANDBOOK if path.is_dir() else path
    group, cwd, section, kept = "", "", "", list[str]()

    def told() -> Iterator[Item]:
        owner = Path(cwd.strip()).name if cwd.strip() else ""
        for statement in cut_statements("\n".join(kept)):
            tags = tags_of([section] if section else [])
            yield Record(text=statement, where=f"{file.name} › {group}", name=group, tags=tags, owner=owner)
        kept.clear()

    for line in read_text(file, MAX_NOTE).replace("\r\n", "\n").split("\n"):
        if new := _GROUP.match(line):
            yield from told()
            group, cwd, section = new["name"], "", ""
        elif heading := _HEADING.match(line):
            yield from told()
            section = re.sub(r"^Task \d+:.*", "task", heading["name"])
        elif _ABOUT.match(line):
            cwd = found["cwd"] if (found := _FOR.search(line)) else cwd
        elif section not in _NOT_STATED:
            kept.append(line)
    yield from told()
    for name in BESIDE:
        if path.is_dir() and (path / name).exists():
            yield Skipped(name, f"what {HANDBOOK} was made from, or says again")


def fits_codex(folder: Path) -> bool:
    """Whether a folder is Codex's folder of memories."""
    return (folder / HANDBOOK).is_file() and any((folder / name).exists() for name in BESIDE)


RULE_ENDING = ".mdc"
OLD_RULES = ".cursorrules"


def read_cursor(path: Path) -> Iterator[Item]:
    """The statements of each Cursor rule; the files that a rule is for say where it applies."""
    for file in _rule_files(path):
        text = note_text(file, path)
        if isinstance(text, Skipped):
            yield text
            continue
        fields, body = _rule_fields(text.replace("\r\n", "\n"))
        globs = ", ".join(fields.get("globs", []))
        for statement in cut_statements(body):
            yield Record(text=statement, where=file.name, name=file.name, tags=("cursor-rule",), applies=globs[:80])
        if not body.strip():
            yield Skipped(file.name, "a rule without a text")


def _rule_files(path: Path) -> tuple[Path, ...]:
    """The files of Cursor's rules, in a folder or the one given."""
    if not path.is_dir():
        return (path,)
    rules = path / ".cursor" / "rules"
    old = (path / OLD_RULES,) if (path / OLD_RULES).is_file() else ()
    return (*files_below(rules if rules.is_dir() else path, RULE_ENDING), *old)


def _rule_fields(text: str) -> tuple[dict[str, list[str]], str]:
    """The fields and the text of a rule. `globs: *.ts` without quotes, an alias to YAML, is read line by line."""
    return front_matter(text)


def fits_cursor(folder: Path) -> bool:
    """Whether a folder has Cursor's rules."""
    return (
        (folder / ".cursor" / "rules").is_dir() or (folder / OLD_RULES).is_file() or any(folder.glob(f"*{RULE_ENDING}"))
    )


_OBSERVATION = pattern(r"^\s*[-*]\s+\[(?P<category>[^\[\]\n]{1,60})\](?!\()\s+(?P<text>\S.*)$")
_RELATION = pattern(r"^\s*[-*]\s+(?P<type>[^\[\]\n]{1,80}?)\s+\[\[(?P<target>[^\[\]\n]{1,200})\]\]")
_CONTEXT = pattern(r"\s*\((?P<context>[^()]*)\)\s*$")
_TAG = pattern(r"(?:^|\s)#([\w/-]+)")
_BOXES = frozenset({"", " ", "x", "X", "-", "/"})
"""What stands in the brackets of a task."""


def read_basic_memory(path: Path) -> Iterator[Item]:
    """Each observation and relation of each note, and what else a note states in paragraphs and items."""
    folder = path if path.is_dir() else path.parent
    for file in files_below(path, ".md") if path.is_dir() else (path,):
        text = note_text(file, path)
        if isinstance(text, Skipped):
            yield text
        else:
            yield from _note_items(text, str(file.relative_to(folder)))


def _note_items(text: str, name: str) -> Iterator[Item]:
    """The items of a Basic Memory note: observations, relations, and other statements."""
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


def fits_basic_memory(text: str) -> bool:
    """Whether a Markdown file is a note of Basic Memory."""
    fields, _ = front_matter(text)
    return "permalink" in fields and "title" in fields
