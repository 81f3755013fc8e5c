"""What became of a claim? In words or as JSON, and with which exit code."""

from typing import TYPE_CHECKING

import typer

from scrubjay.cli.output import say, say_json

if TYPE_CHECKING:
    from scrubjay.model.memory import Outcome

AGAIN = "its key was used before: nothing new was stored"


def tell(answer: "Outcome", *, as_json: bool) -> None:
    """Print an outcome. Raises Exit with code 1 where nothing was stored."""
    from scrubjay.model.memory import AutoApproved, Blocked

    word = {"AutoApproved": "stored", "FlaggedForReview": "pending", "Blocked": "blocked"}[type(answer).__name__]
    blocked = isinstance(answer, Blocked)
    result = answer.result
    id = answer.existing if isinstance(answer, Blocked) else answer.id
    reason = answer.reason if isinstance(answer, Blocked) else answer.result.reason
    do = answer.do if isinstance(answer, Blocked) else answer.result.do
    again = not isinstance(answer, Blocked) and answer.again
    if again:
        reason, do = AGAIN, ""
    if as_json:
        checks = [*result.checks_passed, *result.checks_failed] if result else []
        say_json({"outcome": word, "id": id, "reason": reason, "checks": checks, "do": do})
    else:
        say(f"{word}: {reason}" if blocked else f"{word}: {id}{' (by this key already)' if again else ''}")
        if not isinstance(answer, AutoApproved):
            say(do if blocked else f"{reason}. {do}".rstrip())
        elif do:
            say(do)
    if blocked:
        raise typer.Exit(1)
