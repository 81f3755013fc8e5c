"""How a client starts the servers: the command line, its environment, and the client's own name in it."""

from collections.abc import Mapping
from dataclasses import dataclass

from scrubjay.integrations.launching.launcher import SHELL, or_absent
from scrubjay.model.agent import AgentType

SERVERS: Mapping[str, str] = {
    "scrubjay-session": "scrubjay_session",
    "scrubjay-knowledge": "scrubjay_knowledge",
}


@dataclass(frozen=True, slots=True)
class Launch:
    """How the servers are started: the words before `-I` (`launching.start`), and the home, empty for the default."""

    start: tuple[str, ...]
    home: str

    @property
    def server(self) -> tuple[str, ...]:
        """The words before `-I` of a server: where the guard is gone, one that offers nothing answers."""
        return (SHELL, "-c", or_absent(), *self.start[1:]) if self.start[0] == SHELL else self.start


def without_stand_in(words: tuple[str, ...]) -> tuple[str, ...]:
    """`Launch.start` of the words before `-I` of a server; other words as they are."""
    return (SHELL, *words[3:]) if words[:3] == (SHELL, "-c", or_absent()) else words


@dataclass(frozen=True, slots=True)
class ServerCommand:
    """One server as a client starts it."""

    name: str
    command: str
    arguments: list[str]
    environment: dict[str, str]


def server_commands(launch: Launch, agent: AgentType | None = None, repo: str = "") -> tuple[ServerCommand, ...]:
    """Both servers, for a client. `-I` keeps the repository's own code out.

    `repo` is for a client that starts servers outside of the repository.
    """
    named = [*(("--client", agent) if agent else ()), *(("--repo", repo) if repo else ())]
    environment = {"SCRUBJAY_HOME": launch.home} if launch.home else {}
    return tuple(
        ServerCommand(name, launch.server[0], [*launch.server[1:], "-I", "-m", module, *named], dict(environment))
        for name, module in SERVERS.items()
    )
