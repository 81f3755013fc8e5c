"""Every error scrubjay raises on purpose.

The reader of a message is an agent or a person at a terminal: it says what happened, why, and the next command.
A class's docstring is its default message; pass a sentence to say more.
`exit_code` is what the CLI returns (`design`: 1 unhealthy, 2 usage, 3 no repository or not initialised, 4 storage).
"""

from typing import ClassVar


class ScrubjayError(Exception):
    """Something went wrong. Run `scrubjay doctor` to see what."""

    exit_code: ClassVar[int] = 1

    def __init__(self, message: str = "") -> None:
        super().__init__(message or " ".join((type(self).__doc__ or "").split()))


class UsageError(ScrubjayError):
    """The arguments don't fit. Run the command with --help."""

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
    """This is a copy of a repository whose memory it may not open. Run `scrubjay init` in it."""


class UnknownBinding(NotInitialised):
    """This repository was bound to a project that this home doesn't have. Run `scrubjay init` in it."""


class BorrowedRepository(NotInitialised):
    """The `.git` here leads to a repository that doesn't know this folder. Run `scrubjay init` in it."""


class DubiousOwnership(RepositoryError):
    """The repository belongs to another user, so git refuses it. See `git config --global --add safe.directory`."""


class BindingRefused(RepositoryError):
    """The binding of this repository can't be written. The message says why."""


class GitUnavailable(RepositoryError):
    """git is missing or too old. Install git 2.36 or newer."""


class GitFailed(RepositoryError):
    """git did not answer as expected. Run `scrubjay doctor`."""


class UnknownRevision(ScrubjayError):
    """No such revision, tag or date. Give a branch, a tag, a commit, or a date such as 2026-03-01."""

    exit_code = 2


class UnsafePath(ScrubjayError):
    """The path leaves the repository or can't be a path in git. Give a path relative to the repository's top."""

    exit_code = 2


class LauncherUnsafe(ScrubjayError):
    """The Python that runs scrubjay lies where a checkout can write over it. Install it outside of repositories."""

    exit_code = 3


class LauncherChanged(ScrubjayError):
    """What scrubjay runs from was written over by a checkout. Switch back, or run `scrubjay doctor`."""


class NotIndexed(ScrubjayError):
    """That revision is not indexed yet. Run `scrubjay ingest REV` and ask again."""


class NotFound(ScrubjayError):
    """Nothing of that name at this revision."""


class LimitExceeded(ScrubjayError):
    """The input is larger than scrubjay accepts."""

    exit_code = 2


class ProjectConflict(ScrubjayError):
    """The project can't be joined: the repositories share no root commit. See `scrubjay project show`."""

    exit_code = 3


class StorageError(ScrubjayError):
    """The database can't be used. Run `scrubjay doctor`."""

    exit_code = 4


class StorageBusy(StorageError):
    """Another process has held the database for longer than 5 seconds, so nothing of this call was kept. Try again.

    Where it lasts, close the program that holds it, such as a database browser; `scrubjay doctor` names every file.
    """


class StorageCorrupt(StorageError):
    """The database file is damaged. Nothing was deleted; `scrubjay doctor --repair` keeps what can be read."""


class StorageNewer(StorageError):
    """The database was written by a newer scrubjay. Restart with that version (`pip install -U scrubjay`)."""


class StorageForbidden(StorageError):
    """The home can't be read or written, or belongs to another user. See SCRUBJAY_HOME and `scrubjay doctor`."""


class StorageReplaced(StorageError):
    """The home was deleted or replaced while scrubjay had it open, so nothing of this call was kept. Ask again."""


class DiskFull(StorageError):
    """No space left on the disk. Nothing was lost; free some space and run the command again."""


class BindingUnusable(StorageError):
    """The file that binds this repository to its project can't be used. The message names it."""


class BackupDamaged(StorageError):
    """The backup is damaged, cut off, or no backup of scrubjay. Nothing was changed; use another one."""


class ModelUnavailable(ScrubjayError):
    """The embedding model can't be loaded; search answers by keyword only. Run `scrubjay doctor`."""


class LinkRefused(ScrubjayError):
    """The link isn't opened: only public http and https addresses are."""


class LinkUnreadable(ScrubjayError):
    """The link could not be read in time."""


class AllowanceSpent(ScrubjayError):
    """What the user allows a language model a day is used up. See extraction.daily_tokens in config.yaml."""


class NotAllowed(ScrubjayError):
    """That is for somebody else to decide. The denial was recorded."""


class NotAPerson(ScrubjayError):
    """Only a person at a terminal may do that. Nothing was changed."""

    exit_code = 2


class VersionConflict(ScrubjayError):
    """Somebody else changed this since you read it. Read it again, merge, and write with the new version."""


class ChangedMeanwhile(ScrubjayError):
    """A file changed while scrubjay was about to write it. Nothing was lost; run the command again."""
