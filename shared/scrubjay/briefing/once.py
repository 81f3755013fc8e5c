"""What is said once, to whichever session comes next? Lines with a key; what was said is kept by key."""

import re
from collections.abc import Collection
from dataclasses import dataclass

_MARK = re.compile("^\x04([^\x04\n]{1,200})\x04")


@dataclass(frozen=True, slots=True)
class Once:
    """A line, and the key by which it is known that it was said."""

    key: str
    text: str

    @property
    def marked(self) -> str:
        """The line as it stands in a text that is shown later."""
        return f"\x04{self.key}\x04{self.text}"


def settled(text: str, said: Collection[str]) -> tuple[str, tuple[str, ...]]:
    """A text without the lines that were said already and without marks; and the keys of those that are left."""
    kept: list[str] = []
    keys: list[str] = []
    for line in text.split("\n"):
        found = _MARK.match(line)
        if found is None:
            kept.append(line)
        elif found[1] not in said:
            keys.append(found[1])
            kept.append(line[found.end() :])
    return "\n".join(kept), tuple(keys)
