"""Make a probe anew from its rows: `python -m tests.training reader` or `… stated`."""

import sys

from scrubjay.context.extraction.stated import STATED
from scrubjay.memory.grounding.injection import READER, TABLE, senses
from tests.training import fit, rows

PENALTY = {"reader": 1.0, "stated": 1.0}
"""On the squares of weights; chosen on the looked-at sets."""


def main() -> None:
    """Write the weights of the probes that are named, else of both."""
    wanted = sys.argv[1:] or list(PENALTY)
    if "reader" in wanted:
        digest = rows.digest(rows.READER, rows.TURNS, TABLE)
        fit.write(fit.train(rows.reader_rows(), PENALTY["reader"], digest, senses=senses), READER)
    if "stated" in wanted:
        fit.write(fit.train(rows.stated_rows(), PENALTY["stated"], rows.digest(rows.TURNS)), STATED)


if __name__ == "__main__":
    main()
