"""What did a check find, what was expected, and what is to be done?"""

from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass
from typing import Any

from scrubjay.errors import ScrubjayError

Found = str | int | float


@dataclass(frozen=True, slots=True)
class Check:
    """One check. `do` says what to do when it isn't ok, or what would make it better; empty when nothing."""

    name: str
    ok: bool
    found: Found
    expected: Found
    do: str = ""


def as_object(checks: Iterable[Check]) -> dict[str, Any]:
    """The checks as scripts get them: {ok, checks: [{name, ok, found, expected, do}]}."""
    listed = list(checks)
    return {"ok": all(check.ok for check in listed), "checks": [asdict(check) for check in listed]}


def guarded(name: str, examine: Callable[[], Check], expected: Found = "no error") -> Check:
    """Run one check; an error of ours or of the system is its finding, so that the others still run."""
    try:
        return examine()
    except ScrubjayError as error:
        return Check(name, False, str(error), expected, "do what the message says")
    except OSError as error:
        return Check(
            name, False, f"{error.filename or name}: {error.strerror}", expected, "make it readable and writable"
        )
