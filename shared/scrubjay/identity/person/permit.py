"""Permission for acts of a person: allowed for a person, and for a script if the user's file trusts scripts."""

from scrubjay.errors import NotAPerson
from scrubjay.identity.person.agents import known_agents
from scrubjay.identity.person.facts import Actor, ProcessFacts, classify_actor
from scrubjay.model.frozen import dataclass


@dataclass(frozen=True, slots=True)
class Permit:
    """The actor, with what the audit log records: the terminal and the ancestors.

    `open_to_agents`: an agent's process could have caused it.
    """

    actor: Actor
    device: str = ""
    ancestors: tuple[str, ...] = ()
    open_to_agents: bool = False

    @classmethod
    def of(cls, facts: ProcessFacts) -> "Permit":
        """The actor that these facts show, permitted or not."""
        ancestors = tuple(names[0] if names else "?" for names in facts.ancestors or ())
        return cls(classify_actor(facts), facts.device, ancestors, facts.open_to_agents(known_agents()))

    @property
    def trace(self) -> dict[str, str]:
        """Who acted, as metadata of a record in the audit log."""
        traced = {"by": self.actor.value, "terminal": self.device, "ancestors": " < ".join(self.ancestors)}
        return traced | ({"agent": "possible"} if self.open_to_agents else {})


def permit(facts: ProcessFacts, act: str, line: str, *, trust_scripts: bool) -> Permit:
    """Permit a person or a trusted script to do `act`. Raises NotAPerson with the `line` that a person would type."""
    decided = Permit.of(facts)
    if decided.actor is Actor.PERSON or (decided.actor is Actor.SCRIPT and trust_scripts):
        return decided
    if decided.actor is Actor.AGENT:
        traces = ", ".join(facts.traces(known_agents()))
        why = f"an agent runs this ({traces})"
    else:
        why = "nobody sits at a terminal here"
    raise NotAPerson(f"Only a person may {act}, and {why}. Nothing was changed. Type it in a terminal: {line}")
