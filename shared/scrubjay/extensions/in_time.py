"""Time limits on calls of extensions that somebody or something waits for: in time, or left out and named."""

import threading
from collections.abc import Callable
from typing import Final, TypeVar

from scrubjay.errors import ScrubjayError
from scrubjay.extensions.bounded import bounded_error
from scrubjay.extensions.registry import ExtensionRegistry
from scrubjay.extensions.theirs import Theirs, error_line

LIMIT_S: Final = 0.25
"""What is added on an answer's path may take so long."""

ASKED_S: Final = 10.0
"""What was asked for by name and is waited for, such as a tool, a page, or the outline of a file."""

ALONE_S: Final = 600.0
"""What runs where nobody waits, such as a step of the worker."""

STRIKES: Final = 2
"""Times that something was late or failed, after which it isn't asked again by this process."""

BEYOND: Final = (TimeoutError, ChildProcessError, MemoryError)
"""What went beyond a limit, which costs others their time: always a strike."""

T = TypeVar("T")


def in_time(
    registry: ExtensionRegistry, name: str, do: Callable[[], T], wanted: type[T], own_limit_s: float = 0.0
) -> T | None:
    """The result of an extension's function, if it comes in time and has the wanted type; else None.

    What it lacks is named in `degraded`. A function that is late goes on in a thread of its own, and nobody waits for
    it. Raises ScrubjayError where it does: that is its answer. On an answer's path a failure is a strike too; with a
    limit of its own, such as of a tool, only what goes beyond limits.
    """
    if registry.strikes[name] >= STRIKES:
        return None
    try:
        found = _awaited(do, own_limit_s or LIMIT_S)
        if isinstance(found, wanted):
            return found
        raise TypeError(f"gave a {type(found).__name__}")
    except ScrubjayError as error:
        raise bounded_error(error) from None
    except Exception as error:
        off = ""
        if not own_limit_s or isinstance(error, BEYOND):
            registry.strikes[name] += 1
            off = "; not asked again by this process" if registry.strikes[name] >= STRIKES else ""
        registry.failed(name, error, off)
        return None


def _awaited(do: Callable[[], T], limit_s: float) -> T:
    """The result of a function, awaited for a limited time. Raises TimeoutError, or the function's own error."""
    ended: list[T] = []
    raised: list[BaseException] = []

    def run() -> None:
        try:
            ended.append(do())
        except BaseException as error:
            raised.append(error)

    thread = threading.Thread(target=run, name="extension", daemon=True)
    with Theirs():
        thread.start()
        thread.join(limit_s)
    if raised and not isinstance(raised[0], Exception):
        raise RuntimeError(f"it ended with {error_line(raised[0])}") from raised[0]
    if raised:
        raise raised[0]
    if not ended:
        raise TimeoutError(f"took longer than {limit_s:g} s")
    return ended[0]
