"""One-time lines, each with a key; the keys of those that were shown are stored."""

import re
from collections.abc import Collection

from scrubjay.model.frozen import dataclass

_MARK = re.compile("^\x04([^\x04\n]{1,200})\x04")


@dataclass(frozen=True, slots=True)
class OneTimeLine:
    """A line, and the key that records that it was shown."""

    key: str
    text: str

    @property
    def marked(self) -> str:
        """The line with its key, as it stands in a prepared text."""
        return f"\x04{self.key}\x04{self.text}"


def drop_shown(text: str, shown_keys: Collection[str]) -> tuple[str, tuple[str, ...]]:
    """The text without key marks and without lines that were already shown; and the keys of those that remain."""
    lines: list[str] = []
    keys: list[str] = []
    for line in text.split("\n"):
        match = _MARK.match(line)
        if match is None:
            lines.append(line)
        elif match[1] not in shown_keys:
            keys.append(match[1])
            lines.append(line[match.end() :])
    return "\n".join(lines), tuple(keys)
