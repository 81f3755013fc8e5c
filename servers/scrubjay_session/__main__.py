"""Entry point of the session server: `scrubjay-session`, or `python -m scrubjay_session`."""

import gc
import sys


def main() -> None:
    """Serve over stdio until the client disconnects."""
    gc.disable()  # a search for cycles while modules load is a seventh of a start; `run` switches it on
    from scrubjay_serving.run import run
    from scrubjay_session.server import build

    about = "MCP server: repository state, the active task and session briefings."
    sys.exit(run(build, "scrubjay-session", about, keeps_model=False))


if __name__ == "__main__":
    main()
