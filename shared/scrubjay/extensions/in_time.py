"""What an extension adds to an answer while somebody waits for it: in time, or left out and named."""

import threading
from collections.abc import Callable
from typing import Any, Final, TypeVar

from scrubjay.errors import ScrubjayError
from scrubjay.extensions.registry import ExtensionRegistry
from scrubjay.extensions.theirs import Theirs

LIMIT_S: Final = 0.25
"""What is added on an answer's path may take so long."""

STRIKES: Final = 2
"""Times that something was late or failed, after which it isn't asked again by this process."""

T = TypeVar("T")


def in_time(registry: ExtensionRegistry, name: str, do: Callable[[], T], wanted: type[T]) -> T | None:
    """What a function of an extension returns, if it does so in time and it is what is wanted; else None.

    What it lacks is named in `degraded`. A function that is late goes on in a thread of its own, and nobody waits for
    it. Raises ScrubjayError where it does: that is its answer.
    """
    if registry.strikes[name] >= STRIKES:
        return None
    ended: list[Any] = []
    raised: list[BaseException] = []

    def run() -> None:
        try:
            ended.append(do())
        except BaseException as error:
            raised.append(error)

    thread = threading.Thread(target=run, name=f"extension {name}", daemon=True)
    with Theirs():
        thread.start()
        thread.join(LIMIT_S)
    if raised and isinstance(raised[0], ScrubjayError):
        raise raised[0]
    if ended and isinstance(ended[0], wanted):
        return ended[0]
    registry.strikes[name] += 1
    wrong = TypeError(f"gave a {type(ended[0]).__name__}") if ended else TimeoutError(f"took longer than {LIMIT_S} s")
    error = raised[0] if raised else wrong
    off = "; not asked again by this process" if registry.strikes[name] >= STRIKES else ""
    registry.failed(name, error, off)
    return None
