"""Who writes a claim on the command line, and how does a person stand behind it? A value for requests."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scrubjay.cli.context import Here
    from scrubjay.model.evidence import Act, Origin


@dataclass(frozen=True, slots=True)
class Author:
    """What produced the words, how a person stands behind them, and whether it may end what outranks agents."""

    origin: "Origin"
    act: "Act"
    trusted: bool


def author(caller: "Here") -> Author:
    """The author of what this command writes."""
    from scrubjay.model.evidence import Act, Origin
    from scrubjay.person import Actor, who

    actor = who(caller.facts)
    trusted = actor is Actor.SCRIPT and caller.settings.trust.scripts
    return Author(Origin(actor.value), Act.TYPED if actor is Actor.PERSON else Act.NONE, trusted)
