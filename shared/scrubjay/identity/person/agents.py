"""Known agent programs and the variables that they set, read from `agents.txt` beside this file."""

from functools import cache
from pathlib import Path

from scrubjay.model.frozen import dataclass


@dataclass(frozen=True, slots=True)
class Agents:
    """Traces of an agent: names of programs in lower case, and names of variables.

    `editors` and `editor_variables` mark a terminal inside an editor, which the editor's agent can type into;
    `multiplexers` hold terminals that each process of the account can type into, `terminals` show one to a person.
    """

    programs: frozenset[str]
    variables: frozenset[str]
    editors: frozenset[str] = frozenset()
    editor_variables: frozenset[str] = frozenset()
    multiplexers: frozenset[str] = frozenset()
    terminals: frozenset[str] = frozenset()


@cache
def known_agents() -> Agents:
    """The known agents."""
    lines = Path(__file__).with_name("agents.txt").read_text(encoding="utf-8").splitlines()
    entries = [line.split() for line in lines if line and not line.startswith("#")]
    kinds = ("program", "variable", "editor", "editor-variable", "multiplexer", "terminal")
    return Agents(*(frozenset(name for kind, name in entries if kind == wanted_kind) for wanted_kind in kinds))
