"""Another program that holds every database of a home until its input ends. A process: HOME, "writing" or "reading"."""

import sys
from pathlib import Path

from scrubjay.storage import driver


def main(home: Path, against: str) -> None:
    """Hold them against writers, as an open transaction does, or against readers, too."""
    held = []
    for file in (home / "home.db", *home.glob("projects/*/*.db")):
        connection = driver.connect(file)
        if against == "reading":
            connection.execute("PRAGMA locking_mode = EXCLUSIVE")
        connection.execute("BEGIN IMMEDIATE")
        held.append(connection)
    sys.stdout.write("held\n")
    sys.stdout.flush()
    sys.stdin.read()


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2])
