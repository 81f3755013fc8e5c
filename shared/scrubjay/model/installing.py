"""Commands that install scrubjay, for messages. From its clone: its name in a public registry isn't ours."""

UPGRADE = "upgrade it: `git pull && pip install .` in the clone of scrubjay"


def installing(extra: str) -> str:
    """The command that installs an optional part, such as `code`, with the place to run it in."""
    return f"`pip install '.[{extra}]'` in the clone of scrubjay"
