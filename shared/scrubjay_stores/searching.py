"""A store's answer to a question, asked beside the home's own search by the way that a team's server is asked."""

import threading
import time
from typing import TYPE_CHECKING, Final

from scrubjay.errors import ScrubjayError
from scrubjay.extensions.kinds.stores import MemoryBackend
from scrubjay.knowledge.index.kinds import MEMORY
from scrubjay.model.far import ANSWER_S, FarAnswer, FarFit, FarHit, FarRequest
from scrubjay.model.stored import StoredMemory
from scrubjay.search.recall.fitness import HELD
from scrubjay.text.telling import held, telling_words
from scrubjay_stores.errors import StoreAway, StoreRefused
from scrubjay_stores.gathering import configured, section

if TYPE_CHECKING:
    from scrubjay.app import Workspace

LONGEST: Final = 8_000
"""Characters of a hit's text."""

HELD_S: Final = 30.0
"""Seconds for which a store that failed isn't asked again."""

MOST_AT_ONCE: Final = 4
"""Questions to one store that are on their way."""


class SaidAtOnce:
    """An answer that is known at once."""

    def __init__(self, answer: FarAnswer) -> None:
        self._answer = answer

    def result(self, seconds: float) -> FarAnswer:
        """The answer."""
        return self._answer


class StoreSearch:
    """Asks one store for memories. One that failed is named, and left alone for a while. Thread-safe."""

    def __init__(self, store: MemoryBackend) -> None:
        self._store = store
        self.name = store.name
        self._on_their_way = threading.Semaphore(MOST_AT_ONCE)
        self._lock = threading.Lock()
        self._failed = ("", 0.0)

    def begin(self, request: FarRequest) -> "SaidAtOnce | AskingStore | None":
        """Begin to ask; None for a question that isn't about memories, or is narrowed to paths."""
        if (request.kinds and MEMORY not in request.kinds) or request.placed:
            return None
        if request.of_home:
            return self._said(notes=(f"not asked: it can't search {request.of_home}",))
        with self._lock:
            why, until = self._failed
        if time.monotonic() < until:
            return self._said(degraded=(why,))
        if not self._on_their_way.acquire(blocking=False):
            return self._said(degraded=("not asked: too many questions at once",))
        asking = AskingStore(self, request)
        threading.Thread(target=asking.run, name=f"store {self.name}", daemon=True).start()
        return asking

    def asked(self, request: FarRequest) -> FarAnswer:
        """The store's answer, waited for; what has few of the question's words is only what is nearest."""
        try:
            found = self._store.search(request.query, request.limit)
        except ScrubjayError as error:
            return self.trouble(error)
        except Exception as error:
            return self.trouble(StoreAway(f"its client failed ({type(error).__name__})"))
        finally:
            self._on_their_way.release()
        stems = telling_words(request.query)
        fits = [
            (HELD.fit(held(one.text, stems) / len(stems) if stems else 0.0), _hit(one)) for one in found if one.text
        ]
        fitting = tuple(hit for fit, hit in fits if fit != "nothing")
        best: FarFit = "good" if any(fit == "good" for fit, _ in fits) else "weak" if fitting else "nothing"
        below = tuple(hit for fit, hit in fits if fit == "nothing")
        return FarAnswer(called=self.name, memories=fitting, memories_fit=best, below=below)

    def trouble(self, error: ScrubjayError) -> FarAnswer:
        """The answer in place of one that failed, which is believed for a while."""
        wait = error.retry_s if isinstance(error, StoreRefused) and error.retry_s else HELD_S
        with self._lock:
            self._failed = str(error), time.monotonic() + wait
        return FarAnswer(called=self.name, degraded=(str(error),))

    def late(self) -> FarAnswer:
        """The answer in place of one that didn't come in time."""
        return FarAnswer(called=self.name, degraded=(f"no answer within {ANSWER_S * 1000:.0f} ms",))

    def close(self) -> None:
        """Let go of the store's connections."""
        self._store.close()

    def _said(self, *, notes: tuple[str, ...] = (), degraded: tuple[str, ...] = ()) -> SaidAtOnce:
        return SaidAtOnce(FarAnswer(called=self.name, notes=notes, degraded=degraded))


class AskingStore:
    """A question on its way, in a thread of its own."""

    def __init__(self, search: StoreSearch, request: FarRequest) -> None:
        self._search = search
        self._request = request
        self._answer: FarAnswer | None = None
        self._done = threading.Event()

    def run(self) -> None:
        """Ask the store."""
        try:
            self._answer = self._search.asked(self._request)
        finally:
            self._done.set()

    def result(self, seconds: float) -> FarAnswer:
        """The answer, waited for at most so long; one that is late is named, and dropped when it comes."""
        self._done.wait(seconds)
        return self._answer or self._search.late()


def _hit(memory: StoredMemory) -> FarHit:
    """A memory as a hit: nobody's words where the service worded it, and never told or quoted by a store's word."""
    marks = ("worded by the service's model",) if memory.worded else ()
    ended = () if memory.holds else ("ended there",)
    return FarHit(
        kind=MEMORY, title=f"memory {memory.id[:12]}", text=memory.text[:LONGEST], date=memory.date, id=memory.id,
        author="" if memory.worded else memory.author, grade="" if memory.worded else "said", marks=(*marks, *ended),
    )  # fmt: skip


def far_search(services: "Workspace") -> tuple[StoreSearch, ...]:
    """The searches of the stores that the user's file lets questions go to."""
    places = section(services.user_settings).places
    return tuple(StoreSearch(one) for one in configured(services) if places[one.name].search)
