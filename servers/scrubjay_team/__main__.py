"""Entry point of a team's server: `python -m scrubjay_team`, which `scrubjay serve team` becomes."""

import os
import sys

from scrubjay_team.serving.starting import run

if __name__ == "__main__":
    sys.exit(run(sys.argv[1:], dict(os.environ)))
