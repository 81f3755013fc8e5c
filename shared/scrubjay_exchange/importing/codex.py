"""Reader of Codex' memory folder, `~/.codex/memories`: the handbook MEMORY.md, one group a project."""

import re
from collections.abc import Iterator
from pathlib import Path

from scrubjay_exchange.importing.files import MAX_NOTE, read_text
from scrubjay_exchange.importing.notes import cut_statements
from scrubjay_exchange.importing.record import Item, Record, Skipped, tags_of

HANDBOOK = "MEMORY.md"
BESIDE = ("memory_summary.md", "raw_memories.md", "rollout_summaries")
"""What else stands in the folder: a digest of the handbook, and what it was made from. Neither is read."""

_GROUP = re.compile(r"^# Task Group:\s*(?P<name>.+?)\s*$")
_FOR = re.compile(r"\bcwd\s*=\s*[`\"']?(?P<cwd>[^`\"';,\n]+)")
_HEADING = re.compile(r"^#{2,6}\s+(?P<name>.+?)\s*$")
_ABOUT = re.compile(r"^(?:scope|applies_to|reuse_rule):", re.IGNORECASE)
_NOT_STATED = ("rollout_summary_files", "keywords")


def read(path: Path) -> Iterator[Item]:
    """The statements of each group, with the folder that the group is for as owner."""
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


def fits(folder: Path) -> bool:
    """Whether a folder is one."""
    return (folder / HANDBOOK).is_file() and any((folder / name).exists() for name in BESIDE)
