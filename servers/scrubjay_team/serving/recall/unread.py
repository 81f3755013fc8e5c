"""What isn't read of a team's repositories: by each one's index, and together."""

import threading
from collections import Counter, OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Final, Literal
from uuid import UUID

from scrubjay.knowledge.documents.left_out import NOTHING_LEFT_OUT, LeftOut
from scrubjay.model.view import OmittedFile, UnselectedFiles, Why
from scrubjay_team.database.queries import load
from scrubjay_team.index.api import read_facts

if TYPE_CHECKING:
    from scrubjay_team.database.connecting import Connection
    from scrubjay_team.serving.recall.views import MirroredView

Q = load(__package__)

KEPT: Final = 4096
"""Views of which it is kept in memory."""


class UnreadFiles:
    """Finds what isn't read of views, and keeps it while their index is the same. Safe to use from several threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._kept: OrderedDict[tuple[UUID, str], LeftOut] = OrderedDict()

    def of(self, connection: "Connection", views: "Sequence[MirroredView]") -> dict[str, LeftOut]:
        """What isn't read of each of some views that the caller is granted, by their names."""
        with self._lock:
            known = {one.key: self._kept[one.key] for one in views if one.key in self._kept}
        if missing := [one for one in views if one.key not in known]:
            known |= _read(connection, missing)
        with self._lock:
            for key, left_out in known.items():
                self._kept[key] = left_out
                self._kept.move_to_end(key)
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        return {one.name: known.get(one.key, NOTHING_LEFT_OUT) for one in views}


def _read(connection: "Connection", views: "Sequence[MirroredView]") -> dict[tuple[UUID, str], LeftOut]:
    asked = {"projects": [one.project for one in views], "views": [one.place for one in views]}
    rows = {(row["project"], row["view"]): str(row["facts"]) for row in connection.execute(Q.facts_of, asked)}
    found = {one.key: rows.get((one.project, one.place)) for one in views}
    return {key: read_facts(text).left_out for key, text in found.items() if text is not None}


def together(parts: Mapping[str, LeftOut]) -> LeftOut:
    """What isn't read of several repositories, by their names: a line of files for each reason, and sums. Pure."""
    if len(parts) <= 1:
        return next(iter(parts.values()), NOTHING_LEFT_OUT)
    files = Counter[Why | Literal[""]]()
    for part in parts.values():
        for file in part.files:
            files[file.why] += file.count
    unselected = [(name, part.unselected) for name, part in parts.items()]
    return LeftOut(
        tuple(OmittedFile("", why, why, count) for why, count in files.items()),
        UnselectedFiles(
            submodules=tuple(f"{name}:{path}" for name, one in unselected for path in one.submodules),
            refused=tuple((f"{name}:{path}", why) for name, one in unselected for path, why in one.refused),
            types=_sums(pair for _, one in unselected for pair in one.types),
            excluded=_sums(pair for _, one in unselected for pair in one.excluded),
        ),
    )


def _sums(pairs: Iterable[tuple[str, int]]) -> tuple[tuple[str, int], ...]:
    """Numbers of files by what they are called, the most first."""
    sums = Counter[str]()
    for name, count in pairs:
        sums[name] += count
    return tuple(sums.most_common())
