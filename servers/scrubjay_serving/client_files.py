"""Facts from a client's files: whether its hooks wait for a review, and where else a plugin's server is registered."""

from pathlib import Path

from scrubjay.errors import ScrubjayError
from scrubjay.git.process import GitEnvironment
from scrubjay.git.repository import open_repository
from scrubjay.integrations.client_files.launch import FOLDERS, config_folder
from scrubjay.integrations.clients.claude_code import claude_places
from scrubjay.integrations.clients.codex_trust import unreviewed_events
from scrubjay.integrations.duplicates import started_without_plugin
from scrubjay.settings.home import home_folder
from scrubjay_serving.backend import CODEX, Surroundings

UNREVIEWED = (
    "Codex doesn't run scrubjay's hooks until the user has reviewed them: tell the user to open Codex, `/hooks`. Until "
    "then call session_init yourself, and session_save before you end."
)


def first_words(surroundings: Surroundings, account: Path) -> str:
    """A note before the first answer to Codex that it doesn't run our hooks yet; empty if it does."""
    variables = surroundings.environment
    folder = FOLDERS[CODEX].path(account, config_folder(account, variables), variables)
    try:
        return UNREVIEWED if unreviewed_events(folder, home_folder(variables)) else ""
    except (ScrubjayError, OSError):
        return ""  # the answer is worth more


def other_place(surroundings: Surroundings, program: str, account: Path) -> str:
    """Where else Claude Code registers a plugin's server; empty for nowhere."""
    environment = surroundings.environment
    folder = Path(environment.get("CLAUDE_PROJECT_DIR", "") or surroundings.cwd)
    try:
        repository = open_repository(folder, GitEnvironment.of(environment))
        places = claude_places(account, environment)
        return started_without_plugin(places, repository, program.removeprefix("scrubjay-"))
    except (ScrubjayError, OSError):
        return ""
