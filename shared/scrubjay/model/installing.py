"""Commands that install scrubjay, for messages. From its clone: its name in a public registry isn't ours."""

UPGRADE = "upgrade it: `git pull && pip install .` in the clone of scrubjay"

START_ANEW = (
    "Start anew: with the scrubjay that wrote it, `scrubjay export memories.jsonl` keeps what it knows as text; then "
    "move the home away, and run `scrubjay init` with this one."
)
"""What to do with a home that is too old to be opened."""


def installing(extra: str) -> str:
    """The command that installs an optional part, such as `code`, with the place to run it in."""
    return f"`pip install '.[{extra}]'` in the clone of scrubjay"
