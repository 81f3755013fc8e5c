"""What is a finding? A kind and a place; never the value."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Finding:
    """A secret in a text: from `start` to `end` (characters), on `line` (1-based, where it begins)."""

    start: int
    end: int
    kind: str
    line: int = 0


@dataclass(frozen=True, slots=True)
class Masked:
    """A text in which every secret is `[redacted: kind]`. `lines` counts the lines that had one."""

    text: str
    lines: int
    kinds: tuple[str, ...]
    found: tuple[Finding, ...] = ()
