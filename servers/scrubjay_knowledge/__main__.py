"""Entry point of the knowledge server: `scrubjay-knowledge`, or `python -m scrubjay_knowledge`."""

import gc
import sys


def main() -> None:
    """Serve over stdio until the client disconnects."""
    gc.disable()  # a search for cycles while modules load is a seventh of a start; `run` switches it on
    from scrubjay_knowledge.server import build
    from scrubjay_serving.run import run

    sys.exit(run(build, "scrubjay-knowledge", "MCP server: documents, decisions and memories of a git repository."))


if __name__ == "__main__":
    main()
