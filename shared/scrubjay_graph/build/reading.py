"""Reads what the files of a view name, once for each content, from git; nothing here depends on a path or a view."""

from collections.abc import Callable
from typing import Final

from scrubjay.errors import GitFailed
from scrubjay.git.objects import ObjectReader
from scrubjay.git.process import Git
from scrubjay.knowledge.chunking.languages import PREFIX
from scrubjay.knowledge.documents import store as documents
from scrubjay.knowledge.documents.text import decode
from scrubjay.knowledge.index.kinds import Policy
from scrubjay.model.view import View
from scrubjay.privacy.secrets.masking import mask
from scrubjay.storage.database import Database
from scrubjay.storage.driver import Connection
from scrubjay_graph.build.code import code_mentions
from scrubjay_graph.mentions import Mention, mentions_of
from scrubjay_graph.store import Q

READER: Final = "7"
"""Raise it when the same text would name other things: contents of older versions are read again."""

BATCH: Final = 50
MAX_CHARACTERS: Final = 500_000

Progress = Callable[[int, int], None]
"""Told how many contents are read, and of how many."""


def read_mentions(git: Git, knowledge: Database, view: View, policy: Policy, progress: Progress | None = None) -> int:
    """Read the view's contents that nobody read yet; returns how many. Each batch is a transaction."""

    def unread(connection: Connection) -> list[tuple[int, str, str]]:
        number = documents.visible(connection, view, policy)
        rows = connection.execute(Q.unread, {"view": number, "reader": READER})
        found = [(row["id"], row["blob"], row["format"]) for row in rows]
        own = {file.blob for file in view.files} if view.submodules else frozenset[str]()
        return [one for one in found if one[1] in own] if view.submodules else found

    todo = knowledge.read(unread)
    if not todo:
        return 0
    with ObjectReader(git) as reader:
        for start in range(0, len(todo), BATCH):
            read = [
                (content, _mentions(reader, blob, format, policy))
                for content, blob, format in todo[start : start + BATCH]
            ]
            knowledge.write(lambda c, read=read: _store(c, read))  # type: ignore[misc]
            if progress:
                progress(min(start + BATCH, len(todo)), len(todo))
    return len(todo)


def _mentions(reader: ObjectReader, blob: str, format: str, policy: Policy) -> tuple[Mention, ...]:
    """What the text of a blob mentions; nothing where git can't read it."""
    try:
        text = mask(decode(reader.read(blob, policy.max_bytes)).text[:MAX_CHARACTERS], policy.allowed).text
    except GitFailed:
        return ()
    found = mentions_of(text, format)
    if not format.startswith(PREFIX):
        return found

    return (*found, *code_mentions(text, format.removeprefix(PREFIX)))


def _store(connection: Connection, read: list[tuple[int, tuple[Mention, ...]]]) -> None:
    """Store the mentions of contents, in place of earlier ones."""
    for content, found in read:
        connection.execute(Q.clear_mentions, {"content": content})
        connection.executemany(
            Q.add_mention,
            [
                {
                    "content": content,
                    "role": m.role,
                    "line": m.line,
                    "target": m.target,
                    "name": m.name,
                    "alias": m.alias,
                }
                for m in found
            ],
        )
        connection.execute(Q.add_reading, {"content": content, "reader": READER})
