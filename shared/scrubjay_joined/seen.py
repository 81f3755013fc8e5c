"""The member's choice to send counts to the team, and the ids of the team's memories that this home was shown."""

import os
from collections.abc import Iterable, Mapping
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Final

from scrubjay.model.pattern import pattern
from scrubjay.storage.own import PLAIN, read_own, write_own
from scrubjay_joined.membership import own_place

if TYPE_CHECKING:
    from scrubjay.settings.schema import Settings

COUNTS: Final = "counts"
FILE: Final = "seen"
MOST: Final = 20_000
"""Ids that are kept, the newest."""
DIGITS: Final = 12
"""Digits of a memory's id by which this home notes what a session had."""
_LONGEST: Final = 4_000_000
_ID: Final = pattern(r"[0-9a-f]{32}")


def chosen(settings: "Settings") -> bool:
    """Whether the user's own file says that counts may be sent; no repository and no variable says it."""
    section = settings.sections.get("team")
    return isinstance(section, Mapping) and section.get("evidence") == COUNTS


class SeenMemories:
    """The ids of the team's memories that its server told this home: only those are ever told back."""

    def __init__(self, home: Path) -> None:
        self._file = own_place(home) / FILE

    def note(self, ids: Iterable[str]) -> None:
        """Note ids that an answer of the server had."""
        new = [id for id in dict.fromkeys(ids) if _ID.fullmatch(id)]
        if not new or not self._file.parent.is_dir():
            return
        try:
            descriptor = os.open(self._file, os.O_WRONLY | os.O_CREAT | os.O_APPEND | PLAIN, 0o600)
            with os.fdopen(descriptor, "a", encoding="ascii") as stream:
                stream.write("".join(f"{id}\n" for id in new))
        except OSError:
            return  # then they aren't counted

    def by_digits(self) -> dict[str, str]:
        """The ids by their first digits; the file is kept to the newest."""
        text = read_own(self._file, "the team's memories that were shown here", _LONGEST) or ""
        lines = text.split()
        ids = dict.fromkeys(id for id in reversed(lines) if _ID.fullmatch(id))
        if len(lines) > MOST:
            write_own(self._file, "\n".join(reversed([*islice(ids, MOST // 2)])))
        return {id[:DIGITS]: id for id in ids}
