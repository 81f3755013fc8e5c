"""A branch's own name, by the one that is shown."""

from scrubjay.git.process import Git
from scrubjay.privacy.secrets.shown_names import MARK, shown


def branch_in_git(git: Git, name: str) -> str:
    """A local branch's own name, by the one that is shown; the same where none is masked so."""
    if MARK not in name:
        return name
    listed = git.fields("for-each-ref", "--format=%(refname:lstrip=2)%00", "refs/heads")
    names = (field.decode("utf-8", "surrogateescape").lstrip("\n") for field in listed)
    return next((own for own in names if shown(own) == name), name)
