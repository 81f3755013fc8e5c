"""Store of contents, passages and their full text; it owns their SQL."""

from collections.abc import Iterable, Mapping
from typing import Any

from scrubjay.documents.chunking import Chunk
from scrubjay.documents.policy import Policy
from scrubjay.documents.prepare import PreparedBlob, RefusedBlob
from scrubjay.model.view import View, ViewFile
from scrubjay.storage import Connection, load
from scrubjay.text.names import index_terms, path_terms

Q = load(__package__)

VIEWS_KEPT = 8
"""Views cached in a connection's temporary table."""

UNCONFIRMED = "unconfirmed"
"""The format of unconfirmed memories, which only an agent's word supports.

Their words are in a full-text index of their own, so that the term statistics (IDF) of all else don't depend on them;
they have no full-text row of the whole text.
"""

ABSENT = -1
"""The size of a blob that a partial clone lacks."""

DOCUMENT_BODY = 200_000
"""Characters of a document that its own full-text row holds; passages hold all of it."""


def visible(connection: Connection, view: View, policy: Policy) -> int:
    """Fill `temp.visible` with the view's contents; returns the view's number there.

    Loaded once per connection and cached until contents change. Must run inside a transaction.
    """
    key = f"{view.key}:{policy.chunker}"
    now = generation(connection)
    known = connection.views.get(key)
    if known and known[1] == now:
        return known[0]
    connection.execute(Q.create_visible)
    number = known[0] if known else _free_number(connection)
    load_files(connection, view.files)
    connection.execute(Q.clear_visible, {"view": number})
    for shelf in [shelf for shelf in connection.shelves if shelf[1] == number]:
        del connection.shelves[shelf]  # the number may be reused from another view
    connection.execute(Q.fill_visible, {"view": number, "chunker": policy.chunker})
    connection.views.pop(key, None)
    connection.views[key] = (number, now)
    return number


def generation(connection: Connection) -> int:
    """A counter of changes to the contents; derived data is valid while it stays."""
    return int(connection.execute(Q.generation).fetchone()[0])


def _free_number(connection: Connection) -> int:
    views = connection.views
    if len(views) >= VIEWS_KEPT:
        oldest = next(iter(views))
        return views.pop(oldest)[0]
    return max((number for number, _ in views.values()), default=0) + 1


def load_files(connection: Connection, files: Iterable[ViewFile]) -> None:
    """Fill the connection's lookup table with files."""
    connection.execute(Q.create_view_file)
    connection.execute(Q.clear_view_file)
    rows = ({"path": f.path, "blob": f.blob, "format": f.format} for f in files)
    connection.executemany(Q.add_view_file, rows)


def missing(connection: Connection, view: View, policy: Policy) -> tuple[tuple[ViewFile, ...], tuple[str, ...]]:
    """Files whose blob is neither indexed nor refused (one for each blob and format), and paths not indexed."""
    load_files(connection, view.files)
    parameters = {"chunker": policy.chunker, "policy": policy.key}
    files = (ViewFile(*row) for row in connection.execute(Q.missing_files, parameters))
    unique = {(file.blob, file.format): file for file in files}
    paths = tuple(row[0] for row in connection.execute(Q.missing_paths))
    return tuple(unique.values()), paths


def refused(connection: Connection, files: Iterable[ViewFile], policy: Policy) -> list[Mapping[str, Any]]:
    """The files that the current policy refused: path, reason, and bytes, which are ABSENT for missing blobs."""
    load_files(connection, files)
    return list(connection.execute(Q.skipped_files, {"policy": policy.key}).fetchall())


def add_paths(connection: Connection, paths: Iterable[str]) -> None:
    """Index the words of new paths."""
    for path in paths:
        row = connection.execute(Q.add_path, {"path": path}).fetchone()
        if row:
            index_path(connection, row[0], path)
    connection.execute(Q.bump_generation)


def index_path(connection: Connection, id: int, path: str) -> None:
    """Write the full-text row of a path."""
    connection.execute(Q.index_path, {"id": id, "words": path_terms(path)})


def add(
    connection: Connection, batch: Iterable[PreparedBlob | RefusedBlob], policy: Policy, *, at: str, commit: str
) -> tuple[int, int]:
    """Store a batch; returns how many documents and passages are new. A blob that is there already stays."""
    documents = passages = 0
    for item in batch:
        if isinstance(item, RefusedBlob):
            connection.execute(
                Q.add_skipped,
                {
                    "blob": item.file.blob, "format": item.file.format, "policy": policy.key,
                    "path": item.file.path, "reason": item.reason, "bytes": item.size, "at": at,
                },
            )  # fmt: skip
        elif _add_document(connection, item, policy, at, commit):
            documents += 1
            passages += len(item.passages)
    connection.execute(Q.bump_generation)
    return documents, passages


def _add_document(connection: Connection, item: PreparedBlob, policy: Policy, at: str, commit: str) -> bool:
    found = {
        "blob": item.file.blob, "format": item.file.format, "chunker": policy.chunker, "title": item.title,
        "bytes": item.size, "masked": item.masked, "at": at, "commit": commit,
        "lines": item.lines or item.text.count("\n") + 1,
    }  # fmt: skip
    content = add_content(connection, found, item.text, item.passages)
    if content is None:
        return False
    rows = ({"content": content, "line": line, "rule": rule} for line, rule in item.rules)
    connection.executemany(Q.add_masked, rows)
    if item.limits:
        limits = {"content": content, "after": item.cut_after, "reason": "; ".join(item.limits)}
        connection.execute(Q.add_limit, limits)
    return True


def add_content(
    connection: Connection, found: Mapping[str, object], text: str, passages: Iterable[Chunk]
) -> int | None:
    """Store one content with its passages and full text; returns its id, None when it is there already.

    `found` holds blob, format, chunker, title, bytes, masked, at and commit, named as in `content`, and lines where the
    text isn't all of it.
    """
    row = connection.execute(Q.add_content, {"lines": text.count("\n") + 1, **found}).fetchone()
    if row is None:
        return None
    content, format = int(row[0]), str(found["format"])
    title = indexed_title(str(found["title"]), format, str(found["blob"]))
    for piece in passages:
        heading = " > ".join(piece.heading)
        (passage,) = connection.execute(
            Q.add_passage,
            {
                "content": content, "ordinal": piece.ordinal, "heading": heading,
                "start": piece.start_line, "end": piece.end_line, "tokens": piece.tokens, "text": piece.text,
            },
        ).fetchone()  # fmt: skip
        index_passage(connection, passage, format, title, heading, piece.text)
    index_document(connection, content, format, title, text)
    return content


def indexed_title(title: str, format: str, blob: str) -> str:
    """The title as indexed: a commit's includes its id."""
    return f"{title} {blob}" if format == "commit" else title


def index_passage(connection: Connection, passage: int, format: str, title: str, heading: str, text: str) -> None:
    """Write the full-text row of a passage, in the index of its content's format."""
    shown = f"{title} {heading}"
    terms = index_terms(f"{shown}\n{text}")
    sql = Q.index_unconfirmed if format == UNCONFIRMED else Q.index_passage
    connection.execute(sql, {"id": passage, "title": shown, "body": text, "terms": terms})


def index_document(connection: Connection, content: int, format: str, title: str, text: str) -> None:
    """Write the full-text row of a whole document, where its format has one."""
    if format == UNCONFIRMED:
        return
    body = text[:DOCUMENT_BODY]
    terms = index_terms(f"{title}\n{body}")
    connection.execute(Q.index_document, {"id": content, "title": title, "body": body, "terms": terms})


def add_records(connection: Connection, sql: str, rows: Iterable[Mapping[str, object]]) -> None:
    """Store parsed decisions or incidents, and invalidate every connection's cache."""
    connection.executemany(sql, rows)
    connection.execute(Q.bump_generation)


def drop(connection: Connection, contents: Iterable[int]) -> None:
    """Delete contents with everything derived from them, and invalidate every connection's cache."""
    remove(connection, contents)
    connection.execute(Q.bump_generation)


def remove(connection: Connection, contents: Iterable[int]) -> None:
    """Delete contents with everything derived from them, for a caller who counts its own generation."""
    for content in contents:
        unindex(connection, content)
        connection.execute(Q.drop_content, {"id": content})


def unindex(connection: Connection, content: int) -> None:
    """Delete the full-text rows of a content from its own format's index alone: another table may have no such row."""
    row = connection.execute(Q.content_title, {"id": content}).fetchone()
    apart = row is not None and row["format"] == UNCONFIRMED
    for passage in connection.execute(Q.passage_ids, {"content": content}).fetchall():
        connection.execute(Q.unindex_unconfirmed if apart else Q.unindex_passage, {"id": passage[0]})
    if not apart:
        connection.execute(Q.unindex_document, {"id": content})


def change_format(connection: Connection, content: int, format: str) -> None:
    """Change a content's format and move its words to that format's index. Passages and vectors stay."""
    unindex(connection, content)
    connection.execute(Q.change_format, {"id": content, "format": format})
    index_again(connection, content)


def index_again(connection: Connection, content: int) -> None:
    """Write the full-text rows of a content from its passages; they must not be there."""
    found = connection.execute(Q.content_title, {"id": content}).fetchone()
    if found is None:
        return
    format = found["format"]
    title = indexed_title(found["title"], format, found["blob"])
    passages = connection.execute(Q.passages, {"content": content}).fetchall()
    for row in passages:
        index_passage(connection, row["id"], format, title, row["heading"], row["text"])
    index_document(connection, content, format, title, "\n".join(row["text"] for row in passages))
