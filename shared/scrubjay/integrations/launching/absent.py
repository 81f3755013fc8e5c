"""Shell code that speaks MCP in place of a server that can't start, and says why."""

import json
import shlex

from scrubjay.integrations.bundled import bundled
from scrubjay.integrations.launching.start import SHELL

INIT = "scrubjay is not set up here: run `scrubjay init` in the repository, then connect again."


def absent() -> str:
    """The code, without comments; it takes the server's name and a text within a JSON string's quotes."""
    lines = bundled("hooks", "absent.sh").read_text(encoding="utf-8").splitlines()
    return "\n".join(line for line in lines if not line.startswith("#"))


def stand_in(server: str, why: str) -> list[str]:
    """The command that stands in for a server."""
    return [SHELL, "-c", absent(), SHELL, server, json.dumps(why)[1:-1]]


def or_absent() -> str:
    """Code that starts a guard, and without it stands in: `sh -c CODE GUARD ARGUMENTS`."""
    return f'[ ! -r "$0" ] || exec {SHELL} "$0" "$@"\nset -- scrubjay {shlex.quote(INIT)}\n{absent()}'
