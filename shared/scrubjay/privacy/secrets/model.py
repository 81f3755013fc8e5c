"""Values of secret detection: a finding has a kind and a position, never the secret itself."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, order=True)
class SecretFinding:
    """A secret in a text: from `start` to `end` (characters), on `line` (1-based, where it begins)."""

    start: int
    end: int
    kind: str
    line: int = 0


@dataclass(frozen=True, slots=True)
class Masked:
    """A text in which every secret is replaced by `[redacted: kind]`. `lines` counts the lines with a secret."""

    text: str
    lines: int
    kinds: tuple[str, ...]
    findings: tuple[SecretFinding, ...] = ()
