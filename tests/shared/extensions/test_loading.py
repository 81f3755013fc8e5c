"""What a maker needs is what its parameters name, and what a function asks for is its first one."""

from collections.abc import Callable
from functools import wraps

import pytest

from scrubjay.errors import NotFound
from scrubjay.extensions.loading import asks_for, make, needs_of


def of_a_worktree(workspace: object, more: int = 0) -> None:
    """As our own."""


def of_nothing() -> str:
    workspace = "none"
    return f"{workspace} is asked for"


def test_only_a_function_whose_first_parameter_has_the_name_asks_for_it() -> None:
    assert asks_for(of_a_worktree, "workspace")
    assert not asks_for(of_a_worktree, "more")
    assert not asks_for(of_nothing, "workspace")
    assert not asks_for(("step", of_a_worktree), "workspace")


class Sorter:
    def __init__(self, belt: str, *, speed: int = 3) -> None:
        self.seen = (belt, speed)

    def turned(self, by: int) -> int:
        return by


def test_a_maker_says_what_it_needs_and_what_it_can_do_without() -> None:
    def maker(one: int, two: int = 2, *, three: int, four: int = 4) -> None: ...

    def dressed(function: Callable[..., None]) -> Callable[..., None]:
        @wraps(function)
        def inner(*args: int, **kwargs: int) -> None:
            function(*args, **kwargs)

        return inner

    assert needs_of(maker) == needs_of(dressed(maker)) == {"one": False, "two": True, "three": False, "four": True}
    assert needs_of(Sorter) == {"belt": False, "speed": True}
    assert needs_of(Sorter("b").turned) == {"by": False}
    assert needs_of(object) == {}


def test_what_is_made_gets_what_there_is_and_lacks_nothing_that_it_needs() -> None:
    assert make(Sorter, {"belt": "b", "more": 1}).seen == ("b", 3)
    assert make(Sorter, {"belt": "b", "speed": 1}).seen == ("b", 1)
    with pytest.raises(NotFound, match="Sorter asks for belt"):
        make(Sorter, {"speed": 1})
