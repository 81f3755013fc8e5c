"""Agent type and session of a call, derived from what is known of its client."""

from scrubjay.errors import UsageError
from scrubjay.model.agent import AgentType
from scrubjay.model.frozen import dataclass
from scrubjay.model.visible import session_name

_NOBODYS = frozenset({AgentType.OTHER_AGENT, AgentType.HUMAN})

_TYPES = {type.value.replace("_", "-"): type for type in AgentType if type not in _NOBODYS} | {
    "claude": AgentType.CLAUDE_CODE, "codex-mcp-client": AgentType.CODEX, "gemini-cli": AgentType.GEMINI,
    "gemini-cli-mcp-client": AgentType.GEMINI, "cursor-vscode": AgentType.CURSOR,
    "visual-studio-code": AgentType.VSCODE,
}  # fmt: skip
"""By the name that a client gives itself, in lower case with hyphens. No name leads to a person."""


@dataclass(frozen=True, slots=True)
class Calling:
    """A call's client: the name that it gives itself, the session that it reports, and what serves it.

    `configured` is the server's `--client`; `process` names the server process, `worktree` the folder of the call.
    """

    client: str = ""
    configured: str = ""
    session: str = ""
    process: str = ""
    worktree: str = ""


def agent_type(client: str, configured: str = "") -> AgentType:
    """The type of a client: by its own name, else by `--client`; one that nobody knows is another agent."""
    for name in (client, configured):
        key = "-".join(name.lower().replace("_", " ").replace("-", " ").split())
        for known in (key, key.removesuffix("-client"), key.removesuffix("-mcp-client")):
            if known in _TYPES:
                return _TYPES[known]
    return AgentType.OTHER_AGENT


MAX_CLIENT_NAME = 100


def agent_name(calling: Calling) -> str:
    """The name that an agent of an unknown client gives itself, to tell two such agents apart."""
    if agent_type(calling.client, calling.configured) is not AgentType.OTHER_AGENT:
        return ""
    return "".join(filter(str.isprintable, calling.client)).strip()[:MAX_CLIENT_NAME]


def agent_label(calling: Calling) -> str:
    """The label that marks an agent's writing: its type, with its name if it has one."""
    type, name = agent_type(calling.client, calling.configured), agent_name(calling)
    return f"{type}:{name}" if name else type.value


def parse_type(name: str) -> AgentType:
    """The agent type of a name. Raises UsageError."""
    try:
        return AgentType(name.strip().lower().replace("-", "_"))
    except ValueError:
        types = ", ".join(type.value for type in AgentType)
        raise UsageError(f"agent_type {name[:40]!r} is unknown. It is one of: {types}.") from None


def session_of(calling: Calling, given: str = "") -> tuple[str, bool]:
    """The session of a call, and whether it is inferred.

    What the client reports, or a sub-agent of that (`given` is "<reported>/<sub-agent>"); else `given`, the argument of
    the call; else server process and worktree.
    """
    reported = calling.session
    if reported:
        return (session_name(given), False) if given.startswith(f"{reported}/") else (reported, False)
    if given:
        return session_name(given), False
    return session_name(f"{calling.process}@{calling.worktree}"), True
