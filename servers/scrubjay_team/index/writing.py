"""Writing of a mirror's index: what its own home of the core has is copied into PostgreSQL, changes alone."""

from __future__ import annotations

import os
import time
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from scrubjay.errors import ModelUnavailable
from scrubjay.inference.numeric import np
from scrubjay.model.counted import counted
from scrubjay.model.frozen import dataclass, replace
from scrubjay_team.database.queries import load
from scrubjay_team.index.keys import Area
from scrubjay_team.index.source.home import TAG, mirror_workspace, read_mirror
from scrubjay_team.index.source.snapshot import MirrorSnapshot, in_batches

if TYPE_CHECKING:
    from uuid import UUID

    from scrubjay.extensions.kinds.content import Embedder
    from scrubjay.model.view import View
    from scrubjay_team.database.working import Work, WorkerDatabase
    from scrubjay_team.index.source.home import Progress
    from scrubjay_team.index.source.words import CopiedWords

Q = load(__package__)

DIMENSIONS: Final = 384
"""Components of a vector that the table takes."""

Row = Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class IndexReport:
    """What a run copied. `commit` is the branch's, `views` counts it and tags; `changed`: the index was another before.

    `seconds` is wall time.
    """

    commit: str
    changed: bool
    views: int = 1
    contents: int = 0
    dropped: int = 0
    passages: int = 0
    vectors: int = 0
    seconds: float = 0.0

    def with_copied(self, views: Sequence[View], copied: Mapping[str, Any]) -> IndexReport:
        """This report after one more copy of some views."""
        counts = {name: getattr(self, name) + number for name, number in copied.items() if name != "changed"}
        changed = self.changed or copied["changed"]
        return replace(self, commit=views[0].commit, views=len(views), changed=changed, **counts)


def index_mirror(
    database: WorkerDatabase,
    project: UUID,
    tree: Path,
    tags: Sequence[str],
    *,
    home: Path,
    progress: Progress = lambda what, done, total: None,
    embedder: Embedder | None = None,
    environment: Mapping[str, str] | None = None,
) -> IndexReport:
    """Make PostgreSQL's index of a project that of its mirror: the default branch at HEAD of `tree`, and tags.

    `tree` is a linked worktree of the bare clone without files; nothing is written into it. `home` is the mirror's own
    home of the core, made if missing. A run that ends early leaves the old index whole; the next one goes on. The first
    run shows the branch as soon as it is read, by its words alone, then with vectors, then with tags.
    Raises ModelUnavailable for an embedder of other than 384 dimensions, before it reads.
    """
    started = time.monotonic()
    with mirror_workspace(tree, home, os.environ if environment is None else environment, embedder) as workspace:
        if workspace.embedder is not None:
            check_dimensions(workspace.embedder.fingerprint.model, workspace.embedder.fingerprint.dim)
        report = IndexReport(commit="", changed=False)
        for stage in read_mirror(workspace, tags, progress):
            if not (stage.is_whole or report.changed or _is_new(database, project)):
                continue  # what was indexed before stays whole until all of it is read again
            with database.working(project) as work:
                copied = workspace.knowledge_database.read(
                    lambda connection, views=stage.views, work=work: copy_index(  # type: ignore[misc]
                        work, project, MirrorSnapshot(connection, workspace, views, work.number), progress
                    )
                )
            report = report.with_copied(stage.views, copied)
        return replace(report, seconds=round(time.monotonic() - started, 3))


def _is_new(database: WorkerDatabase, project: UUID) -> bool:
    """Whether nothing of a project is indexed yet."""
    with database.working(project) as work:
        return work.connection.execute(Q.find_source, {"project": project}).fetchone() is None


def check_dimensions(model: str, dimensions: int) -> None:
    """Raise ModelUnavailable unless the table takes vectors of so many components."""
    if dimensions != DIMENSIONS:
        raise ModelUnavailable(
            f"{model} gives vectors of {counted(dimensions, 'component')}, and the team's index takes {DIMENSIONS}. "
            "Nothing was indexed. Choose a model of 384 in the server's `embedding:` settings; the bundled one is."
        )


def drop_index(database: WorkerDatabase, project: UUID) -> None:
    """Drop all that is indexed of a project."""
    with database.working(project) as work:
        for statement in (Q.clear_words, Q.clear_embeddings, Q.clear_states, Q.clear_frequencies, Q.clear_totals,
                          Q.clear_views, Q.clear_contents, Q.clear_index):  # fmt: skip
            work.connection.execute(statement, {"project": project})


def copy_index(work: Work, project: UUID, snapshot: MirrorSnapshot, progress: Progress) -> dict[str, Any]:
    """Make the index that of a snapshot, inside the worker's transaction; what changed, as fields of IndexReport."""
    copier = _Copier(work, project, snapshot, progress)
    copier.rows(Q.begin_copying)
    before = copier.rows(Q.find_source)
    if before and before[0]["source"] == snapshot.source:
        return {"changed": False}
    return {"changed": True, **copier.copy(before[0]["fingerprint"] if before else "")}


class _Copier:
    """Copies one snapshot in one transaction."""

    def __init__(self, work: Work, project: UUID, snapshot: MirrorSnapshot, progress: Progress) -> None:
        self._connection = work.connection
        self._project = project
        self._snapshot = snapshot
        self._progress = progress

    def rows(self, sql: str, **values: object) -> list[Any]:
        """The rows of a statement for the project."""
        return self._connection.execute(sql, {"project": self._project, **values}).fetchall()

    def copy(self, fingerprint_before: str) -> dict[str, int]:
        """Copy what differs; vectors of another embedder than before all do."""
        new, gone = self._contents()
        passages = self._add_contents(new)
        self._records()
        self._words(frozenset(row["id"] for row in new))
        fingerprint, spec = self._snapshot.fingerprint
        if fingerprint != fingerprint_before:
            self._run(Q.clear_embeddings)
            self._run(Q.clear_states)
        vectors = self._vectors()
        self._views()
        self._run(
            Q.set_index, fingerprint=fingerprint, spec=spec, source=self._snapshot.source, vectors=vectors["all"],
            at=datetime.now(UTC),
        )  # fmt: skip
        return {"contents": len(new), "dropped": len(gone), "passages": passages, "vectors": vectors["new"]}

    def _contents(self) -> tuple[list[Row], list[int]]:
        """The contents that are new, after those that are gone were dropped and the others dated."""
        there = {row["id"]: row for row in self.rows(Q.content_ids)}
        wanted = {row["id"]: row for row in self._snapshot.content_rows(self._snapshot.contents)}
        same = {id for id, row in wanted.items() if id in there and _identity(there[id]) == _identity(row)}
        gone = sorted(there.keys() - same)
        for batch in in_batches(gone):
            for statement in (Q.drop_words, Q.drop_embeddings, Q.drop_states, Q.drop_contents):
                self._run(statement, contents=batch)
        dated = [wanted[id] for id in sorted(same) if _date(there[id]) != _date(wanted[id])]
        self._send(Q.date_contents, dated, "id changed_at changed_commit")
        return [row for id, row in sorted(wanted.items()) if id not in same], gone

    def _add_contents(self, new: Sequence[Row]) -> int:
        """Add contents with texts, passages and symbols; returns how many passages."""
        passages = done = 0
        for batch in in_batches(new):
            texts = self._snapshot.texts(batch)
            rows = [{**row, "text": _plain(texts.get(row["id"], "")), "title": _plain(row["title"])} for row in batch]
            self._send(Q.add_contents, rows, "id blob format chunker title lines masked changed_at changed_commit text")
            pieces = [{**row, "text": _plain(row["text"])} for row in self._snapshot.passages(batch)]
            self._send(Q.add_passages, pieces, "id content ordinal heading tail start_line end_line text")
            symbols = self._snapshot.symbols([row["id"] for row in batch])
            self._send(Q.add_symbols, symbols, "content name role path line end_line")
            passages += len(pieces)
            done += len(batch)
            self._progress("copying", done, len(new))
        return passages

    def _records(self) -> None:
        """Make what contents say of themselves that of the snapshot."""
        there = {_place(row): row["record"] for row in self.rows(Q.records_of)}
        wanted = {_place(row): row for row in self._snapshot.records()}
        changed = [place for place, row in wanted.items() if there.get(place) != row["record"]]
        gone = [*(there.keys() - wanted.keys()), *(place for place in changed if place in there)]
        self._send(Q.drop_records, [dict(zip(_PLACE, place, strict=True)) for place in gone], " ".join(_PLACE))
        self._send(Q.add_records, [wanted[place] for place in changed], "content path kind record")

    def _words(self, new: frozenset[int]) -> None:
        """Add the words of new rows, drop those of paths that nothing shows, and weigh all words anew."""
        every, fresh = self._snapshot.items(), self._snapshot.items(new)
        for place, area in enumerate(Area):
            owners = fresh[area]
            if area in (Area.PATHS, Area.CODE_PATHS):
                there = {row["item"] for row in self.rows(Q.item_ids, area=area)}
                owners = {id: 0 for id in every[area] if id not in there}
                self._run(Q.drop_items, area=area, items=sorted(there - every[area].keys()))
            for batch in in_batches(self._snapshot.words(area, owners)):
                self._send(
                    Q.add_words, [_word_row(row, owners) for row in batch], "item content length keys tf", area=area
                )
            counts = self._snapshot.counts(area)
            weighed = {row["term"]: row["items"] for row in self.rows(Q.frequencies_of, area=area)}
            self._run(Q.drop_terms, area=area, terms=[_plain(term) for term in weighed.keys() - counts.items.keys()])
            changed = [{"term": t, "items": n} for t, n in counts.items.items() if weighed.get(t) != n]
            self._send(Q.set_frequencies, changed, "term items", area=area)
            self._run(Q.set_total, area=area, items=counts.rows, length=counts.length)
            self._progress("words", place + 1, len(Area))

    def _vectors(self) -> dict[str, int]:
        """Add the vectors and token states that are new; how many there are now, and how many are new."""
        there = {row["passage"] for row in self.rows(Q.vector_ids)}
        owners = self._snapshot.vector_ids()
        new = sorted(owners.keys() - there)
        done = 0
        for batch in in_batches(new):
            codes = self._snapshot.vectors(batch)
            keys, text = self._snapshot.keys(batch), _vector_text
            rows = [{"passage": p, "content": owners[p], "code": text(c), "key": keys[p]} for p, c in codes.items()]
            self._send(Q.add_embeddings, rows, "passage content code key")
            states = [{"passage": id, "states": blob} for id, blob in self._snapshot.states(batch).items()]
            self._send(Q.add_states, states, "passage states")
            done += len(batch)
            self._progress("vectors", done, len(new))
        return {"all": len(owners), "new": len(new)}

    def _views(self) -> None:
        """Make the views those of the snapshot."""
        names = ["", *(view.as_of.removeprefix(TAG) for view in self._snapshot.views[1:])]
        self._run(Q.drop_views, view=list(range(len(names))), name=names)
        for number, (view, name) in enumerate(zip(self._snapshot.views, names, strict=True)):
            self._run(
                Q.set_view, view=number, name=name, commit=view.commit, committed_at=view.committed_at,
                facts=_plain(self._snapshot.facts(number)),
            )  # fmt: skip
            there = {(r["path"], r["content"]): _look(r) for r in self.rows(Q.shown_of, view=number)}
            wanted = {(row["path"], row["content"]): row for row in self._snapshot.shown[number]}
            changed = [key for key, row in wanted.items() if there.get(key) != _look(row)]
            gone = [*(there.keys() - wanted.keys()), *(key for key in changed if key in there)]
            self._send(Q.drop_shown, [{"path": p, "content": c} for p, c in gone], "path content", view=number)
            rows = [wanted[key] for key in changed]
            self._send(Q.add_shown, rows, "path base path_id content kind dated", view=number)

    def _run(self, sql: str, **values: object) -> None:
        """Run a statement for the project."""
        self._connection.execute(sql, {"project": self._project, **values})

    def _send(self, sql: str, rows: Iterable[Row], names: str, **values: object) -> None:
        """Run a statement that takes rows as arrays of some columns, in batches; nothing for no rows."""
        for batch in in_batches(rows):
            self._run(sql, **{name: [row[name] for row in batch] for name in names.split()}, **values)


_PLACE: Final = ("content", "path", "kind")


def _place(row: Row) -> tuple[int, str, str]:
    return row["content"], row["path"], row["kind"]


def _identity(row: Row) -> tuple[str, str, str]:
    return row["blob"], row["format"], row["chunker"]


def _date(row: Row) -> tuple[str, str]:
    return row["changed_at"], row["changed_commit"]


def _look(row: Row) -> tuple[int, str, str]:
    return row["path_id"], row["kind"], row["dated"]


def _plain(text: str) -> str:
    """A text as PostgreSQL takes it: without NUL and lone surrogates."""
    return text.replace("\0", " ").encode("utf-8", "replace").decode("utf-8")


def _array(numbers: Sequence[int]) -> str:
    return f"{{{','.join(map(str, numbers))}}}"


def _word_row(row: CopiedWords, owners: Mapping[int, int]) -> Row:
    return {"item": row.item, "content": owners[row.item], "length": row.length, "keys": _array(row.keys),
            "tf": _array(row.frequencies)}  # fmt: skip


def _vector_text(code: bytes) -> str:
    """A stored vector as pgvector reads it."""
    return f"[{','.join(map(str, np.frombuffer(code, dtype=np.int8).tolist()))}]"
