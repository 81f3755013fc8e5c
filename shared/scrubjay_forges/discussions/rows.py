"""Rows of discussions: what a batch of a forge changes, within one write transaction."""

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from scrubjay.knowledge.index import store as index
from scrubjay.knowledge.index.generation import bump
from scrubjay.model.discussion import DiscussionRef
from scrubjay.model.frozen import from_row
from scrubjay.storage.driver import Connection, Row, load
from scrubjay.text.references import links
from scrubjay_forges.discussions.gone import Prepared, note_gone, without_gone
from scrubjay_forges.discussions.keys import SIGNED, KeyForm, form_of, not_ahead, own_key, past_moment, twin_text
from scrubjay_forges.discussions.said import WITHHELD
from scrubjay_forges.discussions.stored import Discussion, PutReport, StoredPart
from scrubjay_forges.discussions.values import ForgeBatch, Role

Q = load(__package__)

Name = tuple[str, int]
"""A discussion within its repository: its sign and number."""


def put(
    connection: Connection,
    repository: Row,
    heads: Iterable[Prepared],
    parts: Sequence[Prepared],
    batch: ForgeBatch,
    now: str,
) -> PutReport:
    """Store a batch, prepared as `heads` and `parts`, and delete what is gone with it.

    `now`: later times count as that.
    """
    id = int(repository["id"])
    heads, parts = without_gone(connection, id, tuple(heads), parts, batch.file_at)
    lost = taken_out(connection, id, parts, batch)
    touched: set[Name] = set(map(name_of, lost))
    note_gone(connection, id, (), lost, (), batch.file_at)
    drop_rows(connection, lost)
    edits: dict[Name, str] = {}
    for head in heads:
        touched.add(name_of(head))
        edits[name_of(head)] = min(head["updated_at"], now)
        _put_head(connection, id, {**head, "file_at": batch.file_at}, now)
    new = changed = 0
    for part in parts:
        touched.add(name_of(part))
        edited_at = str(edits.get(name_of(part)) or part["updated_at"])
        added = _put_part(connection, repository, {**part, "file_at": batch.file_at}, edited_at, now)
        new += added == "new"
        changed += added == "changed"
    for part in parts if batch.same_author else ():
        touched |= _same_author(connection, repository, part, batch.same_author)
    gone = len(lost) + _drop(connection, id, batch, {part["key"] for part in parts}, touched, now)
    if batch.file_at and touched:
        keys = json.dumps([part["key"] for part in parts])
        params = {"repository": id, "file_at": batch.file_at, "keys": keys, **naming_params(touched)}
        connection.execute(Q.seen_heads, params)
        connection.execute(Q.seen_parts, params)
    if touched:
        answer(connection, id, touched)
        bump(connection)
    return PutReport(new=new, changed=changed, gone=gone)


def taken_out(connection: Connection, repository: int, parts: Sequence[Prepared], batch: ForgeBatch) -> list[Row]:
    """The texts of earlier files that a file no longer has, of the discussions that it holds in whole.

    What a reading of the forge brought stays. A text without an id is known by who said it when.
    """
    if not batch.held:
        return []
    params = {
        "repository": repository,
        "file_at": batch.file_at,
        **naming_params((batch.sign, number) for number, _ in batch.held),
    }
    keys = {part["key"] for part in parts}
    forms: dict[tuple[int, str, str, str], set[KeyForm]] = {}
    for part in parts:
        forms.setdefault(_text_identity(part), set()).add(form_of(part["key"]))
    held = set(batch.held)
    return [
        row
        for row in connection.execute(Q.parts_of_earlier_files, params).fetchall()
        if (row["number"], row["role"]) in held and row["key"] not in keys and not _in_other_form(row, forms)
    ]


def _in_other_form(row: Row, forms: Mapping[tuple[int, str, str, str], set[KeyForm]]) -> bool:
    """Whether a file has a text under a key of another form; one without an id is any of its author and time."""
    own, there = form_of(row["key"]), forms.get(_text_identity(row), set())
    return bool(there if own is KeyForm.UNNUMBERED else there - {own})


def _text_identity(row: Prepared | Row) -> tuple[int, str, str, str]:
    """A text's number, role, author and time, by which two of its forms are told to be the same."""
    return int(row["number"]), str(row["role"]), str(row["author"]), str(row["created_at"])


def answer(connection: Connection, repository: int, names: Iterable[Name]) -> None:
    """Mark anew which texts of some discussions a member has answered."""
    params = {"repository": repository, **naming_params(names)}
    connection.execute(Q.answer, params)
    connection.execute(Q.not_answered, params)


def name_of(row: Prepared | Row) -> Name:
    """The sign and number of the discussion that a head or a text belongs to."""
    return str(row["sign"]), int(row["number"])


def naming_params(names: Iterable[Name]) -> dict[str, str]:
    """Parameters that choose discussions: by their numbers, which the index has, and by sign and number together."""
    pairs = sorted(set(names))
    return {
        "numbers": json.dumps([number for _, number in pairs]),
        "names": json.dumps([f"{sign}{number}" for sign, number in pairs]),
    }


def _put_head(connection: Connection, repository: int, given: Prepared, now: str) -> None:
    """Store a head, unless a newer one is kept."""
    where = {"repository": repository, "number": given["number"], "sign": given["sign"]}
    before = connection.execute(Q.called, where).fetchone()
    head = not_ahead(given, before, now)
    if before is not None and before["updated_at"] > head["updated_at"]:
        return  # an older file
    texts = {name: json.dumps(head[name], ensure_ascii=False) for name in ("labels", "files")}
    connection.execute(Q.put_head, {**head, **texts, "repository": repository, "now": now})
    if before is not None and (before["title"], before["kind"]) != (head["title"], head["kind"]):
        parts = connection.execute(Q.parts_of, {"repository": repository, **naming_params([name_of(head)])})
        unindex(connection, parts.fetchall())


def _put_part(connection: Connection, of: Row, given: Prepared, edited_at: str, now: str) -> str:
    """Store a text; returns whether it is "new" or "changed", or empty. An opening has no edit time of its own."""
    repository = int(of["id"])
    row = _find(connection, repository, given["key"])
    part: Prepared = not_ahead(given, row, now)
    if row is None:
        part = _as_kept(connection, repository, part)
        row = _find(connection, repository, part["key"])
    created, updated = part["created_at"], part["updated_at"]
    surer = part["key"] != given["key"]
    if row is not None and (row["updated_at"] > updated or (surer and row["text"] == part["text"])):
        keys = json.dumps([part["key"]])
        connection.execute(Q.seen_parts, {"repository": repository, "file_at": part["file_at"], "keys": keys})
        return ""
    part = {**part, "reply_to": _first_text_key(connection, repository, part)}
    said_at = created if part["role"] == "opening" else max(created, updated)
    if row is not None and row["text"] == part["text"]:
        said_at = row["said_at"]
    elif row is not None:
        said_at = max(said_at, min(edited_at, now))
    columns = {**part, **_membership(of, part), "repository": repository, "said_at": said_at}
    (id,) = connection.execute(Q.put_part, columns).fetchone()
    if row is not None and row["text"] == part["text"] and name_of(row) == name_of(part):
        return ""
    if row is not None:
        unindex(connection, [row])
    connection.execute(Q.clear_links, {"part": id})
    found = links(part["text"], of["name"], signed=of["forge"] == SIGNED)
    connection.executemany(Q.add_link, [{"part": id, "kind": kind, "target": target} for kind, target in found])
    return "new" if row is None else "changed"


def _membership(of: Row, part: Prepared) -> dict[str, bool]:
    """Whether a text's author is a member: as the forge tells, and with those whom the settings name."""
    told = bool(part["member"])
    return {"told_member": told, "member": told or part["author"].lower() in json.loads(of["members"] or "[]")}


def _same_author(connection: Connection, of: Row, part: Prepared, roles: Collection[Role]) -> set[Name]:
    """Make other texts of an author a member's or outsider's, as this one is; returns the discussions changed."""
    params = {"repository": of["id"], "author": part["author"], "roles": json.dumps(list(roles))}
    rows = connection.execute(Q.same_author, {**params, **_membership(of, part)}).fetchall()
    return set(map(name_of, rows))


def _as_kept(connection: Connection, repository: int, part: Prepared) -> Prepared:
    """A text under the key by which it is kept; a kept text with a less sure key gets this one."""
    here = {**part, "repository": repository}
    same = twin_text(part, connection.execute(Q.texts_of_a_time, here).fetchall())
    if same is None:
        return part
    if form_of(same["key"]) > form_of(part["key"]):
        return {**part, "key": same["key"], "reply_to": same["reply_to"]}
    connection.execute(Q.rename_part, {"id": same["id"], "key": part["key"]})
    connection.execute(Q.rename_thread, {**here, "old": same["key"]})
    return part


def _first_text_key(connection: Connection, repository: int, part: Prepared) -> str:
    """The key by which the first text of a thread is kept."""
    first, own = part["reply_to"], own_key(part["reply_to"])
    if own == first or _find(connection, repository, first) is not None:
        return str(first)
    row = _find(connection, repository, own)
    return str(own if row is not None and name_of(row) == name_of(part) else first)


def _find(connection: Connection, repository: int, key: str) -> Any:
    """The row of the text with a key; None where there is none."""
    return connection.execute(Q.find_part, {"repository": repository, "key": key}).fetchone()


def _drop(
    connection: Connection, repository: int, batch: ForgeBatch, here: Collection[str], touched: set[Name], now: str
) -> int:
    """Delete what is gone; `here` are the keys of the texts that came. Returns how many were deleted."""

    def of(numbers: Iterable[int]) -> dict[str, Any]:
        return {"repository": repository, **naming_params((batch.sign, number) for number in numbers)}

    parts = connection.execute(Q.parts_of, of(batch.gone)).fetchall() if batch.gone else []
    whole = connection.execute(Q.parts_of, of(batch.whole)).fetchall() if batch.whole else []
    lost = [row for row in whole if row["key"] not in here and row["role"] in (batch.roles or (row["role"],))]
    if batch.gone_parts:
        keys = {"repository": repository, "keys": json.dumps(sorted(batch.gone_parts))}
        lost += connection.execute(Q.parts_by_key, keys).fetchall()
    touched.update(map(name_of, lost))
    names = [f"{batch.sign}{number}" for number in batch.gone]
    note_gone(connection, repository, names, lost, batch.gone_parts, batch.file_at or now)
    parts = [*parts, *lost]
    drop_rows(connection, parts)
    heads = connection.execute(Q.drop_heads, of(batch.gone)).rowcount if batch.gone else 0
    if parts or heads:
        bump(connection)
    return len({row["id"] for row in parts}) + heads


def drop_rows(connection: Connection, parts: Iterable[Row]) -> None:
    """Delete texts with their passages, full text and vectors."""
    rows = list(parts)
    index.remove(connection, {row["content"] for row in rows if row["content"]})
    connection.execute(Q.drop_parts, {"ids": json.dumps([row["id"] for row in rows])})


def unindex(connection: Connection, parts: Iterable[Row]) -> None:
    """Mark texts as not indexed, so that their entries are made again."""
    rows = list(parts)
    index.remove(connection, {row["content"] for row in rows if row["content"]})
    connection.execute(Q.unindex_parts, {"ids": json.dumps([row["id"] for row in rows])})


def head_of(row: Row, now: str) -> Discussion:
    """The head that a row holds."""
    return from_row(
        Discussion,
        row,
        ref=DiscussionRef(row["name"], row["number"], row["sign"]),
        title=title_of(row),
        member=bool(row["member"]),
        heard=bool(row["clean"] and (row["member"] or row["answered"])),
        draft=bool(row["draft"]),
        merge_commit=row["found_commit"] or row["merge_commit"],
        labels=tuple(json.loads(row["labels"])),
        files=tuple(json.loads(row["files"])),
        synced_at=past_moment(row["synced_at"], now),
        read_at=past_moment(row["read_at"], now),
    )


def title_of(row: Row) -> str:
    """The title that a head's row holds; withheld where a model takes it for an instruction."""
    return WITHHELD if row["instructs"] else str(row["title"])


def part_of(row: Row) -> StoredPart:
    """The text that a row holds."""
    return from_row(
        StoredPart,
        row,
        ref=DiscussionRef(row["name"], row["number"], row["sign"]),
        member=bool(row["member"]),
        judged=bool(row["judged"]),
        suspicious=row["suspicious"] or row["instructs"],
    )
