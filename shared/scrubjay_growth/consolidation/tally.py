"""Counts what a step changes in the very transactions that change it, so that no kill parts the two."""

from collections.abc import Callable
from typing import TypeVar

from scrubjay.memory.lifecycle.consolidated import note_step
from scrubjay.memory.store.scopes import Scopes
from scrubjay.memory.store.writing import WriteContext
from scrubjay.storage import Connection

T = TypeVar("T")


class Tally(Scopes):
    """The same memories; a write transaction that returns a number adds it to the step `name` of a day's pass.

    `counted` is what was added so far.
    """

    def __init__(self, memories: Scopes, day: str, name: str) -> None:
        super().__init__(memories._stores)
        self._memories = memories
        self._day = day
        self._name = name
        self.counted = 0

    def writing(self, scope: str, work: Callable[[Connection, WriteContext], T]) -> T:
        """Run a write transaction, and count it."""

        def tallied(connection: Connection, place: WriteContext) -> T:
            result = work(connection, place)
            if isinstance(result, int) and result:
                note_step(connection, place, self._day, self._name, result)
            return result

        result = self._memories.writing(scope, tallied)
        self.counted += result if isinstance(result, int) else 0
        return result
