"""Questions that a model reads before they are asked: on a thread beside what is looked up first, each once."""

import threading
from collections.abc import Callable, Sequence
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Final, Protocol, runtime_checkable

from scrubjay.errors import ModelUnavailable
from scrubjay.extensions.kinds.content import Embedder
from scrubjay.inference.embedding.saved import fetch
from scrubjay.inference.resting import CanRest
from scrubjay.model.encoded import Encoded, EncodedQuery, Fingerprint
from scrubjay.model.frozen import dataclass, field

if TYPE_CHECKING:
    from scrubjay.inference.embedding.onnx import Tokens


@runtime_checkable
class ReadsTokens(Protocol):
    """An embedder that tells the states of a text's tokens as well."""

    def tokens(self, parts: Sequence[str]) -> "Tokens":
        """The tokens of a text given in parts."""

    def embed_passages(self, texts: Sequence[str]) -> Encoded:
        """The vectors of passages."""


KEPT: Final = 16
"""Questions whose vectors are kept: the parts of one search ask for the same words."""


WAITS_S: Final = 60.0
"""Seconds that a thread waits for the next question."""


@dataclass(slots=True)
class _Reading:
    """The embedding of one question: whether it is done, and its result or its error."""

    done: threading.Event = field(default_factory=threading.Event)
    read: EncodedQuery | None = None
    failed: BaseException | None = None


class AheadEmbedder:
    """An embedder that can start on a question before it is searched for. Safe to use from several threads.

    `used` is called whenever it has read something.
    """

    def __init__(self, embedder: Embedder) -> None:
        self.used: Callable[[], None] = _do_nothing
        self._embedder = embedder
        self._lock = threading.Lock()
        self._readings: dict[str, _Reading] = {}
        self._waiting: SimpleQueue[tuple[str, _Reading]] = SimpleQueue()
        self._idle = 0

    @staticmethod
    def of(embedder: Embedder) -> "AheadEmbedder":
        """The embedder wrapped as an AheadEmbedder, or itself if it is one."""
        return embedder if isinstance(embedder, AheadEmbedder) else AheadEmbedder(embedder)

    @property
    def fingerprint(self) -> Fingerprint:
        """Identifies what the vectors depend on."""
        return self._embedder.fingerprint

    def holds(self, text: str) -> bool:
        """Whether the model's vocabulary holds a text's words."""
        return self._embedder.holds(text)

    def ahead(self, text: str) -> None:
        """Start to embed a query on another thread; `embed_query` of the same text waits for the result.

        It raises nothing: what fails is tried again by who asks. A thread that has read one waits for the next: who
        starts a thread waits for it, and for what it does first.
        """
        reading, is_new = self._reading_of(text)
        if not is_new:
            return
        with self._lock:
            is_waited_for, self._idle = self._idle > 0, max(0, self._idle - 1)
        if is_waited_for:
            self._waiting.put((text, reading))
        else:
            threading.Thread(target=self._embed_waiting, args=(text, reading), name="question", daemon=True).start()

    def embed_query(self, text: str) -> EncodedQuery:
        """The vector of a query, made now, or taken from an earlier start."""
        reading, is_new = self._reading_of(text)
        if is_new:
            self._embed(text, reading)
        reading.done.wait()
        if reading.read is not None:
            return reading.read
        if is_new and reading.failed is not None:
            raise reading.failed
        return self._embedder.embed_query(text)

    def embed_passages(self, texts: Sequence[str]) -> Encoded:
        """The vectors of passages, in input order."""
        encoded = self._embedder.embed_passages(texts)
        self.used()
        return encoded

    def tokens(self, parts: Sequence[str]) -> "Tokens":
        """The tokens of a text given in parts. Raises ModelUnavailable where the model tells no states."""
        if not isinstance(self._embedder, ReadsTokens):
            raise ModelUnavailable("This embedder tells no token's state. See embedding.provider.")
        tokens = self._embedder.tokens(parts)
        self.used()
        return tokens

    def fetch(self) -> None:
        """Download the model where it isn't on this machine yet. Raises ModelUnavailable."""
        fetch(self._embedder)

    def rest(self) -> None:
        """Free the model's memory where possible; the next text loads the model again."""
        with self._lock:
            self._readings.clear()
        if isinstance(self._embedder, CanRest):
            self._embedder.rest()

    def _reading_of(self, text: str) -> tuple[_Reading, bool]:
        """The reading of a text, made if missing, and whether it is new."""
        with self._lock:
            reading = self._readings.pop(text, None)
            is_new = reading is None
            reading = self._readings[text] = reading or _Reading()
            if len(self._readings) > KEPT:
                del self._readings[next(iter(self._readings))]
            return reading, is_new

    def _embed_waiting(self, text: str, reading: _Reading) -> None:
        """Embed a question, and others that come soon after it, on one thread."""
        while True:
            self._embed(text, reading)
            with self._lock:
                if self._idle:
                    return
                self._idle = 1
            try:
                text, reading = self._waiting.get(timeout=WAITS_S)
            except Empty:
                with self._lock:
                    if self._idle:
                        self._idle = 0
                        return
                text, reading = self._waiting.get()

    def _embed(self, text: str, reading: _Reading) -> None:
        """Embed a question into its reading, or store the error there."""
        try:
            reading.read = self._embedder.embed_query(text)
        except BaseException as error:  # whatever a model raises, who asks is told
            reading.failed = error
            with self._lock:
                if self._readings.get(text) is reading:
                    del self._readings[text]
        finally:
            reading.done.set()
        self.used()


def _do_nothing() -> None:
    """Do nothing."""
