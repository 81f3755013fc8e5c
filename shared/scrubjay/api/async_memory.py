"""The public API for programs with an event loop, asyncio's or trio's: each call waits in a thread."""

import os
import threading
from collections.abc import Callable, Coroutine
from contextlib import ExitStack
from functools import partial, wraps
from types import TracebackType
from typing import Any, Concatenate, ParamSpec, Self, TypeVar

import anyio
import anyio.to_thread

from scrubjay.api.project_memory import ProjectMemory

P = ParamSpec("P")
T = TypeVar("T")


def _in_thread(
    call: Callable[Concatenate[ProjectMemory, P], T],
) -> "Callable[Concatenate[AsyncMemory, P], Coroutine[Any, Any, T]]":
    """A method that awaits the same call, made by a thread; a call that has begun isn't cancelled."""

    @wraps(call)
    async def waiting(self: "AsyncMemory", /, *arguments: P.args, **options: P.kwargs) -> T:
        return await anyio.to_thread.run_sync(partial(call, self._memory, *arguments, **options))

    return waiting


class AsyncMemory:
    """`ProjectMemory` with calls to await. Its methods take the same arguments and give the same values."""

    def __init__(self, path: str | os.PathLike[str] = ".", *, session: str = "") -> None:
        self._memory = ProjectMemory(path, session=session)

    async def __aenter__(self) -> Self:
        """Open it, as `ProjectMemory` is opened; where the task is cancelled meanwhile, close it again."""
        opening, turn, wanted = ExitStack(), threading.Lock(), True

        def enter() -> None:
            with turn:
                if wanted:
                    opening.enter_context(self._memory)

        def leave() -> None:
            with turn:
                opening.close()

        try:
            await anyio.to_thread.run_sync(enter)
        except anyio.get_cancelled_exc_class():
            wanted = False  # its thread may run on, or not have begun
            with anyio.CancelScope(shield=True):
                await anyio.to_thread.run_sync(leave)
            raise
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close it, even where the task is cancelled; asyncio's own cancelling leaves the end to a thread."""
        try:
            with anyio.CancelScope(shield=True):
                await anyio.to_thread.run_sync(self._memory.__exit__, kind, error, trace)
        except anyio.get_cancelled_exc_class():
            threading.Thread(target=self._memory.__exit__, args=(kind, error, trace), name="closing").start()
            raise

    search = _in_thread(ProjectMemory.search)
    remember = _in_thread(ProjectMemory.remember)
    memories = _in_thread(ProjectMemory.memories)
    forget = _in_thread(ProjectMemory.forget)
    context = _in_thread(ProjectMemory.context)
