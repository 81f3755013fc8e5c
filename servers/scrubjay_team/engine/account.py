"""The account that runs PostgreSQL: this process's own, or an unprivileged one where it is root's."""

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from scrubjay.model.frozen import dataclass
from scrubjay.model.later import Later
from scrubjay_team.errors import EngineUnavailable

if TYPE_CHECKING:
    import pwd
else:
    pwd = Later("pwd")  # Windows has none

LOOKED_FOR = ("postgres", "nobody")
"""Accounts that a system has anyway, the better one first; none is ever added."""


@dataclass(frozen=True, slots=True)
class Account:
    """An account of the system: its name and numbers."""

    name: str
    uid: int
    gid: int


def known(name: str) -> Account | None:
    """The system's account of a name; None where there is none."""
    if sys.platform == "win32":
        return None
    try:
        entry = pwd.getpwnam(name)
    except KeyError:
        return None
    return Account(name, entry.pw_uid, entry.pw_gid)


def owner_of(uid: int, gid: int) -> Account:
    """The account of a file's owner, with its own group; one without a name is called by its number, and has
    the file's.

    Raises EngineUnavailable where that group is root's.
    """
    try:
        entry = pwd.getpwuid(uid)
        account = Account(entry.pw_name, uid, entry.pw_gid)
    except KeyError:
        account = Account(f"number {uid}", uid, gid)
    if account.gid == 0:
        raise EngineUnavailable(
            f"PostgreSQL's data belong to the account {account.name}, whose group is root's, and root doesn't run "
            "PostgreSQL with that one. Run scrubjay as that account, or give the data another owner with a group of "
            "his own: `chown -R OWNER:GROUP FOLDER`."
        )
    return account


def choose_account(user: int, find: Callable[[str], Account | None] = known) -> Account | None:
    """The account to run PostgreSQL as; None for this process's own. `user` is its effective number.

    PostgreSQL refuses to run as root. Raises EngineUnavailable where root finds no other account.
    """
    if user != 0:
        return None
    for account in filter(None, map(find, LOOKED_FOR)):
        if account.uid != 0 and account.gid != 0:
            return account
    raise EngineUnavailable(
        f"PostgreSQL doesn't run as root, and of the accounts {' and '.join(LOOKED_FOR)} there is none here. "
        "Run scrubjay as a user, or give a PostgreSQL of yours: `scrubjay serve team --dsn DSN`."
    )


def options(account: Account | None) -> dict[str, Any]:
    """What `subprocess` needs to run a program as the account, without any group of ours."""
    return {} if account is None else {"user": account.uid, "group": account.gid, "extra_groups": []}
