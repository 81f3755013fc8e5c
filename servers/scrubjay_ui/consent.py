"""What a page may do, by who starts it: a person chooses by a key, nobody else gets one that writes unless trusted."""

from collections.abc import Callable

from scrubjay.errors import UsageError
from scrubjay.identity.person.facts import Actor
from scrubjay.identity.person.keys import Say, choose

LINES = (
    "scrubjay ui shows everything that this home holds, in your browser.",
    "It may also correct, approve, retract, share and forget memories as you. Each such act is in the audit as yours.",
)
QUESTION = "Press y for a page that may change memory, r for one that only reads."


def writes(actor: Actor, *, read_only: bool, trusts_scripts: Callable[[], bool], say: Say) -> bool:
    """Whether the page may write. Asks a person, unless `read_only`. Raises UsageError where no key was pressed."""
    if read_only or actor is Actor.AGENT:
        return False
    if actor is Actor.SCRIPT:
        return trusts_scripts()
    for line in LINES:
        say(line)
    pressed = choose(QUESTION, "yr", say)
    if not pressed:
        raise UsageError("No page was started: neither y nor r was pressed. To start one, type scrubjay ui again.")
    return pressed == "y"
