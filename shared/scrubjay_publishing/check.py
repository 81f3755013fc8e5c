"""The repository's own pre-commit and commit-msg hooks, run on a commit before its branch is made.

They are the repository's code: they run only where a person asks for it (`--check`), in a worktree that is always
removed.
"""

import os
import shutil
import tempfile
from collections.abc import Collection, Iterable
from contextlib import suppress
from pathlib import Path

from scrubjay.errors import GitFailed, PublishRefused
from scrubjay.git.process import Git
from scrubjay.git.repository import Repository
from scrubjay.model.frozen import replace
from scrubjay.privacy.personal.find import personal_kinds
from scrubjay.privacy.personal.policy import Personal
from scrubjay.privacy.secrets.masking import find_secrets, mask
from scrubjay_publishing.values import RenderedFile

HOOKS = ("pre-commit", "commit-msg")
HOOK_S = 300.0
MAX_SAID = 2_000


def hooks_here(git: Git, repository: Repository) -> tuple[str, tuple[str, ...]]:
    """The folder of the clone's hooks, and which of those that we run are there."""
    code, out = git.answer("config", "-z", "--show-scope", "--type=path", "--get-all", "core.hooksPath")
    fields = out.decode("utf-8", "surrogateescape").split("\0") if code == 0 else []
    named = [path for scope, path in zip(fields[::2], fields[1::2], strict=False) if scope != "command"]
    folder = Path(repository.worktree, named[-1]) if named and named[-1] else repository.common_dir / "hooks"
    there = tuple(name for name in HOOKS if os.access(folder / name, os.X_OK) and (folder / name).is_file())
    return str(folder), there


def check_hooks(git: Git, repository: Repository, *, base: str, tree: str, message: str) -> tuple[str, ...]:
    """Run the hooks as if a tree were being committed on a base; returns which ran.

    Raises PublishRefused where one fails, with what it printed.
    """
    folder, there = hooks_here(git, repository)
    if not there:
        return ()
    top = Path(tempfile.mkdtemp(prefix="scrubjay-check-"))
    place = top / "worktree"
    try:
        git.run("worktree", "add", "--detach", "--no-checkout", str(place), base, timeout=60)
        inside = replace(git, folder=place, worktree=None)
        inside.run("read-tree", "--no-recurse-submodules", tree, timeout=60)
        inside.run("checkout-index", "--all", "--force", timeout=120)
        file = top / "COMMIT_EDITMSG"
        file.write_text(message, encoding="utf-8")
        for name in there:
            words = ("--", str(file)) if name == "commit-msg" else ()
            _run(inside, folder, name, words)
    finally:
        with suppress(GitFailed):
            git.run("worktree", "remove", "--force", "--force", str(place), timeout=60)
        shutil.rmtree(top, ignore_errors=True)
        _forget(git, place)
    return there


def _run(git: Git, folder: str, name: str, words: tuple[str, ...]) -> None:
    """Run a git hook. Raises PublishRefused, with what it said, where it fails."""
    with git.output("-c", f"core.hooksPath={folder}", "hook", "run", name, *words, timeout=HOOK_S) as output:
        said = b"".join(output.pieces()) + bytes(output.stderr)
        code = output.code()
    if code:
        told = mask(said.decode("utf-8", "replace").strip()[-MAX_SAID:]).text
        raise PublishRefused(
            f"The hook {name} of this repository refuses the commit (exit {code}); no branch was made. It says: {told}"
        )


def _forget(git: Git, place: Path) -> None:
    """Have git forget our worktree if removing it failed half-way; other worktrees stay."""
    with suppress(GitFailed):
        listed = git.run("worktree", "list", "--porcelain", "-z")
        if os.fsencode(str(place)) in listed:
            git.run("worktree", "prune", "--expire=now")


def refuse_secrets(
    files: Iterable[tuple[RenderedFile, str]], subject: str, personal: Personal, allowed: Collection[str]
) -> None:
    """Raises PublishRefused for a secret or personal data in the lines that files add to the base.

    Each file comes with the text that the base has there; "" for a new one. The words of neither stand in the message.
    """
    for file, before in files:
        known = set(before.splitlines())
        added = "\n".join(line for line in file.text.splitlines() if line not in known)
        _refuse(file.path, added, personal, allowed)
        _refuse("the file's name", file.path, personal, allowed)
    _refuse("the commit's subject", subject, personal, allowed)


def _refuse(where: str, text: str, personal: Personal, allowed: Collection[str]) -> None:
    """Raises PublishRefused for a secret or personal data in a text; `where` names the text."""
    found = find_secrets(text, allowed=allowed)
    if found:
        raise PublishRefused(
            f"{'It' if where.startswith('the ') else where} would hold a secret ({found[0].kind}), in {where}, line "
            f"{found[0].line}. Nothing was published. Reword the memory with `scrubjay update ID`; if it is none, "
            "`scrubjay log --masked` shows the mark for privacy.allow."
        )
    kinds = personal_kinds(text) if personal != "off" else ()
    if kinds:
        raise PublishRefused(
            f"{where} would hold personal data ({', '.join(kinds)}). Nothing was published. Reword the memory with "
            "`scrubjay update ID`, or set `privacy.personal: off` in your config."
        )
