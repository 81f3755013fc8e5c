"""The account that runs PostgreSQL: ours, or an unprivileged one that exists already."""

import os
import subprocess

import pytest

from scrubjay_team.engine.account import Account, choose_account, known, options, owner_of
from scrubjay_team.errors import EngineUnavailable

POSTGRES, NOBODY = Account("postgres", 101, 104), Account("nobody", 65534, 65534)


@pytest.mark.parametrize(
    ("user", "there", "chosen"),
    [
        (1000, [POSTGRES, NOBODY], None),  # anybody but root runs it as himself
        (0, [POSTGRES, NOBODY], POSTGRES),
        (0, [NOBODY], NOBODY),
        (0, [Account("postgres", 0, 0), NOBODY], NOBODY),  # a second name of root
        (0, [Account("postgres", 101, 0), NOBODY], NOBODY),  # root's group
    ],
)
def test_root_runs_it_as_an_account_that_is_there(user: int, there: list[Account], chosen: Account | None) -> None:
    accounts = {one.name: one for one in there}
    assert choose_account(user, accounts.get) == chosen


def test_without_an_account_root_is_told_which_were_looked_for_and_what_to_do() -> None:
    with pytest.raises(EngineUnavailable, match=r"postgres and nobody .* Run scrubjay as a user, .*--dsn"):
        choose_account(0, lambda _: None)


def test_an_unknown_name_is_no_account() -> None:
    assert known("no-such-account") is None


def test_a_file_s_owner_has_its_own_group_whatever_the_file_has() -> None:
    nobody = known("nobody")
    assert nobody is not None
    assert owner_of(nobody.uid, 0) == nobody


def test_a_file_s_owner_never_has_root_s_group() -> None:
    assert owner_of(123_456, 99) == Account("number 123456", 123_456, 99)
    with pytest.raises(EngineUnavailable, match="number 123456, whose group is root's"):
        owner_of(123_456, 0)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root runs programs as another account")
def test_a_program_of_the_account_has_none_of_our_groups() -> None:
    account = choose_account(0)
    assert account is not None
    said = subprocess.run(["id", "-u"], capture_output=True, text=True, check=True, **options(account)).stdout
    groups = subprocess.run(["id", "-G"], capture_output=True, text=True, check=True, **options(account)).stdout
    assert (int(said), groups.split()) == (account.uid, [str(account.gid)])
    assert options(None) == {}
