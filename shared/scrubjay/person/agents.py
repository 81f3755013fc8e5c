"""Which programs are agents, and which variables do they set? Read from `agents.txt` beside this file."""

from dataclasses import dataclass
from functools import cache
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Agents:
    """What gives an agent away: names of programs in lower case, and names of variables."""

    programs: frozenset[str]
    variables: frozenset[str]


@cache
def known_agents() -> Agents:
    """The agents that are known."""
    lines = Path(__file__).with_name("agents.txt").read_text(encoding="utf-8").splitlines()
    said = [line.split() for line in lines if line and not line.startswith("#")]
    return Agents(
        frozenset(name for kind, name in said if kind == "program"),
        frozenset(name for kind, name in said if kind == "variable"),
    )
