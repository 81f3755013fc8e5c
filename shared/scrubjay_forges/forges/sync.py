"""Reads the repositories that the user's file names for a project, each by itself: one that fails holds up no other."""

import os
import stat
from collections.abc import Callable
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from typing import Final

from scrubjay.errors import ForgeRefuses, ForgeUnreadable, ForgeWaits, NotFound, ScrubjayError, UsageError
from scrubjay.git.process import Git
from scrubjay.git.renames import FilesInGit
from scrubjay.model.clock import Clock, iso
from scrubjay.model.frozen import dataclass
from scrubjay.settings.forges import ForgeKind, ForgeSettings
from scrubjay.settings.schema import Settings
from scrubjay.storage.filesystem import file_lock
from scrubjay_forges.discussions.store import DiscussionStore
from scrubjay_forges.forges import gitea as gitea_plan
from scrubjay_forges.forges import github_plan, gitlab_plan
from scrubjay_forges.forges.bookmark import Bookmark, bookmark, earlier
from scrubjay_forges.forges.client import ForgeClient, Network
from scrubjay_forges.forges.limits import RunBounds
from scrubjay_forges.forges.listing import FilesOf, Forge
from scrubjay_forges.forges.reading import ForgeReading, Progress
from scrubjay_forges.forges.targets import ForgeTarget, Targets

LONGEST: Final = 1_000


def token_of(one: ForgeSettings, settings: Settings) -> str:
    """The token of a forge; empty where none is named. Raises ForgeRefuses if the named place gives none."""
    if one.token_env:
        value = settings.forge_tokens.get(one.token_env)
        token = value.get_secret_value().strip() if value is not None else ""
        return _checked(token, f"the variable {one.token_env}")
    return _from_file(settings.home / one.token_file) if one.token_file else ""


def token_state(one: ForgeSettings, settings: Settings) -> str:
    """Whether a forge has a token, in words: none named, present, or why there is none."""
    try:
        return "present" if token_of(one, settings) else "none named"
    except ForgeRefuses as error:
        return str(error)


def _from_file(path: Path) -> str:
    """The token in a file. Raises ForgeRefuses for a file that others may read, or that can't be read."""
    try:
        descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))
        with os.fdopen(descriptor, "rb") as stream:
            seen = os.fstat(stream.fileno())
            ours = not hasattr(os, "getuid") or (seen.st_uid == os.getuid() and not seen.st_mode & 0o077)
            if not stat.S_ISREG(seen.st_mode) or not ours:
                raise ForgeRefuses(f"The token's file {path} must be a plain file of yours: `chmod 600 {path}`.")
            data = stream.read(LONGEST + 1)
    except OSError as error:
        raise ForgeRefuses(f"The token's file {path} can't be read ({error.strerror}); it must be no link.") from error
    return _checked(data.decode("ascii", "replace").strip(), f"the file {path}")


def _checked(token: str, where: str) -> str:
    """The token, if an HTTP header may hold it. Raises ForgeRefuses."""
    if not token:
        raise ForgeRefuses(f"There is no token in {where}, which `forges` in config.yaml names.")
    if len(token) > LONGEST or not token.isascii() or not token.isprintable() or " " in token:
        raise ForgeRefuses(f"What is in {where} is no token: one word of ASCII characters is wanted.")
    return token


def plan(target: ForgeTarget, files_of: FilesOf) -> Forge:
    """What to ask a forge to read a repository."""
    if target.settings.kind == "github":
        return github_plan.GitHub(target.label, files_of)
    if target.settings.kind == "gitlab":
        return gitlab_plan.GitLab(target.label, files_of)
    return gitea_plan.Gitea(target.label, files_of)


def headers(kind: ForgeKind, token: str) -> dict[str, str]:
    """HTTP headers of each request, with the token as the forge wants it. Raises ForgeRefuses without a needed one."""
    if kind == "gitlab":
        return gitlab_plan.headers(token)
    return github_plan.headers(token) if kind == "github" else gitea_plan.headers(token)


OFTEN: Final = timedelta(hours=1)
"""How often a repository is read by itself, at most."""


OF_FILES: Final = (
    "{name} was imported from files, which number merge requests otherwise than GitLab. "
    "`scrubjay forge forget {name}` makes room for what GitLab gives."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ForgeReport:
    """The report of reading one repository. `error` says why it isn't complete, `until` when to go on.

    `as_of` is when everything is known of, empty before the first complete reading. `note` names what the forge
    doesn't give though it is there.
    """

    repository: str
    as_of: str = ""
    requests: int = 0
    items: int = 0
    new: int = 0
    changed: int = 0
    gone: int = 0
    left_out: int = 0
    withheld: int = 0
    note: str = ""
    error: str = ""
    until: str = ""

    @property
    def complete(self) -> bool:
        """Whether everything was read."""
        return not self.error


class ForgeSync:
    """Reads the repositories of one project at their forges. `targets` finds them in the settings."""

    def __init__(
        self,
        forge_targets: Targets,
        user_settings: Settings,
        discussion_store: DiscussionStore,
        git: Git,
        clock: Clock,
        network: Network | None = None,
    ) -> None:
        self._targets = forge_targets
        self._settings = user_settings
        self._store = discussion_store
        self._git = git
        self._clock = clock
        self._network = network or Network(clock=clock)

    def targets(self) -> tuple[ForgeTarget, ...]:
        """The repositories that are read, in the order of the file; not those that come from files alone."""
        return tuple(one for one in self._targets() if one.settings.kind != "files")

    def chosen(self, name: str) -> tuple[ForgeTarget, ...]:
        """One by its name, or all for an empty name. Raises NotFound."""
        every = self.targets()
        found = [one for one in every if name.lower() in ("", one.name.lower(), one.label.lower())]
        if not found and any(name.lower() in (one.name.lower(), one.label.lower()) for one in self._targets()):
            raise NotFound(f"{name[:200]} is `kind: files`: `scrubjay forge import` brings it.")
        if not found:
            what = f"names no {name[:200]!r}" if name else "names no repository"
            raise NotFound(f"`forges` in config.yaml {what} for this project. See docs/how-to/discussions.md.")
        return tuple(found)

    def token_state(self, target: ForgeTarget) -> str:
        """Whether there is a token, in words that don't show it."""
        return token_state(target.settings, self._settings)

    def bookmark(self, name: str) -> Bookmark:
        """How far a repository was read."""
        return bookmark(self._store.position(name)).by(iso(self._clock()))

    def due(self) -> tuple[ForgeTarget, ...]:
        """The repositories that the worker may read now: hourly ones, and those whose reading was interrupted."""
        now = iso(self._clock())
        stopped = {one.name.lower() for one in self._store.repositories() if not one.note}

        def is_due(target: ForgeTarget) -> bool:
            at = self.bookmark(target.name)
            interrupted = bool(at.round) and target.name.lower() in stopped
            return at.not_before <= now and (interrupted or at.tried_at <= earlier(now, OFTEN))

        return tuple(filter(is_due, self.targets()))

    def read(
        self, target: ForgeTarget, *, stop: Callable[[], bool] = lambda: False, progress: Progress = lambda *_: None
    ) -> ForgeReport:
        """Read what changed in a repository. Raises ReadingStopped, StorageError.

        Errors of the forge are reported, and so are a name that can't be kept, and a repository forgotten meanwhile.
        """
        try:
            client = ForgeClient(target.settings.address(target.name), self._headers(target), self._network)
        except ScrubjayError as error:
            return ForgeReport(repository=target.name, error=str(error))
        if self._is_of_files(target):
            client.close()
            return ForgeReport(repository=target.name, error=OF_FILES.format(name=target.name))
        try:
            with closing(client):
                self._store.ensure(target.name, target.settings.kind)
                return self._read_alone(target, client, stop, progress)
        except (UsageError, NotFound) as error:
            return ForgeReport(repository=target.name, requests=client.requests, error=str(error))

    def _read_alone(
        self, target: ForgeTarget, client: ForgeClient, stop: Callable[[], bool], progress: Progress
    ) -> ForgeReport:
        """Read a repository unless another process reads one now."""
        with file_lock(self._store.database.path.with_name("forge.lock")) as mine:
            if not mine:
                return ForgeReport(repository=target.name, error="Another process reads this project's forges now.")
            return self._read(target, client, stop, progress)

    def _read(
        self, target: ForgeTarget, client: ForgeClient, stop: Callable[[], bool], progress: Progress
    ) -> ForgeReport:
        """Read a repository; returns the report, with the error if it failed."""
        forge = plan(target, FilesInGit(self._git))
        reading = ForgeReading(
            target.name, forge, client, self._store, self._clock, stop=stop, progress=progress,
            bounds=RunBounds(self._network.timer),
        )  # fmt: skip
        error = until = as_of = ""
        not_before = self.bookmark(target.name).not_before
        try:
            if not_before > iso(self._clock()):
                minute = not_before[:16].replace("T", " ")
                raise ForgeWaits(f"{client.host} is not asked before {minute} UTC.", not_before)
            as_of = reading.run()
        except ForgeWaits as waits:
            error, until = str(waits), waits.until
        except (ForgeUnreadable, ForgeRefuses) as failed:
            error = str(failed)
            reading.session.put(note=error)
        done = reading.session
        return ForgeReport(
            repository=target.name, as_of=as_of, requests=client.requests, items=done.items, new=done.new,
            changed=done.changed, gone=done.gone, left_out=done.left_out, withheld=done.withheld,
            note=reading.left_out(), error=error, until=until,
        )  # fmt: skip

    def _is_of_files(self, target: ForgeTarget) -> bool:
        """Whether what is kept came from files, whose merge requests have no numbers of their own as at GitLab."""
        of_files = (one.name.lower() for one in self._store.repositories() if one.forge == "file")
        return target.settings.kind == "gitlab" and target.name.lower() in of_files

    def _headers(self, target: ForgeTarget) -> dict[str, str]:
        """The HTTP headers for a repository's forge, with its token."""
        return headers(target.settings.kind, token_of(target.settings, self._settings))
