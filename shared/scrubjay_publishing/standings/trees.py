"""Which files of a tree name a memory, and do they say it? By the stored marks, or by reading what nobody indexed."""

import json
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from scrubjay.git.process import Git
from scrubjay.model.view import View, ViewFile
from scrubjay.storage.driver import Connection
from scrubjay_publishing.standings.marks import Claims, Q, read_texts
from scrubjay_publishing.standings.values import Publication, PublishedFile

MOST_UNREAD = 200
"""Files of a base branch that no view has indexed yet and that are read for marks."""

WHOLE = 2
"""`Extent.WHOLE`, whose module is heavy."""


@dataclass(frozen=True, slots=True)
class NamedFiles:
    """The files of a tree that name a memory of this home, by its id: those that say it, and those that don't."""

    said: Mapping[str, PublishedFile]
    other: Mapping[str, PublishedFile]


def named_files(connection: Connection, view: View, records: Iterable[Publication]) -> NamedFiles:
    """The indexed files of a view that name a memory; of several for one memory the first path that says most.

    A file at the path of a record is this home's own, whatever people made of its words.
    """
    marks: dict[str, list[tuple[str, int]]] = {}
    for row in connection.execute(Q.marks).fetchall():
        marks.setdefault(row["blob"], []).append((row["memory"], row["agreement"]))
    own = {(record.memory, record.path) for record in records}
    best: dict[str, tuple[int, PublishedFile]] = {}
    other: dict[str, PublishedFile] = {}
    for file in view.files if marks else ():
        for memory, agrees in marks.get(file.blob, ()):
            place = PublishedFile(file.path, file.blob, agrees == WHOLE, agrees > 0)
            if not agrees and (memory, file.path) not in own:
                other.setdefault(memory, place)
            elif memory not in best or agrees > best[memory][0]:
                best[memory] = (agrees, place)
    return NamedFiles({id: place for id, (_, place) in best.items()}, other)


def unread_files(
    connection: Connection, git: Git, files: Collection[ViewFile], claims: Claims, records: Iterable[Publication]
) -> dict[str, PublishedFile]:
    """The memories that files say which nobody indexed; at most `MOST_UNREAD` of them are read."""
    from scrubjay_publishing.standings.agreement import Extent, agreement
    from scrubjay_publishing.standings.mark import memory_id_of

    paths = {file.blob: file.path for file in files if not file.format.startswith("code:")}
    indexed = {row["blob"] for row in connection.execute(Q.indexed, {"blobs": json.dumps(list(paths))})}
    unread = [blob for blob in paths if blob not in indexed][:MOST_UNREAD]
    named = {blob: (id, text) for blob, text in read_texts(git, unread) if (id := memory_id_of(text)) is not None}
    said = claims({id for id, _ in named.values()})
    own = {(record.memory, record.path) for record in records}
    found: dict[str, PublishedFile] = {}
    for blob, (id, text) in named.items():
        agrees = agreement(said[id], text) if id in said else Extent.NOTHING
        if agrees or (id, paths[blob]) in own:
            found[id] = PublishedFile(paths[blob], blob, agrees is Extent.WHOLE, agrees > 0)
    return found
