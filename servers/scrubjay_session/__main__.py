"""Entry point of the session server: `scrubjay-session`, or `python -m scrubjay_session`."""

import gc
import sys


def main() -> None:
    """Serve over stdio until the client disconnects."""
    gc.disable()  # a search for cycles while modules load is a seventh of a start; `run` switches it on
    from scrubjay_serving.run import run
    from scrubjay_session.server import build

    sys.exit(run(build, "scrubjay-session", "MCP server: repository state, the active task and session briefings."))


if __name__ == "__main__":
    main()
