"""Entry point of the knowledge server: `scrubjay-knowledge`, or `python -m scrubjay_knowledge`."""

import sys

from scrubjay_knowledge.server import build
from scrubjay_serving.run import run


def main() -> None:
    """Serve over stdio until the client disconnects."""
    sys.exit(run(build, "scrubjay-knowledge", "MCP server: documents, decisions and memories of a git repository."))


if __name__ == "__main__":
    main()
