"""Several stores asked at once, within a deadline: one that is late or down is named, never silently missing."""

import queue
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from scrubjay.backends.backend import MemoryBackend

T = TypeVar("T")

LONGEST_REASON = 200


@dataclass(frozen=True, slots=True)
class AnswersInTime(Generic[T]):
    """The answers by store, in the order of the stores, and in words who gave none."""

    answers: tuple[tuple[str, T], ...]
    degraded: tuple[str, ...]


class Asking:
    """Asks each store in a thread of its own. A store that is still busy with an earlier question isn't asked again.

    A thread can't be ended from outside; one for each store at most is left behind, and none keeps a process alive.
    """

    def __init__(self, backends: Sequence[MemoryBackend], deadline_s: float) -> None:
        self._backends = tuple(backends)
        self._deadline_s = deadline_s
        self._busy: set[int] = set()
        self._lock = threading.Lock()

    def ask(self, question: Callable[[MemoryBackend], T]) -> AnswersInTime[T]:
        """The answers that came within the deadline."""
        came: queue.SimpleQueue[tuple[int, T | None, str]] = queue.SimpleQueue()
        asked, why = [], dict.fromkeys(range(len(self._backends)), "still busy with an earlier question")
        for place, backend in enumerate(self._backends):
            with self._lock:
                if place in self._busy:
                    continue
                self._busy.add(place)
            asked.append(place)
            why[place] = f"gave no answer within {self._deadline_s:g} s"
            threading.Thread(
                target=self._answer, args=(place, backend, question, came), name=f"ask {backend.name}", daemon=True
            ).start()
        answers: dict[int, T] = {}
        ends = time.monotonic() + self._deadline_s
        for _ in asked:
            try:
                place, answer, failed = came.get(timeout=max(0.0, ends - time.monotonic()))
            except queue.Empty:
                break
            if answer is None:
                why[place] = failed
            else:
                answers[place] = answer
        return AnswersInTime(
            tuple((self._backends[place].name, answers[place]) for place in sorted(answers)),
            tuple(f"{self._backends[place].name}: {why[place]}" for place in sorted(why.keys() - answers.keys())),
        )

    def _answer(
        self,
        place: int,
        backend: MemoryBackend,
        question: Callable[[MemoryBackend], T],
        came: "queue.SimpleQueue[tuple[int, T | None, str]]",
    ) -> None:
        answer: T | None = None
        failed = ""
        try:
            answer = question(backend)
        except Exception as error:
            words = " ".join(str(error).split())[:LONGEST_REASON]
            failed = f"down ({words or type(error).__name__})"
        with self._lock:
            self._busy.discard(place)  # before the answer is there: who has it may ask again at once
        came.put((place, answer, failed))
