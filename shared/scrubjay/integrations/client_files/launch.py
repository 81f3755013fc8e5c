"""Command line and environment by which a client starts the servers, with the client's own name in it.

Read on 2026-11-23 in the programs of Codex 0.169.0, Gemini CLI 0.61.0 and opencode 1.18.33, and in Goose's source. As
Goose does, a variable that is no absolute path is ignored.
"""

from collections.abc import Mapping
from pathlib import Path

from scrubjay.integrations.launching.launcher import SHELL, or_absent
from scrubjay.model.agent import AgentType
from scrubjay.model.frozen import dataclass

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
    """The words before `-I` that start a server, without the code that stands in for it; other words as they are."""
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


XDG = "XDG_CONFIG_HOME"


@dataclass(frozen=True, slots=True, kw_only=True)
class ClientFolder:
    """One client's folder: `usual` in the account, or in its configuration folder where `in_config`.

    `variable` names another place, in which the folder is `below`.
    """

    usual: str
    in_config: bool = False
    variable: str = ""
    below: str = ""

    @property
    def moved_by(self) -> tuple[str, ...]:
        """The variables that move it, the stronger one first."""
        return tuple(filter(None, (self.variable, XDG if self.in_config else "")))

    def path(self, account: Path, config: Path, variables: Mapping[str, str]) -> Path:
        """The folder. `config` is the account's configuration folder."""
        chosen = Path(variables.get(self.variable, "")) if self.variable else Path()
        if chosen.is_absolute():
            return chosen / self.below
        return (config if self.in_config else account) / self.usual


FOLDERS: Mapping[str, ClientFolder] = {
    "claude": ClientFolder(usual=".claude", variable="CLAUDE_CONFIG_DIR"),
    "codex": ClientFolder(usual=".codex", variable="CODEX_HOME"),
    "gemini": ClientFolder(usual=".gemini", variable="GEMINI_CLI_HOME", below=".gemini"),
    "opencode": ClientFolder(usual="opencode", in_config=True, variable="OPENCODE_CONFIG_DIR"),
    "cursor": ClientFolder(usual=".cursor"),
    "vscode": ClientFolder(usual=".copilot"),
    "goose": ClientFolder(usual="goose", in_config=True, variable="GOOSE_PATH_ROOT", below="config"),
    "goose plugins": ClientFolder(usual=".agents/plugins", variable="GOOSE_PATH_ROOT", below=".agents/plugins"),
}
"""By the clients' names."""


def config_folder(account: Path, variables: Mapping[str, str]) -> Path:
    """The account's configuration folder."""
    config = Path(variables.get(XDG, ""))
    return config if config.is_absolute() else account / ".config"
