"""Who owns a path, by CODEOWNERS: the last line that fits it decides; pure."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from scrubjay.knowledge.documents.selection import Glob

PLACES: Final = (".github/CODEOWNERS", "CODEOWNERS", "docs/CODEOWNERS", ".gitlab/CODEOWNERS")
"""Where forges look for it; the first that is there counts."""

MAX_RULES: Final = 2_000
MAX_PATTERN: Final = 400


@dataclass(frozen=True, slots=True)
class OwnerRule:
    """A line of CODEOWNERS: what it covers, who owns that; nobody, where a line takes ownership back."""

    line: int
    globs: tuple[Glob, ...]
    owners: tuple[str, ...]


def owner_rules(text: str) -> tuple[OwnerRule, ...]:
    """The lines of a CODEOWNERS file; owners of a GitLab section stand in its heading for lines without any."""
    rules: list[OwnerRule] = []
    default: tuple[str, ...] = ()
    for number, line in enumerate(text.split("\n"), 1):
        words = re.sub(r"(?<!\\)\s#.*|^\s*#.*", "", line).split()
        if not words:
            continue
        if section := re.match(r"\^?\[[^\]]+\](?:\[\d+\])?\s*(.*)", " ".join(words)):
            default = tuple(section[1].split())
            continue
        if globs := _compiled(words[0]):
            rules.append(OwnerRule(number, globs, tuple(words[1:]) or default))
    return tuple(rules[:MAX_RULES])


def owned(paths: Iterable[str], rules: tuple[OwnerRule, ...]) -> Iterator[tuple[str, OwnerRule]]:
    """Each path that somebody owns, with the line that says so."""
    backwards = tuple(reversed(rules))
    for path in paths:
        parts = path.lower().split("/")
        rule = next((rule for rule in backwards if any(glob.matches(parts) for glob in rule.globs)), None)
        if rule is not None and rule.owners:
            yield path, rule


def _compiled(written: str) -> tuple[Glob, ...]:
    """A pattern as git ignores by it: anchored where it holds a slash, a folder stands for all below it."""
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
