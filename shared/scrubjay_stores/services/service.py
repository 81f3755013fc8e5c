"""What all services have in common: bounded and named failures, and memories that carry their key there.

A service's own words go through `outside`; a key of the account stands in no message.
"""

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final, TypeVar

from scrubjay.errors import NotFound, ScrubjayError, UsageError
from scrubjay.model.stored import CARRIED, StoredMemory, StoredPage, WriteOutcome
from scrubjay_stores.errors import StoreAway, StoreRefused, StoreUnreadable
from scrubjay_stores.keys import HomeSeal, key_of
from scrubjay_stores.outside import digest, kind_named, moment_of, name_of, tags_from, text_of
from scrubjay_stores.services.guarding import guarded_client
from scrubjay_stores.settings import StorePlace

T = TypeVar("T")

MARK: Final = "scrubjay_"
"""What begins each name that we put beside a memory there."""

PAGE: Final = 100
MOST_PAGES: Final = 1_000
MOST_WAIT_S: Final = 3_600.0
WORDS: Final = 300
_FIELDS: Final = ("kind", "applies", "author", "date")


class Service(ABC):
    """A store that another program serves. Subclasses map its calls; `asked` is around each of them.

    `folder` is this home's for stores, with the key that seals what it writes there.
    """

    kind = ""
    module = ""
    carries = frozenset(CARRIED) - {"told"}
    read_only = False

    def __init__(self, name: str, place: StorePlace, timeout_s: float, folder: Path) -> None:
        self.name = name
        self._seal = HomeSeal(folder)
        self._place = place
        self._timeout_s = timeout_s
        self._secret = ""
        self._ids: dict[str, str] | None = None
        self._http: Any = None

    @property
    def writes(self) -> tuple[str, ...]:
        """Scope team where the settings say so."""
        return (self._place.scope,) if self._place.scope else ()

    def library(self) -> Any:
        """The service's client library. Raises UsageError where it isn't installed."""
        if find_spec(self.module) is None:
            raise UsageError(
                f"The store {self.name} needs the client library of {self.kind}: `pip install '.[{self.kind}]'` in the "
                "folder of scrubjay."
            )
        return import_module(self.module)

    def secret(self) -> str:
        """The account's key; empty for none. Raises UsageError."""
        self._secret = self._secret or key_of(self.name, self._place).get_secret_value()
        return self._secret

    def asked(self, do: Callable[[], T]) -> T:
        """The result of a call. Whatever the library raises becomes one of ours, named and bounded.

        Raises StoreAway, StoreRefused, StoreUnreadable, NotFound.
        """
        try:
            return do()
        except ScrubjayError:
            raise
        except Exception as error:
            causes: list[BaseException] = []
            seen: BaseException | None = error
            while seen is not None and len(causes) < 10:
                causes.append(seen)
                seen = seen.__cause__ or seen.__context__
            ours = next((one for one in causes if isinstance(one, ScrubjayError)), None)
            raise (ours or self._meant(causes)) from None

    def failure(self, status: int, headers: Mapping[str, str], body: str) -> ScrubjayError:
        """The error that an HTTP status means; the words are the service's own."""
        words = text_of(body.replace(self._secret, "[key]") if self._secret else body, WORDS)
        said = f"{self.name} ({self.kind}) refused (HTTP {status}): {' '.join(words.split()) or 'it says no more'}"
        if status == 404:
            return NotFound(f"{self.name} ({self.kind}) has no such thing (HTTP 404).")
        if status in (401, 403):
            return StoreRefused(
                f"{self.name} ({self.kind}) refuses the key (HTTP {status}). See stores in config.yaml."
            )
        if status == 429:
            return StoreRefused(said, _seconds(headers.get("retry-after", "")))
        if status >= 500:
            return StoreAway(f"{self.name} ({self.kind}) doesn't answer (HTTP {status}).")
        return StoreRefused(said) if status >= 400 else StoreUnreadable(
            f"{self.name} ({self.kind}) leads elsewhere (HTTP {status}), and nothing was sent there."
        )  # fmt: skip

    def _meant(self, causes: list[BaseException]) -> ScrubjayError:
        """The error that a library's exceptions mean, the outer first."""
        names = {kind.__name__ for one in causes for kind in type(one).__mro__}
        if names & {"TimeoutException", "TimeoutError", "APITimeoutError"}:
            return StoreAway(f"{self.name} ({self.kind}) didn't answer within {self._timeout_s:g} s.")
        if names & {"TransportError", "OSError", "ClientError", "NetworkError"}:
            return StoreAway(f"{self.name} ({self.kind}) doesn't answer: no connection to it.")
        return StoreUnreadable(
            f"What {self.name} answered isn't what {self.kind} answers ({type(causes[0]).__name__}). Is its url right?"
        )

    @abstractmethod
    def search(self, query: str, limit: int) -> tuple[StoredMemory, ...]:
        """What it finds, best first."""

    @abstractmethod
    def get(self, id: str) -> StoredMemory:
        """A memory by its id. Raises NotFound."""

    @abstractmethod
    def since(self, cursor: str) -> StoredPage:
        """A page of its memories."""

    @abstractmethod
    def _add(self, memory: StoredMemory) -> str:
        """Keep a memory that isn't there; returns its id."""

    def has(self, key: str) -> bool:
        """Whether a memory is there under a key: all are read once."""
        return key in self._known()

    def write(self, memory: StoredMemory) -> WriteOutcome:
        """Keep a memory once, in the words that it has."""
        if id := self._known().get(memory.key):
            return WriteOutcome("known", id)
        try:
            id = self._add(memory)
        except ScrubjayError:
            self._ids = None  # it may be there all the same
            raise
        self._known()[memory.key] = id
        return WriteOutcome("stored", id)

    def count(self) -> tuple[int, bool]:
        """How many there are; at most ten pages are read for it."""
        number = 0
        for turn, page in enumerate(self._pages(), 1):
            number += len(page.memories)
            if turn == 10 and page.more:
                return number, True
        return number, False

    def close(self) -> None:
        """Close the connections of a client that keeps some."""
        if self._http is not None:
            self._http.close()

    def http(self) -> Any:
        """The client of httpx that a library is given: see `guarded_client`."""
        self._http = guarded_client(self, self._timeout_s)
        return self._http

    def _known(self) -> dict[str, str]:
        if self._ids is None:
            self._ids = {one.key: one.id for page in self._pages() for one in page.memories}
        return self._ids

    def _pages(self) -> Iterator[StoredPage]:
        cursor = ""
        for _ in range(MOST_PAGES):
            page = self.since(cursor)
            yield page
            if not page.more or page.cursor == cursor:
                return
            cursor = page.cursor
        raise StoreRefused(
            f"{self.name} has more than {MOST_PAGES * PAGE:,} memories, which are too many to go through."
        )

    def beside(self, memory: StoredMemory) -> dict[str, Any]:
        """What goes beside a memory's words: its key and author, sealed by this home, and what its model must leave."""
        named = {name: getattr(memory, name) for name in _FIELDS if getattr(memory, name)}
        tags = {"tags": list(memory.tags)} if memory.tags else {}
        marks = {"worded": True} if memory.worded else {}
        by = {"by": self._seal.of(memory.key, memory.author, memory.text.strip())} if memory.author else {}
        return {f"{MARK}{name}": value for name, value in {
            "key": memory.key, "seal": self._seal.of(memory.key), "words": digest(memory.text), **named, **by, **tags,
            **marks,
        }.items()}  # fmt: skip

    def beside_as_texts(self, memory: StoredMemory) -> dict[str, str]:
        """The same as texts alone, without its tags."""
        return {name: str(value) for name, value in self.beside(memory).items() if not isinstance(value, list)}

    def stored(self, id: str, text: Any, beside: Any, *, date: Any, verbatim: bool, **more: Any) -> StoredMemory:
        """A memory of the service. Words that aren't those which were sent are the service's, unless it is `verbatim`.

        Of such no author is told. A key is believed where this home sealed it, an author where it sealed his words;
        nothing is told. Any other memory has a key of this service's own.
        """
        ours = beside if isinstance(beside, Mapping) else {}
        marked = {
            name: ours.get(f"{MARK}{name}") for name in ("key", "seal", "words", "by", "tags", "worded", *_FIELDS)
        }
        words, plain = text_of(text), str(text).strip()
        worded = marked["worded"] in (True, "True") or not (verbatim or marked["words"] == digest(plain))
        key, author = str(marked["key"] or ""), str(marked["author"] or "")
        wrote = self._seal.proves(marked["by"], key, author, plain) and not worded
        return StoredMemory(
            id=name_of(id), key=key if self._seal.proves(marked["seal"], key) else self._own_key(id), text=words,
            store=self.name, kind=kind_named(marked["kind"]),
            tags=tags_from(marked["tags"]) or tags_from(more.get("tags")), applies=name_of(marked["applies"])[:80],
            author=name_of(author) if wrote else "", date=moment_of(marked["date"]) or moment_of(date),
            worded=worded, holds=more.get("holds", True),
        )  # fmt: skip

    def _own_key(self, id: str) -> str:
        """The key of a memory that this home didn't write there: of its place and id, whatever they look like."""
        return f"{self.kind}:{digest(json.dumps([self._place.url, self._place.space, str(id)]))}"


def _seconds(text: str) -> float:
    return min(float(text), MOST_WAIT_S) if text.isascii() and text.isdecimal() and len(text) < 9 else 0.0
