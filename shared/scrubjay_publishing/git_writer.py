"""The one place that writes to a repository's git: objects, and a branch.

Working tree, index and HEAD stay as they are. Nothing of the repository runs: no hooks (`core.hooksPath`), no file
monitor, no content filters, no signing program that it names (signing.py). `scrubjay.git` stays read-only; this uses
its runner with further settings.
"""

import shlex
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from scrubjay.errors import GitFailed, GitRefused, PublishRefused
from scrubjay.git.comparing import without_filters
from scrubjay.git.process import Git
from scrubjay.git.repository import Repository
from scrubjay.model.frozen import dataclass, replace
from scrubjay.privacy.secrets.shown_names import shown
from scrubjay_publishing.base_tree import BaseTree

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


SETTINGS = {
    "core.splitIndex": "false",
    "core.untrackedCache": "false",
    "index.sparse": "false",
    "core.safecrlf": "false",
    "i18n.commitEncoding": "UTF-8",
    "user.useConfigOnly": "true",
}
"""No file beside our own index in git's folder; our line ends aren't anybody's mistake; no address that git guesses."""

MODE = "100644"
SIGNING_S = 20.0
"""Seconds in which a signature must be there; a passphrase that somebody is asked for takes longer."""


@dataclass(frozen=True, slots=True)
class GitWriter:
    """Writes into the object store of one clone, and makes branches that weren't there."""

    git: Git
    repository: Repository

    @classmethod
    def of(cls, git: Git, repository: Repository) -> "GitWriter":
        """A writer for a clone, with its settings and those above."""
        return cls(with_settings(git), repository)

    def blob(self, tree: BaseTree, path: str, text: str) -> str:
        """Store a file's text as git would at a path, by the base's attributes; returns its id. Raises PublishRefused.

        A file of the base that has other line ends than "\\n" keeps them, as `git add` would keep them.
        """
        data = text.encode("utf-8")
        with tempfile.TemporaryDirectory(prefix="scrubjay-") as folder:
            git = self._with_attributes(tree, path, Path(folder))
            given = git.run("check-attr", "-z", "filter", "working-tree-encoding", "--", path).split(b"\0")
            for name, value in zip(given[1::3], given[2::3], strict=False):
                if value not in (b"unspecified", b"unset"):
                    attribute = f"{name.decode()}={value.decode('utf-8', 'replace')[:60]}"
                    raise PublishRefused(
                        f"{path} has the attribute {attribute}, which changes what git stores; scrubjay runs no such "
                        "filter. Choose another folder with `publishing.folder`. Nothing was published."
                    )
            how = ("--no-filters",) if b"\r\n" in data else (f"--path={path}",)
            return git.run("hash-object", "-w", "--stdin", *how, input=data).decode().strip()

    def tree(self, commit: str, blobs: Mapping[str, str], removed: Sequence[str] = ()) -> str:
        """Store the tree of a commit with some files changed or removed; returns its id."""
        with tempfile.TemporaryDirectory(prefix="scrubjay-") as folder:
            git = self._with({"GIT_INDEX_FILE": str(Path(folder, "index"))})
            git.run("read-tree", "--no-recurse-submodules", commit, timeout=60)
            lines = [f"0 {'0' * len(commit)}\t{path}\0" for path in removed]
            lines += [f"{MODE} {blob}\t{path}\0" for path, blob in blobs.items()]
            request = "".join(lines).encode("utf-8", "surrogateescape")
            git.run("update-index", "-z", "--index-info", input=request)
            return git.run("write-tree", timeout=60).decode().strip()

    def commit(self, tree: str, parent: str, message: str, branch: str, *, signed: bool) -> str:
        """Store a commit that no branch has yet; returns its id. Raises PublishRefused where git can't sign it."""
        words = ("commit-tree", *(("-S",) if signed else ()), "-p", parent, tree)
        if not signed:
            return self.git.run(*words, input=message.encode("utf-8")).decode().strip()
        git = replace(self.git, environment=replace(
            self.git.environment, variables=without_questions(self.git.environment.variables)
        ))  # fmt: skip
        try:
            return git.run(*words, input=message.encode("utf-8"), timeout=SIGNING_S).decode().strip()
        except GitRefused:
            raise
        except GitFailed as error:
            made = f"printf %s {shlex.quote(message)} | git {' '.join(words)}"
            line = f'git branch {shlex.quote(branch)} "$({made})"'
            raise PublishRefused(
                f"The commit couldn't be signed without asking you ({str(error)[-300:]}). No branch was made, and "
                f"nothing is published unsigned. Sign it yourself: {line} and run the same `scrubjay publish` again, "
                "which notes it."
            ) from error

    def create(self, branch: str, commit: str) -> None:
        """Make a new branch. Raises PublishRefused where one of that name exists."""
        self.refuse_checked_out(branch)
        self._update(branch, commit, "0" * len(commit), f"{branch} was made meanwhile, by another `scrubjay publish`")

    def advance(self, branch: str, commit: str, before: str) -> None:
        """Move a branch from one commit to the next. Raises PublishRefused where it moved meanwhile."""
        self.refuse_checked_out(branch)
        self._update(branch, commit, before, f"{branch} moved meanwhile")

    def delete(self, branch: str, before: str) -> None:
        """Delete a branch and what is configured for it. Raises PublishRefused where it moved meanwhile."""
        self.refuse_checked_out(branch)
        try:
            self.git.run("update-ref", "--no-deref", "-d", f"refs/heads/{branch}", before)
        except GitFailed as error:
            raise PublishRefused(f"{branch} moved meanwhile, so it stays. Look at it, and run this again.") from error
        self.git.answer("config", "--local", "--remove-section", f"branch.{branch}")

    def refuse_checked_out(self, branch: str) -> None:
        """Raises PublishRefused where a worktree has a branch checked out, also one that has no commit yet."""
        ref = f"branch refs/heads/{branch}".encode()
        place = b""
        for field in self.git.fields("worktree", "list", "--porcelain", "-z"):
            place = field[9:] if field.startswith(b"worktree ") else place
            if field == ref:
                folder = shown(place.decode("utf-8", "replace"))
                raise PublishRefused(
                    f"{branch} is checked out in {folder}, so it would change under your hands. Switch to another "
                    "branch there, or choose one with --topic. Nothing was published."
                )

    def _update(self, branch: str, commit: str, before: str, otherwise: str) -> None:
        """Move a branch from one commit to another. Raises PublishRefused, beginning with `otherwise`."""
        try:
            self.git.run("update-ref", "--no-deref", "-m", "scrubjay publish", f"refs/heads/{branch}", commit, before)
        except GitRefused:
            raise
        except GitFailed as error:
            raise PublishRefused(
                f"{otherwise}, or a branch stands in its way. Nothing was published; run it again, or choose another "
                f"name with --topic. git says: {str(error)[-200:]}"
            ) from error

    def _with_attributes(self, tree: BaseTree, path: str, folder: Path) -> Git:
        """git in an empty working tree that has only the base's attributes for a path."""
        parts = path.split("/")
        for depth in range(len(parts)):
            above = "/".join(parts[:depth])
            rules = tree.bytes(f"{above}/.gitattributes" if above else ".gitattributes")
            if rules is not None:
                place = folder / above
                place.mkdir(parents=True, exist_ok=True)
                (place / ".gitattributes").write_bytes(rules)
        settled = with_settings(without_filters(self.git))
        variables = {**settled.environment.variables, **self._environment(folder)}
        return replace(settled, folder=folder, worktree=None, environment=replace(
            settled.environment, variables=variables
        ))  # fmt: skip

    def _with(self, variables: Mapping[str, str]) -> Git:
        """git with more environment variables."""
        environment = self.git.environment
        return replace(self.git, environment=replace(environment, variables={**environment.variables, **variables}))

    def _environment(self, folder: Path) -> dict[str, str]:
        """The environment variables by which git uses a folder as this clone's working tree."""
        return {"GIT_DIR": str(self.repository.git_dir), "GIT_WORK_TREE": str(folder)}


def with_settings(git: Git) -> Git:
    """git with SETTINGS added to its configuration, by its environment."""
    variables = dict(git.environment.variables)
    first = int(variables.get("GIT_CONFIG_COUNT", "0"))
    for number, (key, value) in enumerate(SETTINGS.items(), first):
        variables |= {f"GIT_CONFIG_KEY_{number}": key, f"GIT_CONFIG_VALUE_{number}": value}
    variables["GIT_CONFIG_COUNT"] = str(first + len(SETTINGS))
    return replace(git, environment=replace(git.environment, variables=variables))


def identity(git: Git) -> str:
    """The name and address under which git commits here. Raises PublishRefused where none is configured."""
    git = with_settings(git)
    code, out = git.answer("var", "GIT_COMMITTER_IDENT")
    if code == 0:
        code, _ = git.answer("var", "GIT_AUTHOR_IDENT")
    if code != 0:
        raise PublishRefused(
            "git doesn't know who you are: user.name or user.email is not set. Set both with `git config user.name "
            "NAME` and `git config user.email ADDRESS`. Nothing was published."
        )
    return out.decode("utf-8", "replace").rpartition(">")[0] + ">"
