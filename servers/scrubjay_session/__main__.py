"""Entry point of the session server: `scrubjay-session`, or `python -m scrubjay_session`."""

import sys

from scrubjay_serving.run import run
from scrubjay_session.server import build


def main() -> None:
    """Serve over stdio until the client disconnects."""
    sys.exit(run(build, "scrubjay-session", "MCP server: repository state, the active task and session briefings."))


if __name__ == "__main__":
    main()
