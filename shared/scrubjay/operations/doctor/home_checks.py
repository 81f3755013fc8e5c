"""Checks of a home that extensions bring: light, since status and the page ask them, too."""

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, Any

from scrubjay.extensions.loading import made_of, needs_of
from scrubjay.extensions.registry import ExtensionRegistry
from scrubjay.model.check import Check
from scrubjay.operations.doctor.check import guarded_all

if TYPE_CHECKING:
    from scrubjay.app import App

GIVEN = frozenset({"home", "user_database"})
"""What a check of a home may name."""


def is_of_home(check: Any) -> bool:
    """Whether a check reads a home, and not a worktree by its host."""
    needs = needs_of(check)
    return bool(needs) and GIVEN.issuperset(needs)


def checks_of_home(home: "App") -> Iterator[Check]:
    """What extensions that are on check of a home."""
    given = {"home": home.settings.home, "user_database": home.user_database}
    for provided in ExtensionRegistry.of(home.settings.home).provided("check"):
        if is_of_home(provided.value):
            yield from guarded_all(provided.extension.name, partial(made_of, provided.value, given))
