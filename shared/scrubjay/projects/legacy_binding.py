"""Legacy binding, from before there were secrets: a project's id in the clone's local git configuration."""

from scrubjay.git.process import Git
from scrubjay.projects.ids import valid_id

KEY = "scrubjay.project"


def configured_id(git: Git) -> str:
    """The project id in the clone's local git config; empty when there is none or it isn't an id."""
    code, output = git.answer("config", "--local", "--get", KEY)
    text = output.decode("ascii", "replace").strip() if code == 0 else ""
    return text if valid_id(text) else ""


def unset(git: Git) -> None:
    """Remove it, and its section when nothing else is in it."""
    git.answer("config", "--local", "--unset-all", KEY)
    code, _ = git.answer("config", "--local", "--get-regexp", r"^scrubjay\.")
    if code == 1:
        git.answer("config", "--local", "--remove-section", "scrubjay")
