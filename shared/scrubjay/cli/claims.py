"""Claims that a command writes: who their author is, and what became of them."""

from typing import TYPE_CHECKING

import typer

from scrubjay.cli.calling import agent_label
from scrubjay.cli.output import say, say_json
from scrubjay.git.head import head
from scrubjay.identity.person.facts import Actor
from scrubjay.identity.person.permit import Permit
from scrubjay.memory.store.request import RememberRequest
from scrubjay.model.evidence import Act, Origin
from scrubjay.model.far import FarOutcome
from scrubjay.model.frozen import dataclass
from scrubjay.search.recall.outcome import far_lines, far_object, outcome_lines, outcome_object

if TYPE_CHECKING:
    from scrubjay.app import Workspace
    from scrubjay.cli.context import Invocation
    from scrubjay.model.memory import Outcome


@dataclass(frozen=True, slots=True)
class Author:
    """What produced the words, how a person stands behind them, and whether it may end what outranks agents.

    `permit` is what the audit keeps of one that may.
    """

    origin: "Origin"
    act: "Act"
    trusted: bool
    permit: "Permit"

    @property
    def authority(self) -> bool:
        """Whether it may end what outranks agents."""
        return self.origin is Origin.PERSON or self.trusted


def author(invocation: "Invocation") -> Author:
    """Who writes by this command: a person, an agent or a script, and whether it may end what outranks agents."""
    seen = Permit.of(invocation.facts)
    trusted = seen.actor is Actor.SCRIPT and invocation.settings.trust.scripts
    by_hand = seen.actor is Actor.PERSON
    return Author(Origin(seen.actor.value), Act.TYPED if by_hand else Act.NONE, trusted, seen)


def written_claim(invocation: "Invocation", workspace: "Workspace", writer: Author, content: str) -> "RememberRequest":
    """A claim by this author, made here and now."""
    now = head(workspace.git)
    return RememberRequest(
        content=content,
        author=workspace.settings.user_id,
        origin=writer.origin,
        act=writer.act,
        trusted=writer.trusted,
        session=invocation.session,
        agent=agent_label(invocation),
        branch=now.branch,
        commit=now.commit,
    )


def print_outcome(answer: "Outcome | FarOutcome", *, as_json: bool) -> None:
    """Print an outcome. Raises Exit with code 1 where the claim is held or blocked."""
    if isinstance(answer, FarOutcome):
        outcome, lines = far_object(answer), far_lines(answer)
    else:
        outcome, lines = outcome_object(answer), outcome_lines(answer)
    if as_json:
        say_json(outcome)
    else:
        say("\n".join(lines))
    if outcome["outcome"] in ("held", "blocked"):
        raise typer.Exit(1)
