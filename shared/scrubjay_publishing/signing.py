"""Whether git signs commits here, and with which program: those of the user's own configuration alone."""

from collections.abc import Mapping

from scrubjay.errors import PublishRefused
from scrubjay.git.process import Git

PROGRAMS = r"^gpg\.(.*\.)?(program|defaultkeycommand)$"
"""Settings that name what is executed to sign."""
_OWN = ("system", "global")
_ASKING = frozenset({"SSH_ASKPASS", "DISPLAY", "WAYLAND_DISPLAY", "GPG_TTY", "PINENTRY_USER_DATA"})
"""Variables by which a signing program would ask for a passphrase; none can be answered here."""


def is_signed(git: Git) -> bool:
    """Whether `commit.gpgsign` asks for signatures. Raises PublishRefused where the repository names the program."""
    code, out = git.answer("config", "--type=bool", "--get", "commit.gpgsign")
    if code == 0 and out.strip() != b"true":
        return False
    if code == 1:
        return False
    if code != 0:
        raise PublishRefused("`commit.gpgsign` is neither true nor false. `git config --get commit.gpgsign` shows it.")
    code, out = git.answer("config", "-z", "--show-scope", "--name-only", "--get-regexp", PROGRAMS)
    fields = out.decode("utf-8", "replace").split("\0") if code == 0 else []
    foreign = [key for scope, key in zip(fields[::2], fields[1::2], strict=False) if scope not in _OWN]
    if foreign:
        raise PublishRefused(
            f"Commits are signed here, and {foreign[0]} stands in the repository's own configuration. scrubjay starts "
            "no program that a repository names: move it to your own (`git config --global`). Nothing was published."
        )
    return True


def without_questions(variables: Mapping[str, str]) -> dict[str, str]:
    """The environment of a signing program that asks nobody: without a window, a terminal or an askpass program."""
    kept = {name: value for name, value in variables.items() if name not in _ASKING}
    return kept | {"SSH_ASKPASS_REQUIRE": "never"}
