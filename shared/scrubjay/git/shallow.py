"""Where is the history of a shallow clone cut off? By the commits that git lists as its borders."""

from pathlib import Path

from scrubjay.git.process import Git


def borders(git: Git) -> frozenset[str]:
    """The commits whose parents are missing; none where the history is whole, or git can't say."""
    code, out = git.answer(
        "rev-parse", "--is-shallow-repository", "--path-format=absolute", "--git-path", "shallow"
    )  # fmt: skip
    answer, _, path = out.decode("utf-8", "surrogateescape").strip("\n").partition("\n")
    if code != 0 or answer != "true":
        return frozenset()
    try:
        return frozenset(Path(path).read_text("ascii").split())
    except (OSError, UnicodeDecodeError):
        return frozenset()


def cut_off(git: Git, commit: str) -> str:
    """The day (ISO 8601) before which ancestors of a commit may be missing; empty where the history is whole."""
    if not commit or not (missing := borders(git)):
        return ""
    code, out = git.answer("log", "--max-parents=0", "--format=%H %cs", "--end-of-options", commit, "--")
    lines = (line.split() for line in out.decode("ascii", "replace").splitlines() if code == 0)
    return max((day for sha, day in lines if sha in missing), default="")


def cut_off_note(git: Git, commit: str) -> str:
    """What a first line says of a history that is cut off; empty where it is whole."""
    day = cut_off(git, commit)
    return f"shallow clone: history before {day} is not here" if day else ""
