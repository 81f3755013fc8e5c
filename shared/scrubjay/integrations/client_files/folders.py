"""Where each client keeps its files in an account: where its own variable says, else where it usually does.

Read on 2026-11-23 in the programs of Codex 0.169.0, Gemini CLI 0.61.0 and opencode 1.18.33, and in Goose's source. As
Goose does, a variable that is no absolute path is ignored.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

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
