"""The actor rule: a person is inferred from facts of the process alone; no variable and no option overrides it."""

from enum import StrEnum

from scrubjay.identity.person.agents import Agents, known_agents
from scrubjay.model.frozen import dataclass


class Actor(StrEnum):
    """Who started the process."""

    PERSON = "person"
    SCRIPT = "script"
    AGENT = "agent"


@dataclass(frozen=True, slots=True)
class ProcessFacts:
    """Observed facts of a process.

    `terminal`: standard input is the controlling terminal of the process's own session. `foreground`: its process group
    is that terminal's foreground group. `variables` are the names of set variables; `ancestors` the names of each
    ancestor, from the parent upwards, None where they couldn't be read to the top. `device` names the terminal.
    `agent_runs`: an agent program of this account runs anywhere.
    """

    terminal: bool = False
    foreground: bool = False
    variables: frozenset[str] = frozenset()
    ancestors: tuple[tuple[str, ...], ...] | None = None
    device: str = ""
    agent_runs: bool = False

    def traces(self, agents: Agents) -> tuple[str, ...]:
        """Traces of an agent: variables, then programs."""
        programs = {name for names in self.ancestors or () for name in names if name.lower() in agents.programs}
        return (*sorted(self.variables & agents.variables), *sorted(programs))

    def in_editor(self, agents: Agents) -> bool:
        """Whether the terminal is one inside an editor."""
        return bool(self.variables & agents.editor_variables or self._programs() & agents.editors)

    def open_to_agents(self, agents: Agents) -> bool:
        """Whether an agent's process could have caused what is done here, though no trace of one leads to it.

        An editor's agent can type into its terminals. While an agent runs anywhere, its process can type into those of
        a multiplexer, and it can have left its own tree for one that no terminal program holds.
        """
        programs = self._programs()
        held = programs & agents.terminals and not programs & agents.multiplexers
        return self.in_editor(agents) or (self.agent_runs and not held)

    def _programs(self) -> frozenset[str]:
        """The names of all ancestors in lower case; of "tmux: server" also its first word."""
        names = [name.lower() for ancestor in self.ancestors or () for name in ancestor]
        return frozenset((*names, *(name.partition(":")[0] for name in names)))


def classify_actor(facts: ProcessFacts, agents: Agents | None = None) -> Actor:
    """The actor. A trace of an agent means an agent; whatever else isn't established means a script."""
    if facts.traces(known_agents() if agents is None else agents):
        return Actor.AGENT
    if facts.terminal and facts.foreground and facts.ancestors is not None:
        return Actor.PERSON
    return Actor.SCRIPT
