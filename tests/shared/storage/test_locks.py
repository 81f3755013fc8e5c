"""Who has a lock, and who only asks."""

import threading
from pathlib import Path

from scrubjay.storage.filesystem import ASKING_S, file_lock, is_locked


def test_a_lock_is_held_as_long_as_its_block_runs(tmp_path: Path) -> None:
    file = tmp_path / "lock"
    with file_lock(file) as mine:
        assert mine
        assert is_locked(file)
        with file_lock(file, patience_s=0.01) as second:
            assert not second
    assert not is_locked(file)


def test_who_only_asks_keeps_nobody_from_taking_a_lock(tmp_path: Path) -> None:
    file, enough = tmp_path / "lock", threading.Event()

    def ask() -> None:
        while not enough.is_set():
            is_locked(file)

    asking = [threading.Thread(target=ask) for _ in range(2)]
    for thread in asking:
        thread.start()
    try:
        for _ in range(200):
            with file_lock(file, patience_s=100 * ASKING_S) as mine:
                assert mine
    finally:
        enough.set()
        for thread in asking:
            thread.join()
