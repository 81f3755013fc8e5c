"""The errors that scrubjay raises on purpose.

The reader of a message is an agent or a person at a terminal: it says what happened, why, and the next command.
A class's docstring is its default message; pass a sentence to say more.
`exit_code` is what the CLI returns: 1 unhealthy, 2 usage, 3 no repository or not initialised, 4 storage.
"""

from typing import ClassVar


class ScrubjayError(Exception):
    """Something failed. Run `scrubjay doctor` to find out what."""

    exit_code: ClassVar[int] = 1

    def __init__(self, message: str = "") -> None:
        super().__init__(message or " ".join((type(self).__doc__ or "").split()))


class ExtensionFailed(ScrubjayError):
    """Something of an extension failed. Run `scrubjay extensions`."""


class UsageError(ScrubjayError):
    """The arguments are wrong. Run the command with --help."""

    exit_code = 2


class ConfigError(ScrubjayError):
    """A configuration file is wrong. The message names file, line and key."""

    exit_code = 2


class RepositoryError(ScrubjayError):
    """This repository can't be used."""

    exit_code = 3


class NotARepository(RepositoryError):
    """Not inside a git repository. Change into one, or pass its path: `repo=` in tools, `--repo` at a terminal."""


class NotInitialised(RepositoryError):
    """scrubjay is not set up in this repository. Run `scrubjay init` in it."""


class CopiedBinding(NotInitialised):
    """This is a copy of a repository, and may not open that one's memory. Run `scrubjay init` in it."""


class UnknownBinding(NotInitialised):
    """This repository was bound to a project that this home doesn't have. Run `scrubjay init` in it."""


class BorrowedRepository(NotInitialised):
    """The `.git` here points to a repository that doesn't list this folder as a worktree. Run `scrubjay init` in it."""


class DubiousOwnership(RepositoryError):
    """The repository belongs to another user, so git refuses it. See `git config --global --add safe.directory`."""


class BindingRefused(RepositoryError):
    """The binding of this repository can't be written. The message gives the reason."""


class GitUnavailable(RepositoryError):
    """git is missing or too old. Install git 2.36 or newer."""


class GitFailed(RepositoryError):
    """git failed. Run `scrubjay doctor`."""


class GitRefused(GitFailed):
    """The disk refused what git was to write. The message says why, and what to do."""

    def __init__(self, message: str = "", number: int = 0) -> None:
        super().__init__(message)
        self.number = number


class UnknownRevision(ScrubjayError):
    """No such revision, tag or date. Give a branch, a tag, a commit, or a date such as 2026-03-01."""

    exit_code = 2


class PermissionDenied(ScrubjayError):
    """You may not do this. `scrubjay agents list` shows what each agent may do."""


class UnknownAgent(PermissionDenied):
    """No agent with this id can be named here. get_agents_for_user, or `scrubjay agents list`, shows all."""


class UnknownHandoff(PermissionDenied):
    """No handoff with this id is yours. get_pending_handoffs, or `scrubjay handoff list`, shows those that are."""


class SpeaksToReader(PermissionDenied):
    """A text that agents are shown speaks to its reader as an attack does. Say what is to be done without it."""


class AnotherOwner(PermissionDenied):
    """A home has one user, and this is another: leave that id empty. `scrubjay agents list` shows the user's agents."""


class UnsafePath(ScrubjayError):
    """The path is outside the repository or no valid path in git. Give a path relative to the repository's top."""

    exit_code = 2


class LauncherUnsafe(ScrubjayError):
    """The Python that runs scrubjay is where a checkout can overwrite it. Install it outside of repositories."""

    exit_code = 3


class LauncherChanged(ScrubjayError):
    """A checkout has overwritten files of this scrubjay. Switch back, or run `scrubjay doctor`."""


class NotIndexed(ScrubjayError):
    """That revision is not indexed yet. Run `scrubjay ingest REV` and ask again."""


class NotFound(ScrubjayError):
    """Nothing has this name at this revision."""


class LimitExceeded(ScrubjayError):
    """The input exceeds a limit of scrubjay."""

    exit_code = 2


class ProjectConflict(ScrubjayError):
    """The project can't be joined: the repositories share no root commit. See `scrubjay project show`."""

    exit_code = 3


class StorageError(ScrubjayError):
    """The database can't be used. Run `scrubjay doctor`."""

    exit_code = 4


class StorageBusy(StorageError):
    """Another process has locked the database for over 5 seconds, so nothing of this call was stored. Try again.

    If it persists, close the program that locks it, such as a database browser; `scrubjay doctor` names every file.
    """


class StorageCorrupt(StorageError):
    """The database file is damaged. Nothing was deleted; `scrubjay doctor --repair` keeps every readable row."""


class StorageOlder(StorageError):
    """The database was written by a scrubjay that is too old. Export its memories with that one, and start anew."""


class StorageNewer(StorageError):
    """The database was written by a newer scrubjay. Upgrade scrubjay, and restart the client."""


class StorageForbidden(StorageError):
    """The home can't be read or written, or belongs to another user. See SCRUBJAY_HOME and `scrubjay doctor`."""


class StorageReplaced(StorageError):
    """The home was deleted or replaced while scrubjay had it open, so nothing of this call was stored. Try again."""


class DiskFailed(StorageError):
    """The disk refused to read or write, and doesn't say why. What was acknowledged is kept; run the command again.

    If it persists: is there room, also within a quota and `ulimit -f`? Does the system's log tell of the disk?
    """


class DiskFull(DiskFailed):
    """No space left on the disk. Nothing was lost; free some space and run the command again."""


class BindingUnusable(StorageError):
    """The file that binds this repository to its project can't be used. The message names it."""


class BackupDamaged(StorageError):
    """The backup is damaged, truncated, or not a backup of scrubjay. Nothing was changed; use another one."""


class ModelUnavailable(ScrubjayError):
    """The embedding model can't be loaded; search answers by keyword only. Run `scrubjay doctor`."""

    spent = 0
    """Tokens that a language model took all the same."""


class RequestRefused(ModelUnavailable):
    """The server of the model refused the request. Its own words say why; see `endpoint` and `extraction`.

    `status` is that of HTTP; `param` is the parameter that the server names, empty where it names none.
    """

    def __init__(self, message: str, status: int, param: str = "", words: str = "") -> None:
        super().__init__(message)
        self.status = status
        self.param = param
        self.words = words


class LinkRefused(ScrubjayError):
    """The link was not opened: only public http and https addresses are allowed."""


class LinkUnreadable(ScrubjayError):
    """The link could not be read in time."""


class AllowanceSpent(ScrubjayError):
    """The daily limit for the language model is reached. See extraction.daily_tokens in config.yaml."""


class NotAllowed(ScrubjayError):
    """You are not allowed to do this. The attempt was recorded."""


class NotAPerson(ScrubjayError):
    """Only a person at a terminal may do this. Nothing was changed."""

    exit_code = 2


class PageRuns(ScrubjayError):
    """A `scrubjay ui` of this home runs already, and this process gets no address of it. Use that page, or end it."""


class VersionConflict(ScrubjayError):
    """Somebody else changed this since you read it. Read it again, merge, and write with the new version."""


class ChangedMeanwhile(ScrubjayError):
    """A file changed while scrubjay was about to write it. Nothing was lost; run the command again."""


class HandoffUnavailable(ScrubjayError):
    """This handoff can't be taken or changed now. `get_pending_handoffs` lists those that wait for you."""


class PublishRefused(ScrubjayError):
    """This can't be published. Nothing was changed: no branch was made. See `scrubjay publish --help`."""


class NoSyncKey(ScrubjayError):
    """This home has no sync key. Run `scrubjay sync REMOTE`, or move the key of another machine here.

    There: `scrubjay sync key --show`; here: `scrubjay sync key --import -`.
    """


class WrongSyncKey(UsageError):
    """This is no sync key. Give all lines that `scrubjay sync key --show` prints on a machine of yours that syncs."""


class SegmentRefused(ScrubjayError):
    """A segment of a machine isn't believed. `scrubjay sync status` says which machines are."""


class SyncFailed(ScrubjayError):
    """The remote can't be read or written. Nothing is lost here; run `scrubjay sync` again."""


class SyncBusy(ScrubjayError):
    """Another sync of this home, or of its remote, is under way. Run `scrubjay sync` again in a moment."""


class ForgeUnreadable(ScrubjayError):
    """The forge could not be read. What was read is kept; `scrubjay forge sync` goes on from there."""


class ForgeRefuses(ScrubjayError):
    """The forge refuses to answer. See `forges` in config.yaml: the repository's name, and its token."""


class ForgeWaits(ScrubjayError):
    """The forge asks to wait. What was read is kept; `scrubjay forge sync` goes on from there."""

    def __init__(self, message: str = "", until: str = "") -> None:
        super().__init__(message)
        self.until = until
