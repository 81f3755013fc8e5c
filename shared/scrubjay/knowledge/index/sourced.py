"""Texts of an extension's source as a searchable kind: other people's words, bounded, masked, found by their kind."""

import hashlib
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Final

from scrubjay.errors import ScrubjayError
from scrubjay.extensions.in_time import ALONE_S, in_time
from scrubjay.extensions.kinds.content import NAME, TextSource
from scrubjay.extensions.registry import ExtensionRegistry
from scrubjay.knowledge.chunking import PASSAGE_TOKENS, Chunk, TokenCounter, chunk
from scrubjay.knowledge.index import refusals, store
from scrubjay.knowledge.index.generation import Q, bump, generation, show_kind
from scrubjay.knowledge.index.kinds import BY, SEARCH_KINDS, Policy, format_of, formats_of
from scrubjay.knowledge.index.sources import Reason
from scrubjay.model.clock import Clock, iso
from scrubjay.model.counted import counted
from scrubjay.model.frozen import replace
from scrubjay.model.of_extensions import SourcedText
from scrubjay.model.pattern import pattern
from scrubjay.model.view import View
from scrubjay.privacy.secrets.masking import mask
from scrubjay.storage.database import Database
from scrubjay.storage.driver import Connection

MOST: Final = 5_000
"""Texts of one source that are read."""

LONGEST: Final = 200_000
"""Characters of one text that are read."""

LONGEST_KEY: Final = 200
LONGEST_TITLE: Final = 200
LONGEST_ADDRESS: Final = 500
LONGEST_AUTHOR: Final = 100
BATCH: Final = 50

RESERVED: Final = (*SEARCH_KINDS, "adr", "doc", "memories", "conversation", "faded", "submodule", "session", "turn")
"""What a kind of an extension can't be called."""

_DAY: Final = pattern(r"\d{4}-\d{2}-\d{2}")


def forget_texts(connection: Connection, extension: str) -> int:
    """Delete the texts of an extension's sources and those cut by its parser; returns how many.

    It works while the extension is off or gone. Files are read again by our own parsers, as the next ingestion lacks
    them.
    """
    found = 0
    for start in formats_of(extension):
        prefix = {"prefix": start}
        ids = [row["id"] for row in connection.execute(Q.contents_with_prefix, prefix).fetchall()]
        store.drop(connection, ids)
        connection.execute(Q.clear_skipped_with_prefix, prefix)
        found += len(ids)
    return found


class SourcedTexts:
    """The searchable texts of one kind from an extension's source; texts that can't be read now stay as last read."""

    def __init__(
        self, registry: ExtensionRegistry, extension: str, source: TextSource, *, knowledge: Database, policy: Policy,
        counter: TokenCounter, clock: Clock,
    ) -> None:  # fmt: skip
        """Raises ValueError where its kind's name can't be one."""
        self.kind: Final = str(source.kind)
        if not NAME.fullmatch(self.kind) or self.kind in RESERVED:
            raise ValueError(f"{self.kind[:40]!r} can't be the name of a kind")
        self.format: Final = format_of(extension, self.kind)
        self.path_note: Final = f"what {extension} gives lies at no path, so none of kind {self.kind} is shown"
        self._registry = registry
        self._extension = extension
        self._source = source
        self._knowledge = knowledge
        self._policy = policy
        self._counter = counter
        self._clock = clock

    def ingest(self, view: View) -> int:
        """Read the source's texts; returns how many are new or changed. A text that it no longer gives is dropped."""
        try:
            given = in_time(self._registry, self._extension, self._given, list, ALONE_S)
            why = self._registry.why(self._extension)
        except ScrubjayError as error:
            self._registry.failed(self._extension, error)
            given, why = None, str(error)
        if given is None:
            self._record_reason(why)
            return 0
        self._record_reason(f"only its first {counted(MOST, 'text')} are read" if len(given) > MOST else "")
        texts = {_digest(text.key): text for text in given[:MOST]}
        wanted = {blob: self._version(text) for blob, text in texts.items()}
        kept = self._knowledge.read(lambda c: c.execute(Q.contents_of_format, {"format": self.format}).fetchall())
        same = {row["blob"] for row in kept if self._is_current(row, wanted)}
        old = [row["id"] for row in kept if not self._is_current(row, wanted)]
        new = [(blob, text) for blob, text in texts.items() if blob not in same]
        if old:
            self._knowledge.write(lambda c: store.drop(c, old))
        for start in range(0, len(new), BATCH):
            prepared = [self._prepared(blob, text, wanted[blob]) for blob, text in new[start : start + BATCH]]
            self._knowledge.write(lambda c, prepared=prepared: _store(c, prepared))  # type: ignore[misc]
        return len(new)

    def _given(self) -> list[SourcedText]:
        """The texts that the source gives now, at most one more than the limit."""
        return list(map(_checked, islice(self._source.texts(), MOST + 1)))

    def fill_visible(self, connection: Connection, view: View, number: int) -> int:
        """Show the source's texts in a view, as in every view; cached while nothing changed."""
        params = {"view": number, "format": self.format, "kind": self.kind, "chunker": self._policy.chunker}
        state = f"{generation(connection)}"
        return show_kind(connection, self.kind, number, state, lambda _: connection.execute(Q.show_format, params))

    def coverage(self, view: View) -> str:
        """Why a search may miss some of the source's texts; empty when all are searchable."""
        return "; ".join(f"{self.kind}: {reason}" for _, reason in self.unreadable())

    def unreadable(self) -> tuple[Reason, ...]:
        """Why the source couldn't be read as a whole at the last attempt; empty when it could."""
        rows = self._knowledge.read(lambda c: refusals.refused(c, self.format))
        return tuple((f"{self.kind} of {self._extension}", row["reason"]) for row in rows)

    def _is_current(self, row: Mapping[str, str], wanted: Mapping[str, str]) -> bool:
        """Whether a stored text is still given as it is stored."""
        return row["chunker"] == self._policy.chunker and wanted.get(row["blob"]) == row["ingested_commit"]

    def _version(self, text: SourcedText) -> str:
        """A digest that changes when a text would be stored differently."""
        parts = (text.title, text.text, text.address, text.author, text.date, *self._policy.allowed)
        return _digest("\0".join(parts))

    def _record_reason(self, reason: str) -> None:
        """Record why the source couldn't be read as a whole; an empty reason deletes the record."""
        if [said for _, said in self.unreadable()] == ([reason] if reason else []):
            return
        row = {"blob": self.kind, "format": self.format, "policy": self._policy.key, "path": "", "reason": reason[:300],
               "bytes": 0, "at": iso(self._clock())}  # fmt: skip

        def put(connection: Connection) -> None:
            refusals.accept(connection, self.format)
            refusals.refuse(connection, [row] if reason else [])

        self._knowledge.write(put)

    def _prepared(self, blob: str, text: SourcedText, version: str) -> tuple[store.Content, tuple[Chunk, ...]]:
        """A text ready to store: masked and cut into passages under its address and author."""
        masked = mask(text.text[:LONGEST], self._policy.allowed)
        cut = chunk(masked.text, "text", counter=self._counter, max_tokens=PASSAGE_TOKENS)
        above = (f"{self._shown(text.address or text.key)}{BY}{self._shown(text.author)}").removesuffix(BY)
        content = store.Content(
            blob=blob, format=self.format, chunker=self._policy.chunker, title=self._shown(text.title),
            text=masked.text, size=len(text.text), masked=masked.lines, read_at=iso(self._clock()), commit=version,
            changed_at=text.date,
        )  # fmt: skip
        return content, tuple(replace(passage, heading=(above,)) for passage in cut.passages)

    def _shown(self, text: str) -> str:
        """A text of one line, without secrets."""
        return mask(" ".join(text.split()), self._policy.allowed).text


def _checked(text: object) -> SourcedText:
    """The text itself, if its fields are texts within their bounds. Raises TypeError, ValueError."""
    if not isinstance(text, SourcedText) or not all(isinstance(part, str) for part in _fields(text)):
        raise TypeError(f"the source gave a {type(text).__name__}, which is no SourcedText of texts")
    if not 0 < len(text.key) <= LONGEST_KEY:
        raise ValueError(f"a text's key has {counted(len(text.key), 'character')}, not 1 to {LONGEST_KEY}")
    return SourcedText(
        key=text.key, title=text.title[:LONGEST_TITLE], text=text.text[:LONGEST],
        address=text.address[:LONGEST_ADDRESS], author=text.author[:LONGEST_AUTHOR],
        date=text.date[:40] if _DAY.match(text.date) else "",
    )  # fmt: skip


def _fields(text: SourcedText) -> Iterator[object]:
    """The fields of a text, in order."""
    yield from (text.key, text.title, text.text, text.address, text.author, text.date)


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:40]


def _store(connection: Connection, prepared: list[tuple[store.Content, tuple[Chunk, ...]]]) -> None:
    """Store some texts with their passages."""
    for content, passages in prepared:
        store.add(connection, content, passages)
    bump(connection)
