"""Store of what documents add to the index, and its collection of what no clone has any more."""

import json
from collections.abc import Collection, Iterable, Mapping
from typing import Any

from scrubjay.git.objects import ObjectReader
from scrubjay.git.process import Git
from scrubjay.knowledge.documents.left_out import LeftOut, why_refused
from scrubjay.knowledge.documents.prepare import PreparedBlob, RefusedBlob
from scrubjay.knowledge.documents.view import files_of
from scrubjay.knowledge.index import refusals
from scrubjay.knowledge.index import store as index
from scrubjay.knowledge.index.generation import bump, show
from scrubjay.knowledge.index.kinds import PARSED, SOURCED, Policy
from scrubjay.model.frozen import dataclass
from scrubjay.model.view import OmittedFile, View, ViewFile
from scrubjay.storage.database import Database
from scrubjay.storage.driver import Connection, load
from scrubjay.text.languages import Abbreviation, OtherForm, candidates, other_forms

Q = load(__package__)


def visible(connection: Connection, view: View, policy: Policy) -> int:
    """Fill `temp.visible` with the view's documents; returns the view's number there.

    Loaded once per connection and cached until contents change. Must run inside a transaction.
    """

    def fill(number: int) -> None:
        for files, borrowed in ((view.files, False), (view.borrowed, True)):
            if files or not borrowed:
                load_files(connection, files)
                parameters = {"view": number, "chunker": policy.chunker, "borrowed": borrowed}
                connection.execute(Q.fill_visible, parameters)

    return show(connection, f"{view.key}:{policy.chunker}", fill)


def load_files(connection: Connection, files: Iterable[ViewFile]) -> None:
    """Fill the connection's lookup table with files."""
    connection.execute(Q.create_view_file)
    connection.execute(Q.clear_view_file)
    rows = ({"path": f.path, "blob": f.blob, "format": f.format} for f in files)
    connection.executemany(Q.add_view_file, rows)


def missing(connection: Connection, view: View, policy: Policy) -> tuple[tuple[ViewFile, ...], tuple[str, ...]]:
    """Files to read, one for each blob and format that is neither indexed nor refused; and paths not indexed."""
    load_files(connection, files_of(view))
    parameters = {"chunker": policy.chunker, "policy": policy.key}
    files = (ViewFile(*row) for row in connection.execute(Q.missing_files, parameters))
    unique = {(file.blob, file.format): file for file in files}
    paths = tuple(row[0] for row in connection.execute(Q.missing_paths))
    return tuple(unique.values()), paths


def refused(connection: Connection, files: Iterable[ViewFile], policy: Policy) -> list[Mapping[str, Any]]:
    """The files that the current policy refused: path, reason, and bytes, `refusals.ABSENT` for missing blobs."""
    load_files(connection, files)
    return list(connection.execute(Q.skipped_files, {"policy": policy.key}).fetchall())


def left_out(connection: Connection, view: View, policy: Policy) -> LeftOut:
    """What isn't read of a view: files that the policy or their path refuses, and files that nothing selects."""
    by_blob = refusals.by_policy(connection, policy.key)
    files_in = files_of(view) if by_blob else ()
    refused = [(f, *by_blob[f.blob, f.format]) for f in files_in if (f.blob, f.format) in by_blob]
    files = [OmittedFile(f.path, reason, why_refused(reason, size, policy.max_bytes)) for f, reason, size in refused]
    omitted = (*view.omitted, *(file for module in view.submodules for file in module.omitted))
    return LeftOut(tuple(sorted((*omitted, *files), key=lambda file: file.path)), view.unselected)


def add(
    connection: Connection, batch: Iterable[PreparedBlob | RefusedBlob], policy: Policy, *, read_at: str, commit: str
) -> tuple[int, int]:
    """Store a batch; returns how many documents and passages are new. A blob that is there already stays."""
    documents = passages = 0
    for item in batch:
        if isinstance(item, RefusedBlob):
            row = {
                "blob": item.file.blob, "format": item.file.format, "policy": policy.key, "path": item.file.path,
                "reason": item.reason, "bytes": item.size, "at": read_at,
            }  # fmt: skip
            refusals.refuse(connection, [row])
        elif _add_document(connection, item, policy, read_at, commit):
            documents += 1
            passages += len(item.passages)
    bump(connection)
    return documents, passages


def _add_document(connection: Connection, item: PreparedBlob, policy: Policy, read_at: str, commit: str) -> bool:
    """Store one document with its passages; False where it is there already."""
    stored = index.Content(
        blob=item.file.blob,
        format=item.file.format,
        chunker=policy.chunker,
        title=item.title,
        text=item.text,
        size=item.size,
        masked=item.masked,
        lines=item.lines,
        read_at=read_at,
        commit=commit,
    )
    content = index.add(connection, stored, item.passages)
    if content is None:
        return False
    rows = ({"content": content, "line": line, "rule": rule} for line, rule in item.rules)
    connection.executemany(Q.add_masked, rows)
    pairs = ({"content": content, "short": pair.short, "long": pair.long} for pair in item.abbreviations)
    connection.executemany(Q.add_abbreviation, pairs)
    if item.limits:
        limits = {"content": content, "after": item.cut_after, "reason": "; ".join(item.limits)}
        connection.execute(Q.add_limit, limits)
    return True


def add_records(connection: Connection, sql: str, rows: Iterable[Mapping[str, object]]) -> None:
    """Store parsed decisions or incidents, and invalidate every connection's cache."""
    connection.executemany(sql, rows)
    bump(connection)


LEAST = 0.1
"""What the documents with the other form alone must be of those with the typed one. Further words weaken a question:
where "ADR" stands in each record, its long form finds nothing more. Added to each abbreviation it cost .03 of recall@10
on openedx-events (35 questions) and .05 on tektoncd/community (200 with "TEP": .905 to .853); so it costs neither."""


def find_forms(connection: Connection, view: View, policy: Policy, query: str) -> tuple[OtherForm, ...]:
    """Other forms of a query's abbreviations or long names, found in documents that don't use the typed form."""
    shorts, longs = candidates(query)
    if not connection.once("any abbreviation", lambda: connection.execute(Q.any_abbreviation).fetchone()[0]):
        return ()
    number = visible(connection, view, policy)
    params = {"view": number, "shorts": json.dumps(shorts), "longs": json.dumps(longs)}
    rows = connection.execute(Q.abbreviations, params).fetchall()
    if not rows:
        return ()
    explained = [Abbreviation(row["short"], row["long"]) for row in rows]
    return tuple(form for form in other_forms(query, explained) if _tells_more(connection, number, form))


def _tells_more(connection: Connection, view: int, form: OtherForm) -> bool:
    """Whether a form is used in the view's documents, and often enough beside the typed form."""
    params = {"view": view, "typed": f'"{form.typed}"', "other": f'"{form.other}"'}
    row = connection.execute(Q.count_forms, params).fetchone()
    return bool(row["other"] > 0 and row["other"] >= LEAST * row["typed"])


BATCH = 50


@dataclass(frozen=True, slots=True)
class GcReport:
    """How many contents a clean-up deleted, by the reason, and how many it kept."""

    gone: int
    outdated: int
    past: int
    kept: int


def collect(clones: Iterable[Git], knowledge: Database, policy: Policy, extensions: Collection[str] = ()) -> GcReport:
    """Delete contents whose blob no known clone has, or that an older chunker made. git's own documents stay.

    Contents that were indexed only for an `as_of` query are deleted as well, unless a branch shows them now, and what
    sources of extensions gave that aren't among `extensions`, or cut by a parser that isn't there in this version.
    """
    rows = knowledge.read(index.from_git)
    current = [
        r for r in rows if r["chunker"] == policy.key_of(r["format"]) and _is_given(r["format"], policy, extensions)
    ]
    kept = {r["id"] for r in current}
    outdated = [r["id"] for r in rows if r["id"] not in kept]
    in_git = {r["blob"]: r["id"] for r in current if not r["format"].startswith(SOURCED)}
    known_clones = tuple(clones)
    lost = set(in_git) if known_clones else set()
    for git in known_clones:
        with ObjectReader(git) as reader:
            lost -= set(reader.info(sorted(lost)))
    gone = [in_git[blob] for blob in sorted(lost)]
    past = _past_contents(known_clones, knowledge) - {*outdated, *gone}
    doomed = [*outdated, *gone, *sorted(past)]
    for start in range(0, len(doomed), BATCH):
        batch = doomed[start : start + BATCH]
        knowledge.write(lambda c, batch=batch: index.drop(c, batch))  # type: ignore[misc]
    knowledge.write(lambda c: refusals.drop_stale(c, policy.key))
    return GcReport(len(gone), len(outdated), len(past), len(rows) - len(doomed))


def _is_given(format: str, policy: Policy, extensions: Collection[str]) -> bool:
    """Whether a source of texts of this format is still there: git always is, an extension while it is on."""
    if format.startswith(PARSED):
        return format in policy.parsers
    return not format.startswith(SOURCED) or format.removeprefix(SOURCED).partition(":")[0] in extensions


def _past_contents(clones: tuple[Git, ...], knowledge: Database) -> set[int]:
    """Contents of `as_of` queries that no branch of a clone shows; none where a clone doesn't answer."""
    contents = {row["id"]: row["blob"] for row in knowledge.read(lambda c: c.execute(Q.historic).fetchall())}
    if not contents:
        return set()
    reachable: set[str] = set()
    for git in clones:
        code, out = git.answer(
            "rev-list", "--no-walk", "--objects", "--no-object-names", "--branches", "--remotes", "HEAD", timeout=60
        )
        if code:
            return set()
        reachable.update(out.decode("ascii", "replace").split())
    return {content for content, blob in contents.items() if blob not in reachable}
