"""What of a project's own database is copied: read in one read transaction, with PostgreSQL's ids."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, TypeVar

from scrubjay.git.objects import ObjectReader
from scrubjay.knowledge.chunking.languages import PREFIX
from scrubjay.knowledge.chunking.languages import language_of as code_language_of
from scrubjay.knowledge.documents.text import decode
from scrubjay.knowledge.documents.view import reading
from scrubjay.knowledge.index.generation import state
from scrubjay.knowledge.index.vectors import VectorIndex, embedded_text
from scrubjay.model.given import PassageKey, passage_hash
from scrubjay.privacy.secrets.masking import mask
from scrubjay_team.index.keys import Area, id_of, row_of, vector_key
from scrubjay_team.index.source.words import CopiedWords, Q, WordCounts, WordReader

if TYPE_CHECKING:
    from uuid import UUID

    from scrubjay.model.view import OmittedFile, View
    from scrubjay.storage.driver import Connection
    from scrubjay.wiring.workspace import Workspace

T = TypeVar("T")
Row = Mapping[str, Any]

WRITTEN: Final = 3
"""Raised where the same state is written otherwise, so that each mirror's index is brought up to date."""

UNSELECTED: Final = ("submodules", "refused", "types", "excluded")

MOST_NAMED: Final = 2000
"""Files that aren't read, or have masked lines, that are named."""

AT_ONCE: Final = 500
"""Rows that are read and sent at once."""


def in_batches(items: Iterable[T], most: int = AT_ONCE) -> Iterator[list[T]]:
    """The items in lists of at most so many."""
    batch: list[T] = []
    for item in items:
        batch.append(item)
        if len(batch) == most:
            yield batch
            batch = []
    if batch:
        yield batch


def named_files(files: Sequence[OmittedFile], most: int = MOST_NAMED) -> list[list[Any]]:
    """Files that aren't read as they are kept: the first by their names, and all others in one line for each reason."""
    more = Counter[str]()
    reasons: dict[str, str] = {}
    for file in files[most:]:
        more[file.why] += file.count
        reasons.setdefault(file.why, file.reason)
    rest = [["", reasons[why], why, count] for why, count in more.items()]
    return [*([file.path, file.reason, file.why, file.count] for file in files[:most]), *rest]


class MirrorSnapshot:
    """One state of a mirror's own database: what its views show, by PostgreSQL's ids. The first view is the branch's.

    Every method runs inside the read transaction that `connection` is in.
    """

    def __init__(self, connection: Connection, workspace: Workspace, views: Sequence[View], number: int) -> None:
        self._connection = connection
        self._workspace = workspace
        self._number = number
        self.views = tuple(views)
        self._words = WordReader(connection, number)

    @cached_property
    def fingerprint(self) -> tuple[str, str]:
        """The key of the embedder and what it is; empty without one. Raises ModelUnavailable."""
        embedder = self._workspace.embedder
        return (embedder.fingerprint.key, embedder.fingerprint.spec) if embedder is not None else ("", "")

    @cached_property
    def _embedder_number(self) -> int:
        embedder = self._workspace.embedder
        return VectorIndex(embedder.fingerprint).number(self._connection) if embedder is not None else 0

    @cached_property
    def source(self) -> str:
        """A text that differs whenever a copy would."""
        policy = self._workspace.policy
        marks = [WRITTEN, self.fingerprint[0], policy.chunker, policy.parser, self._number, *state(self._connection)]
        marks += [f"{view.key}:{view.commit}:{view.as_of}" for view in self.views]
        return json.dumps([*marks, *self._connection.execute(Q.index_state).fetchone()])

    @cached_property
    def shown(self) -> tuple[tuple[Row, ...], ...]:
        """What each view shows: rows of path, base, path_id, content, kind, dated."""
        documents = self._workspace.documents
        return tuple(tuple(self._shown(documents.visible(self._connection, view))) for view in self.views)

    def _shown(self, number: int) -> Iterator[Row]:
        for row in self._connection.execute(Q.visible, {"view": number}):
            yield {
                "path": row["path"], "base": row["path"].rpartition("/")[2], "path_id": self._id(row["path_id"]),
                "content": self._id(row["content_id"]), "kind": row["kind"], "dated": row["dated"] or "",
            }  # fmt: skip

    @cached_property
    def contents(self) -> frozenset[int]:
        """The ids of all contents that some view shows."""
        return frozenset(row["content"] for view in self.shown for row in view)

    def content_rows(self, contents: Collection[int]) -> list[Row]:
        """Some contents without their texts: id, blob, format, chunker, title, lines, masked, changed_at, _commit."""
        found = self._by_contents(Q.contents, contents)
        return [{**dict(row), "id": self._id(row["id"])} for row in found]

    def texts(self, rows: Iterable[Row]) -> dict[int, str]:
        """The whole masked texts of some contents, as a document is shown; empty where git lost one."""
        policy = self._workspace.policy
        texts: dict[int, str] = {}
        with ObjectReader(reading(self._workspace.git, self.views[0])) as reader:
            there = reader.info([row["blob"] for row in rows])
            for row in rows:
                if row["blob"] in there:
                    decoded = decode(reader.read(row["blob"], policy.max_bytes))
                    texts[row["id"]] = mask(decoded.text, policy.allowed).text
        return texts

    def passages(self, contents: Sequence[Row]) -> Iterator[Row]:
        """The passages of some contents, with `tail` as the last part of a definition's path."""
        code = {row["id"] for row in contents if row["format"].startswith(PREFIX)}
        for row in self._by_contents(Q.passages, [row["id"] for row in contents]):
            content = self._id(row["content_id"])
            tail = row["heading"].rpartition(".")[2] if content in code else ""
            yield {**dict(row), "id": self._id(row["id"]), "content": content, "tail": tail}

    def symbols(self, contents: Collection[int]) -> list[Row]:
        """The symbols of some contents."""
        return [{**dict(row), "content": self._id(row["content_id"])} for row in self._by_contents(Q.symbols, contents)]

    def records(self) -> list[Row]:
        """The decisions and incidents of all contents: content, path, kind, record."""
        found = self._by_contents(Q.records, self.contents)
        return [{**dict(row), "content": self._id(row["content_id"])} for row in found]

    def vector_ids(self) -> dict[int, int]:
        """The passages of documents that have a vector, each with its content."""
        owners = {row["id"]: row["content_id"] for row in self._by_contents(Q.passage_ids, self.contents)}
        have = self._connection.execute(Q.vector_ids, {"fingerprint": self._embedder_number})
        return {self._id(id): self._id(owners[id]) for (id,) in have if id in owners}

    def vectors(self, passages: Collection[int]) -> dict[int, bytes]:
        """The codes of some passages' vectors: a signed byte a component."""
        return {self._id(row["id"]): row["vector"] for row in self._by_passages(Q.vectors, passages)}

    def keys(self, passages: Collection[int]) -> dict[int, UUID]:
        """The key of each of some passages, by its blob and its text as it was embedded."""
        return {
            self._id(row["id"]): vector_key(PassageKey(row["blob"], passage_hash(embedded_text(row))))
            for row in self._by_passages(Q.embedded_texts, passages)
        }

    def states(self, passages: Collection[int]) -> dict[int, bytes]:
        """The token states of some passages."""
        return {self._id(row["id"]): row["states"] for row in self._by_passages(Q.states, passages)}

    def items(self, contents: Collection[int] | None = None) -> dict[Area, dict[int, int]]:
        """The rows of each full text, each with its content (0 for a path): of some contents, else of all views."""
        chosen = self.contents if contents is None else contents
        code = {row["content"] for view in self.shown for row in view if row["kind"] == "code"}
        owned = [(self._id(r["id"]), self._id(r["content_id"])) for r in self._by_contents(Q.passage_ids, chosen)]
        paths = {row["path_id"]: row["path"] for view in self.shown for row in view if row_of(row["path_id"])}
        return {
            Area.PASSAGES: {id: content for id, content in owned if content not in code},
            Area.DOCUMENTS: {content: content for content in chosen if content not in code},
            Area.CODE: {id: content for id, content in owned if content in code},
            Area.PATHS: {id: 0 for id, path in paths.items() if not code_language_of(path)},
            Area.CODE_PATHS: {id: 0 for id, path in paths.items() if code_language_of(path)},
        }

    def words(self, area: Area, items: Collection[int]) -> Iterator[CopiedWords]:
        """The words of some rows of a full text."""
        return self._words.rows(area, [row_of(item) for item in items])

    def counts(self, area: Area) -> WordCounts:
        """How words of a full text are weighed: by what the branch shows and commits say, as at home."""
        return self._words.counts(area, self._counted[area])

    @cached_property
    def _counted(self) -> Mapping[Area, Collection[int]]:
        """The rows of each full text that a home at the branch's head has."""
        branch = self.shown[0] if self.shown else ()
        commits = [id for (id,) in self._connection.execute(Q.commits, {"view": self._commits_shown()})]
        code = {row_of(row["content"]) for row in branch if row["kind"] == "code"}
        texts = [*{row_of(row["content"]) for row in branch} - code, *commits]
        every = json.dumps([file.path for file in self.views[0].files])
        paths = {row["id"]: row["path"] for row in self._connection.execute(Q.path_ids, {"paths": every})}
        return {
            Area.PASSAGES: [row["id"] for row in self._in_batches(Q.passage_ids, "contents", texts)],
            Area.DOCUMENTS: texts,
            Area.CODE: [row["id"] for row in self._in_batches(Q.passage_ids, "contents", list(code))],
            Area.PATHS: [id for id, path in paths.items() if not code_language_of(path)],
            Area.CODE_PATHS: [id for id, path in paths.items() if code_language_of(path)],
        }

    def _commits_shown(self) -> int:
        """The number of the branch's view, in which its commits stand now: none that it lost, none of older rules."""
        number = self._workspace.documents.visible(self._connection, self.views[0])
        self._workspace.commits.fill_visible(self._connection, self.views[0], number)
        return number

    def facts(self, place: int) -> str:
        """What is asked of a whole view, as JSON: see ViewFacts."""
        records = self._workspace.documents.records(self.views[place])
        versions = {
            path: [[one.path, one.folder, list(one.number), one.early] for one in page]
            for path, page in records.versions.items()
        }
        counts: dict[int, Row] = {
            self._id(row["id"]): row
            for row in self._by_contents(Q.embedded_of_contents, self.contents, fingerprint=self._embedder_number)
        }
        corpora: dict[str, list[int]] = {}
        for content, kind in {(row["content"], row["kind"]) for row in self.shown[place]}:
            if content in counts:
                embedded, passages = corpora.setdefault(kind, [0, 0])
                corpora[kind] = [embedded + counts[content]["embedded"], passages + counts[content]["passages"]]
        left_out = records.left_out
        return json.dumps(
            {
                "superseded_by": records.superseded_by,
                "versions": versions,
                "corpora": corpora,
                "moved": {row["path"]: row["now"] for row in self._connection.execute(Q.moved)},
                "masked": self._workspace.documents.masked_paths(self.views[place])[:MOST_NAMED],
                "left_out": named_files(left_out.files),
                "unselected": {name: getattr(left_out.unselected, name) for name in UNSELECTED},
            }
        )

    def _id(self, row: int) -> int:
        return id_of(self._number, row)

    def _by_contents(self, sql: str, contents: Collection[int], **values: object) -> Iterator[Any]:
        return self._in_batches(sql, "contents", [row_of(content) for content in contents], **values)

    def _by_passages(self, sql: str, passages: Collection[int]) -> Iterator[Any]:
        rows = [row_of(passage) for passage in passages]
        return self._in_batches(sql, "passages", rows, fingerprint=self._embedder_number)

    def _in_batches(self, sql: str, name: str, ids: Sequence[int], **values: object) -> Iterator[Any]:
        for batch in in_batches(sorted(ids)):
            yield from self._connection.execute(sql, {name: json.dumps(batch), **values})
