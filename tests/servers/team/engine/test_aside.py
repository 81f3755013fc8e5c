"""What a restore replaces, moved aside and put back, wherever it was cut off."""

import json
from pathlib import Path

import pytest

from scrubjay_team.engine.aside import MARK, move_aside, put_back
from scrubjay_team.engine.embedded import EmbeddedPostgres
from scrubjay_team.engine.passwords import FILE, read_passwords
from scrubjay_team.engine.places import find_place
from scrubjay_team.errors import EngineFailed
from tests.servers.team.conftest import FAST


@pytest.mark.parametrize("moved", ["nothing", "passwords", "all"])
def test_what_a_restore_moved_comes_back_wherever_it_was_cut_off(data: Path, moved: str) -> None:
    folder, passwords = find_place(data).folder, read_passwords(data)
    move_aside(data)
    old, kept = folder.with_name(f"{folder.name}.old-1"), data / f"{FILE}.old-1"
    if moved != "all":
        old.rename(folder)
    if moved == "nothing":
        kept.rename(data / FILE)
    put_back(data)
    put_back(data)
    assert read_passwords(data) == passwords
    assert not any(one.exists() for one in (old, kept, data / MARK))
    EmbeddedPostgres(data, settings=FAST).stop()


def test_a_second_restore_moves_the_first_data_again_and_not_what_was_half_made(data: Path) -> None:
    folder = find_place(data).folder
    move_aside(data)
    folder.mkdir()
    (folder / "half").write_text("")
    move_aside(data)
    assert [one.name for one in folder.parent.glob(f"{folder.name}.old*")] == [f"{folder.name}.old-1"]
    put_back(data)
    assert find_place(data).exists


def test_data_of_an_earlier_restore_stay(data: Path) -> None:
    folder = find_place(data).folder
    folder.with_name(f"{folder.name}.old-1").mkdir()
    (data / f"{FILE}.old-2").write_text("mine")
    move_aside(data)
    assert folder.with_name(f"{folder.name}.old-3").exists()
    assert (data / f"{FILE}.old-2").read_text() == "mine"
    put_back(data)


@pytest.mark.parametrize("text", ["", "[]", json.dumps({"old": "/x"})])
def test_a_damaged_mark_deletes_nothing(data: Path, text: str) -> None:
    mark = data / MARK
    mark.write_text(text)
    mark.chmod(0o600)
    with pytest.raises(EngineFailed, match="is damaged"):
        put_back(data)
    assert find_place(data).exists
    assert (data / FILE).exists()
