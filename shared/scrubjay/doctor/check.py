"""The result of one check, and its form for scripts."""

from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass
from typing import Any

from scrubjay.errors import REFUSED, ScrubjayError

Value = str | int | float


LABELS = {
    "doubles": "duplicates",
    "likeness": "duplicate claims",
    "masked": "secrets",
}
"""What people read in place of a name that scripts know."""


@dataclass(frozen=True, slots=True)
class Check:
    """One check. `name` is stable, for scripts. `do` says what to do about a problem, or how to improve; else empty."""

    name: str
    ok: bool
    found: Value
    expected: Value
    do: str = ""

    @property
    def label(self) -> str:
        """The name as people read it."""
        return LABELS.get(self.name, self.name)


def as_object(checks: Iterable[Check]) -> dict[str, Any]:
    """The checks as scripts get them: {ok, checks: [{name, ok, found, expected, do}]}."""
    listed = list(checks)
    return {"ok": all(check.ok for check in listed), "checks": [asdict(check) for check in listed]}


def guarded(name: str, examine: Callable[[], Check], expected: Value = "no error") -> Check:
    """Run one check; an expected error is its result, so that the others still run."""
    try:
        return examine()
    except ScrubjayError as error:
        return Check(name, False, str(error), expected, "follow the message")
    except OSError as error:
        if error.errno in REFUSED:
            return Check(name, False, f"{error.filename or name}: {error.strerror}", expected, REFUSED[error.errno])
        return Check(
            name, False, f"{error.filename or name}: {error.strerror}", expected, "make it readable and writable"
        )
