"""Which programs would git send a file's content through? None: each filter that is configured is switched off."""

from dataclasses import replace

from scrubjay.errors import GitFailed
from scrubjay.git.process import Git, GitEnvironment

MOST = 200
"""Filters that are switched off; each takes six variables of the environment, which the system limits."""

_OFF = (("clean", ""), ("process", ""), ("required", "false"))


def without_filters(git: Git) -> Git:
    """The same git for calls that compare the working tree: there it would run `filter.NAME.clean` or `.process`.

    `.git/config` and `.gitattributes` are the repository's. A user's own filter may read them too (Git LFS runs what
    `lfs.extension` says), so every scope is switched off. A file that such a filter keeps differently, and that was
    touched since git looked, counts as changed then. The names go through the environment, because `-c` can't
    name one that holds `=`. Raises GitFailed for more than 200 filters.
    """
    code, out = git.answer("config", "-z", "--name-only", "--get-regexp", r"^filter\..*\.(clean|process)$")
    keys = [line.decode("utf-8", "surrogateescape") for line in out.split(b"\0") if line] if code == 0 else []
    names = sorted({key.partition(".")[2].rpartition(".")[0] for key in keys})
    if len(names) > MOST:
        raise GitFailed(
            f"{git.folder}: git has {len(names):,} filters configured, more than {MOST}. "
            "Take those that aren't needed out of .git/config."
        )
    if not names:
        return git
    settings = [(f"filter.{name}.{what}", value) for name in names for what, value in _OFF]
    variables = {"GIT_CONFIG_COUNT": str(len(settings))}
    for number, (key, value) in enumerate(settings):
        variables |= {f"GIT_CONFIG_KEY_{number}": key, f"GIT_CONFIG_VALUE_{number}": value}
    return replace(git, environment=GitEnvironment({**git.environment.variables, **variables}))
