"""Entry point of the session server: `scrubjay-session`, or `python -m scrubjay_session`."""

import sys

from scrubjay_serving.run import run
from scrubjay_session.server import build


def main() -> None:
    """Serve over stdio until the client disconnects."""
    about = "MCP server: repository state, the active task and session briefings."
    sys.exit(run(build, "scrubjay-session", about, keeps_model=False))


if __name__ == "__main__":
    main()
