"""Agents: types, capabilities, and who makes a call."""

from enum import StrEnum

from scrubjay.errors import PermissionDenied
from scrubjay.model.frozen import dataclass


class AgentType(StrEnum):
    """The program that an agent runs in."""

    CLAUDE_CODE = "claude_code"
    CODEX = "codex"
    GEMINI = "gemini"
    OPENCODE = "opencode"
    CURSOR = "cursor"
    VSCODE = "vscode"
    CLINE = "cline"
    ZED = "zed"
    GOOSE = "goose"
    GPT_AGENT = "gpt_agent"
    OTHER_AGENT = "other_agent"
    CUSTOM_PIPELINE = "custom_pipeline"
    HUMAN = "human"


class Capability(StrEnum):
    """What an agent may do with this toolset."""

    MEMORY_READ = "MEMORY_READ"
    MEMORY_WRITE = "MEMORY_WRITE"
    MEMORY_DELETE = "MEMORY_DELETE"
    KB_SEARCH = "KB_SEARCH"
    HANDOFF_INITIATE = "HANDOFF_INITIATE"
    HANDOFF_RECEIVE = "HANDOFF_RECEIVE"
    POOL_MANAGE = "POOL_MANAGE"
    REVIEW = "REVIEW"


UNDELEGATED = frozenset({Capability.MEMORY_DELETE, Capability.REVIEW})
"""What only a person has."""


def default_capabilities(type: AgentType) -> frozenset[Capability]:
    """What an agent of a type may do unless it was registered with less."""
    if type is AgentType.HUMAN:
        return frozenset(Capability)
    if type is AgentType.CUSTOM_PIPELINE:
        return frozenset({Capability.MEMORY_READ, Capability.KB_SEARCH})
    return frozenset(Capability) - UNDELEGATED


@dataclass(frozen=True, slots=True, kw_only=True)
class Caller:
    """Who makes a call: an agent, in one session.

    `agent` is its id, 32 hexadecimal digits; `owner` the user of the home; `project` the project's id. `inferred`: the
    session is that of the server process and worktree, because the client reports none. `process` names that server,
    where one makes the call.
    """

    agent: str
    type: AgentType
    owner: str
    project: str
    session: str
    capabilities: frozenset[Capability]
    name: str = ""
    inferred: bool = False
    process: str = ""

    @property
    def label(self) -> str:
        """The agent's type, followed by its name if it has one."""
        return f"{self.type}:{self.name}" if self.name else self.type.value

    def require(self, capability: Capability) -> None:
        """Check that the agent may do something. Raises PermissionDenied where it may not."""
        if capability not in self.capabilities:
            raise PermissionDenied(
                f"This agent has no {capability}. A person gives it: `{self._register_command(capability)}`."
            )

    def _register_command(self, more: Capability) -> str:
        """The command by which a person grants this agent one more capability, listing all that it then has."""
        import shlex

        named = f" --name {shlex.quote(self.name)}" if self.name else ""
        given = "".join(f" --capability {capability}" for capability in sorted(self.capabilities | {more}))
        return f"scrubjay agents register {self.type}{named}{given}"
