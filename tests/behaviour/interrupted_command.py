"""A command that gets SIGINT at a chosen moment: when it does a thing that Python's audit events show. A process.

`python -m tests.behaviour.interrupted_command EVENT WORD ARGUMENT…`: at the first EVENT, such as `open`, `os.rename` or
`subprocess.Popen`, whose arguments have WORD in them.
"""

import os
import signal
import sys

from scrubjay.cli.main import run


def main(event: str, word: str, arguments: list[str]) -> None:
    """Run the command line, interrupted once."""
    sent = False

    def look(name: str, values: tuple[object, ...]) -> None:
        nonlocal sent
        if name == event and not sent and word in repr(values):
            sent = True
            os.kill(os.getpid(), signal.SIGINT)

    signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background job begins without it
    sys.argv = ["scrubjay", *arguments]
    sys.addaudithook(look)
    run()


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], sys.argv[3:])
