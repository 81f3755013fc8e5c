"""The outcome of a claim, in words or as JSON, and its exit code."""

from typing import TYPE_CHECKING

import typer

from scrubjay.cli.output import say, say_json
from scrubjay.search.recall.outcome import outcome_lines, outcome_object

if TYPE_CHECKING:
    from scrubjay.model.memory import Outcome


def tell(answer: "Outcome", *, as_json: bool) -> None:
    """Print an outcome. Raises Exit with code 1 where the claim is held or blocked."""

    outcome = outcome_object(answer)
    if as_json:
        say_json(outcome)
    else:
        say("\n".join(outcome_lines(answer)))
    if outcome["outcome"] in ("held", "blocked"):
        raise typer.Exit(1)
