"""A claim that tells somebody to do something is known as such, whatever kind it was given."""

import pytest

from scrubjay.context.blocks.gather import is_imperative


@pytest.mark.parametrize(
    "claim",
    [
        "Always run the migration before the seed",
        "Run `make proto` after changing a .proto file.",
        "Use uv instead of pip",
        "The port is 8000. Set PORT to change it.",
        "Don’t commit generated files.",
        "You must rebase first.",
        "Before pushing, run the tests.",
        "When the schema changes, regenerate the client.",
        "Agents should lint before they commit.",
        "Steps:\n- bump the version in setup.py",
        "To release: tag the commit.",
        "Keep handlers thin.",
    ],
)
def test_it_tells_somebody_to_do_something(claim: str) -> None:
    assert is_imperative(claim)


@pytest.mark.parametrize(
    "claim",
    [
        "Uvicorn supports HTTP/1.1.",
        "The pool size defaults to five.",
        "Workers retry three times.",
        "Build results are kept in dist/.",
        "Log lines are written to stderr as JSON.",
        "The default port is 8000; the admin listens on 8001.",
        "`make proto` writes the stubs.",
        "Migrations must be reversible.",
        "We prefer small commits.",
        "",
    ],
)
def test_it_states_something(claim: str) -> None:
    assert not is_imperative(claim)
