"""Where does the code assign a name? Constants and settings, which aren't among the indexed symbols."""

import re

from scrubjay.git.process import Git
from scrubjay.grounding.results import PROSE

MOST = 200
"""Lines with the name that are looked at."""


def definitions(git: Git, commit: str, name: str) -> list[tuple[str, tuple[int, int]]]:
    """Files and lines that assign a name, `NAME = value` or `NAME: value`, outside documents."""
    bare = name.rpartition(".")[2]
    if not commit or not re.fullmatch(r"[A-Za-z_]\w*", bare):
        return []
    code, output = git.answer(
        "grep", "-z", "-n", "-I", "-w", "-F", "--full-name", f"--max-count={MOST}", "-e", bare, commit, "--", ":(top)",
        *(f":(top,exclude,icase)*{ending}" for ending in PROSE), timeout=5,
    )  # fmt: skip
    if code:
        return []
    assigns = re.compile(rf"(?:^|[^\w.]){bare}\s*(?::\s*[\w.\[\]| ]+)?\s*(?::?=(?!=)|:)".encode())
    spans: list[tuple[str, tuple[int, int]]] = []
    for line in output.split(b"\n")[:MOST]:
        place, _, rest = line.partition(b"\0")
        number, _, text = rest.partition(b"\0")
        path = place.partition(b":")[2].decode("utf-8", "replace")
        if number.isdigit() and assigns.search(text):
            spans.append((path, (int(number), int(number))))
    return spans
