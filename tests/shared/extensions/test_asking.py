"""What a provided function asks for is its first parameter's name."""

from scrubjay.extensions.asking import asks_for


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
