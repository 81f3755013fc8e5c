"""What the first answer of a server says besides: that its client doesn't run our hooks yet."""

from pathlib import Path

from scrubjay_serving.backend import Surroundings

CLIENT = "codex"
UNREVIEWED = (
    "Codex doesn't run scrubjay's hooks until the user has reviewed them: tell the user to open Codex, `/hooks`. Until "
    "then call session_init yourself, and session_save before you end."
)


def first_words(surroundings: Surroundings, client: str, account: Path) -> str:
    """The line; empty where all is well, and for another client. `client` is the name that it gives itself."""
    if CLIENT not in (surroundings.client, client.partition("-")[0].lower()):
        return ""
    from scrubjay.errors import ScrubjayError
    from scrubjay.integrations.client_files.launch import FOLDERS, config_folder
    from scrubjay.integrations.clients.codex_trust import waiting
    from scrubjay.settings.home import home_folder

    variables = surroundings.environment
    folder = FOLDERS[CLIENT].path(account, config_folder(account, variables), variables)
    try:
        return UNREVIEWED if waiting(folder, home_folder(variables)) else ""
    except (ScrubjayError, OSError):
        return ""  # the answer is worth more
