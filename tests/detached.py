"""Run as a script: starts a command that nobody leads to, in a session of its own, and is gone at once.

Its words: the descriptor of a terminal or pipe, the one that takes the exit code, "terminal" or "pipe", the command.
"""

import fcntl
import os
import sys
import termios

REPORTING = 'code=0; "$@" || code=$?; exec 0<&- 1>&- 2>&-; echo $code >&3'


def main() -> None:
    output, status = int(sys.argv[1]), int(sys.argv[2])
    if os.fork():
        os._exit(0)
    os.setsid()
    if sys.argv[3] == "terminal":
        fcntl.ioctl(output, termios.TIOCSCTTY, 0)
    os.dup2(output if sys.argv[3] == "terminal" else os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(output, 1)
    os.dup2(output, 2)
    os.dup2(status, 3)
    os.closerange(4, 256)
    os.execv("/bin/sh", ["/bin/sh", "-c", REPORTING, "sh", *sys.argv[4:]])  # noqa: S606


if __name__ == "__main__":
    main()
