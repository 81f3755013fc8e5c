"""A command that gets SIGINT at a chosen moment: the nth time that it does a thing Python can see. A process.

`python -m tests.behaviour.interrupted_command EVENT NTH -- ARGUMENT…`; what is seen are Python's audit events, such as
`open`, `sqlite3.connect`, `subprocess.Popen`. NTH 0 sends nothing and says on stderr how many there were.
"""

import os
import signal
import sys

from scrubjay.cli.main import run


def main(event: str, nth: int, arguments: list[str]) -> None:
    """Run the command line, interrupted."""
    seen = 0

    def look(name: str, _: object) -> None:
        nonlocal seen
        if name == event:
            seen += 1
            if seen == nth:
                os.kill(os.getpid(), signal.SIGINT)

    sys.argv = ["scrubjay", *arguments]
    sys.addaudithook(look)
    try:
        run()
    finally:
        if not nth:
            sys.stderr.write(f"{seen} × {event}\n")


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), sys.argv[4:])
