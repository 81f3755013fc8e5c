"""CODEOWNERS as forges read it: which lines of the file decide on a path, and whom they name."""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final

from scrubjay.knowledge.documents.selection import Glob
from scrubjay.model.frozen import dataclass
from scrubjay.model.pattern import pattern

PLACES: Final = (".github/CODEOWNERS", "CODEOWNERS", "docs/CODEOWNERS", ".gitlab/CODEOWNERS")
"""Where forges look for it; the first that is there counts."""

MAX_RULES: Final = 2_000
MAX_PATTERN: Final = 400

_COMMENT: Final = pattern(r"(?<!\\)\s#.*|^\s*#.*")
_SECTION: Final = pattern(r"\^?\[([^\]]+)\](?:\[\d+\])?\s*(.*)")
_BETWEEN: Final = pattern(r"(?<!\\)\s+")


@dataclass(frozen=True, slots=True)
class OwnerRule:
    """A line of CODEOWNERS: what it covers, who owns that; nobody, where a line takes ownership back.

    `section` is that of GitLab, in lower case; each section decides by itself.
    """

    line: int
    globs: tuple[Glob, ...]
    owners: tuple[str, ...]
    section: str = ""


@lru_cache(maxsize=64)
def owner_rules(text: str) -> tuple[OwnerRule, ...]:
    """The lines of a CODEOWNERS file; owners of a GitLab section stand in its heading for lines without any."""
    rules: list[OwnerRule] = []
    default: tuple[str, ...] = ()
    section = ""
    for number, line in enumerate(text.split("\n"), 1):
        words = [word for word in _BETWEEN.split(_COMMENT.sub("", line)) if word]
        if not words:
            continue
        if heading := _SECTION.match(" ".join(words)):
            section, default = heading[1].strip().lower(), tuple(heading[2].split())
            continue
        if globs := _compiled(re.sub(r"\\(?=[\s#])", "", words[0])):
            rules.append(OwnerRule(number, globs, tuple(words[1:]) or default, section))
    return tuple(rules[:MAX_RULES])


def deciding(path: str, rules: Iterable[OwnerRule]) -> tuple[OwnerRule, ...]:
    """The lines that decide on a path: of each section the last one that covers it, in their order."""
    parts = path.lower().split("/")
    last = {rule.section: rule for rule in rules if any(glob.matches(parts) for glob in rule.globs)}
    return tuple(sorted(last.values(), key=lambda rule: rule.line))


def owned_paths(paths: Iterable[str], rules: tuple[OwnerRule, ...]) -> Iterator[tuple[str, OwnerRule]]:
    """Each path that has an owner, with each line of CODEOWNERS that decides."""
    for path in paths:
        for rule in deciding(path, rules):
            if rule.owners:
                yield path, rule


def owners_of(paths: Iterable[str], text: str) -> tuple[str, ...]:
    """Whom a CODEOWNERS file names for some paths, as they are written, each once."""
    found = owned_paths(paths, owner_rules(text))
    return tuple(dict.fromkeys(owner for _, rule in found for owner in rule.owners))


def _compiled(written: str) -> tuple[Glob, ...]:
    """The patterns for a path of CODEOWNERS, read as in .gitignore; a folder stands for all below it."""
    if written.startswith("!") or "[" in written or len(written) > MAX_PATTERN:
        return ()
    body = written.strip("/")
    if not body or body == "*":
        return (Glob.of("**"),)
    whole = body if "/" in written.rstrip("/") else f"**/{body}"
    below = Glob.of(f"{whole}/**")
    if written.endswith("/"):
        return (below,)
    return (Glob.of(whole),) if body.endswith("*") else (Glob.of(whole), below)
