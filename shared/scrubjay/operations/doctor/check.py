"""The running of checks, and their form for scripts."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict
from functools import partial
from typing import TYPE_CHECKING, Any

from scrubjay.errors import ScrubjayError
from scrubjay.extensions.loading import make, needs_of
from scrubjay.extensions.registry import ExtensionRegistry
from scrubjay.model.check import Check, Value
from scrubjay.model.disk import REFUSED

if TYPE_CHECKING:
    from scrubjay.app import App


def as_object(checks: Iterable[Check]) -> dict[str, Any]:
    """The checks as scripts get them: {ok, checks: [{name, ok, found, expected, do}]}."""
    listed = list(checks)
    return {"ok": all(check.ok for check in listed), "checks": [asdict(check) for check in listed]}


def guarded_all(name: str, examine: Callable[[], Iterable[Check]]) -> Iterator[Check]:
    """Run several checks; an expected error ends them, and is the last result."""
    try:
        yield from examine()
    except ScrubjayError as error:
        yield Check(name, False, str(error), "no error", "follow the message")


def run_check(name: str, examine: Callable[[], Check], expected: Value = "no error") -> Check:
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


GIVEN = frozenset({"home", "user_database"})
"""What a check of a home may name."""


def is_of_home(check: Any) -> bool:
    """Whether a check reads a home, and not a worktree by its host."""
    needs = needs_of(check)
    return bool(needs) and GIVEN.issuperset(needs)


def checks_of_home(home: "App") -> Iterator[Check]:
    """The checks that our extensions which are on make of a home."""
    given = {"home": home.settings.home, "user_database": home.user_database}
    for provided in ExtensionRegistry.of(home.settings.home).of_ours("check"):
        if is_of_home(provided.value):
            yield from guarded_all(provided.extension.name, partial(make, provided.value, given))
