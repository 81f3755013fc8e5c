"""Commits in the life of a file that a question names: its creation, its newest change, its removal."""

from collections.abc import Collection

from scrubjay.git.process import Git
from scrubjay.text.names import query_names

PATIENCE_S = 5.0


def named_file(text: str) -> str:
    """The file that a question names, as `docs/usage.md` or `AGENTS.md`; empty where it names none, or several."""
    files = [name.label for name in query_names(text) if name.document and "." in name.label.rpartition("/")[2]]
    return files[0] if len(files) == 1 and not files[0].startswith("-") else ""


def life_of(git: Git, commit: str, name: str, paths: Collection[str], *, latest: bool) -> list[str]:
    """The newest change of a file if `latest`, else its creation; before it the removal of one that is gone."""
    there = sorted((path for path in paths if path == name or path.endswith(f"/{name}")), key=lambda p: (len(p), p))
    if there:
        literal = f":(top,literal){there[0]}"
        return _one(git, commit, literal, *(() if latest else ("--follow", "--diff-filter=A")))
    anywhere = f":(top,glob)**/{_without_wildcards(name)}"
    last = _one(git, commit, anywhere, "--no-renames", "--diff-filter=D")
    return last if latest else [*last, *_one(git, commit, anywhere, "--no-renames", "--diff-filter=A", "--reverse")]


def _one(git: Git, commit: str, path: str, *options: str) -> list[str]:
    """The newest commit that changed a path in some way, or with `--reverse` the oldest."""
    most = () if "--reverse" in options else ("-1",)
    code, out = git.answer(
        "log", *options, *most, "--no-merges", "--format=%H", "--no-ext-diff", "--no-textconv", "--end-of-options",
        commit, "--", path, timeout=PATIENCE_S,
    )  # fmt: skip
    return out.decode("ascii", "replace").split()[:1] if code == 0 else []


def _without_wildcards(name: str) -> str:
    return "".join(f"\\{sign}" if sign in "*?[\\" else sign for sign in name)
