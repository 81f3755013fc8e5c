"""What changes between two texts of a file, as the lines of a unified diff. Pure."""

import difflib


def changed_lines(before: str, after: str) -> tuple[str, ...]:
    """The lines from the first `@@` on; none where nothing changes."""
    lines = difflib.unified_diff(before.splitlines(), after.splitlines(), lineterm="")
    return tuple(lines)[2:]
