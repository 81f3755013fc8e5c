"""Whether this server stands back: the plugin's, where Claude Code starts the one that `scrubjay init` registered too.

Both would offer the same tools under two names. The plugin's starts and offers nothing until `init` or the user has
taken the other one away.
"""

from pathlib import Path

from scrubjay_serving.backend import Surroundings

VARIABLE = "SCRUBJAY_PLUGIN"
"""Set by the plugin's launcher for its servers."""


def other_place(surroundings: Surroundings, program: str, account: Path) -> str:
    """Where the same server is registered, for a plugin's server; empty for any other one, and where it is alone."""
    environment = surroundings.environment
    if not environment.get(VARIABLE):
        return ""
    from scrubjay.errors import ScrubjayError
    from scrubjay.git import GitEnvironment, open_repository
    from scrubjay.integrations.clients.claude_code.places import claude_places
    from scrubjay.integrations.duplicates import started_without_plugin

    folder = Path(environment.get("CLAUDE_PROJECT_DIR", "") or surroundings.cwd)
    try:
        repository = open_repository(folder, GitEnvironment.of(environment))
        places = claude_places(account, environment)
        return started_without_plugin(places, repository, program.removeprefix("scrubjay-"))
    except (ScrubjayError, OSError):
        return ""
