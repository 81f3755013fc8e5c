"""Laws of rotation: sealed, rotated, cut off and tidied in any order, and by two at once, every secret opens."""

import os
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scrubjay.errors import NotFound, StorageBusy
from scrubjay_team.errors import SecretsLocked
from scrubjay_team.mirrors import rotating
from scrubjay_team.mirrors.adding import replace_credential
from scrubjay_team.mirrors.credentials import Credential
from scrubjay_team.mirrors.key_sources import FileKey
from scrubjay_team.mirrors.key_state import key_state
from scrubjay_team.mirrors.rotating import KeyRotation, rotate
from scrubjay_team.mirrors.sealing import CREDENTIAL, Sealer, kept_file, key_id
from tests.patience import PATIENCE_S
from tests.servers.team.makers import NOW, make_project
from tests.servers.team.mirrors.conftest import Mirrored

STEPS = ("write_own", "_seal_all", "take_over", "os.link")
"""After the new key lies beside; before the commit; after the commit; between the two changes of names."""

ACTS = st.one_of(
    st.just("seal"),
    st.just("rotate"),
    st.just("tidy"),
    st.just("restart"),
    st.sampled_from([f"cut {one}" for one in STEPS]),
)


class _Cut(BaseException):
    """The process ends here."""


def cut_after(act: Callable[..., Any]) -> Callable[..., Any]:
    def run(*words: Any, **named: Any) -> Any:
        act(*words, **named)
        raise _Cut

    return run


def cut_before(*words: Any, **named: Any) -> Any:
    raise _Cut


def opened(mirrored: Mirrored, sealer: Sealer) -> str:
    (row,) = mirrored.rows("SELECT credential FROM mirror_source")
    assert isinstance(row["credential"], bytes)
    return sealer.open(mirrored.project, CREDENTIAL, row["credential"])


def rotated(mirrored: Mirrored) -> KeyRotation:
    return rotate(mirrored.databases.owner, mirrored.data, FileKey(mirrored.data))


def replaced(mirrored: Mirrored, project: UUID, word: str) -> None:
    with mirrored.databases.owner.transaction() as connection:
        replace_credential(connection, project, Credential(word, "anna"), mirrored.data, NOW)


def tidied(mirrored: Mirrored) -> None:
    """Delete each kept key that sealed nothing that is there, as the guide allows."""
    with mirrored.databases.owner.transaction() as connection:
        used = key_state(connection, Sealer(mirrored.data)).sealed
    for file in mirrored.data.glob("key.*"):
        if file.name.removeprefix("key.") not in used:
            file.unlink()


def cut_off(mirrored: Mirrored, step: str) -> None:
    """A rotation that ends at a step; a process that starts is all that goes on."""
    with pytest.MonkeyPatch.context() as patch:
        if step == "os.link":
            patch.setattr("os.link", cut_after(os.link))
        elif step == "take_over":
            patch.setattr(rotating, step, cut_before)
        else:
            patch.setattr(rotating, step, cut_after(getattr(rotating, step)))
        try:
            rotated(mirrored)
        except _Cut:
            return


@given(acts=st.lists(ACTS, min_size=1, max_size=10))
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_whatever_is_done_and_cut_off_every_secret_opens(mirrored: Mirrored, acts: list[str]) -> None:
    word, running = "word-0", Sealer(mirrored.data)
    replaced(mirrored, mirrored.project, word)
    for number, act in enumerate(acts, 1):
        if act == "seal":
            word = f"word-{number}"
            replaced(mirrored, mirrored.project, word)
        elif act == "rotate":
            assert rotated(mirrored).given_up == ()
        elif act == "tidy":
            tidied(mirrored)
        elif act == "restart":
            running = Sealer(mirrored.data)
        else:
            cut_off(mirrored, act.removeprefix("cut "))
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("scrubjay_team.mirrors.sealing.AGAIN_S", 0.0)
            assert [opened(mirrored, one) for one in (Sealer(mirrored.data), running)] == [f"anna:{word}"] * 2
    rotated(mirrored)
    tidied(mirrored)
    assert [file.name for file in mirrored.data.glob("key*")] == ["key"]
    assert opened(mirrored, Sealer(mirrored.data)) == f"anna:{word}"


def test_of_two_rotations_at_once_one_is_refused_and_no_key_is_lost(
    mirrored: Mirrored, monkeypatch: pytest.MonkeyPatch
) -> None:
    take_over, held, goes = rotating.take_over, threading.Event(), threading.Event()
    done: list[KeyRotation] = []

    def slow(data: Path, fresh: str, old: str) -> None:
        held.set()
        assert goes.wait(PATIENCE_S)
        take_over(data, fresh, old)

    monkeypatch.setattr(rotating, "take_over", slow)
    first = threading.Thread(target=lambda: done.append(rotated(mirrored)))
    first.start()
    assert held.wait(PATIENCE_S)
    with pytest.raises(StorageBusy, match="being rotated by another process"):
        rotated(mirrored)
    goes.set()
    first.join(PATIENCE_S)
    tidied(mirrored)
    assert [file.name for file in mirrored.data.glob("key*")] == ["key"]
    assert opened(mirrored, Sealer(mirrored.data)) == "anna:token-of-test"
    assert rotated(mirrored).before == done[0].id


@pytest.mark.parametrize("text", ["!" * 44, "short", "k" * 44])
def test_a_damaged_key_can_be_put_back_or_given_up(mirrored: Mirrored, text: str) -> None:
    key = mirrored.data / "key"
    good = key.read_text()
    key.write_text(text)
    with pytest.raises(SecretsLocked):
        rotated(mirrored)
    rotating.keep(mirrored.data, good)
    with pytest.raises(SecretsLocked):
        Sealer(mirrored.data / "elsewhere", FileKey(mirrored.data)).seal(mirrored.project, CREDENTIAL, text)
    kept_file(mirrored.data, key_id(good.encode())).unlink()
    assert rotate(mirrored.databases.owner, mirrored.data, FileKey(mirrored.data), lost=True).given_up == ("shop",)
    sealed = Sealer(mirrored.data).seal(mirrored.project, CREDENTIAL, "word")
    assert Sealer(mirrored.data).open(mirrored.project, CREDENTIAL, sealed) == "word"


def test_what_stays_is_sealed_again_and_a_project_without_a_mirror_is_named(mirrored: Mirrored) -> None:
    with mirrored.databases.owner.transaction() as connection:
        secret = replace_credential(
            connection, mirrored.project, None, mirrored.data, NOW, webhook=True, stays=True
        )  # fmt: skip
    assert (bool(secret), opened(mirrored, Sealer(mirrored.data))) == (True, "anna:token-of-test")
    bare = make_project(mirrored.databases.owner, mirrored.team, "bare")
    with pytest.raises(NotFound, match="has no mirror"):
        replaced(mirrored, bare, "word")
