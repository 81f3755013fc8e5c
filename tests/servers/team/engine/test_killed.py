"""Servers and PostgreSQLs that are killed: the next start takes the data over, and never runs a second one."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest

from scrubjay_team.engine import embedded
from scrubjay_team.engine.embedded import EmbeddedPostgres, reach
from scrubjay_team.engine.places import find_place
from scrubjay_team.engine.postmaster import find_running, read_pid_file
from scrubjay_team.errors import EngineUnavailable
from tests.project.trees import TOP
from tests.servers.team.conftest import FAST


@contextmanager
def another_process(data: Path) -> Iterator["subprocess.Popen[str]"]:
    """A server's process in a group of its own, and what it says first."""
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.servers.team.engine.running_engine", str(data)],
        stdout=subprocess.PIPE, text=True, cwd=TOP, start_new_session=True,
    )  # fmt: skip
    try:
        yield process
    finally:
        process.kill()
        process.wait()
        assert process.stdout is not None
        process.stdout.close()


def first_line(process: "subprocess.Popen[str]") -> str:
    assert process.stdout is not None
    return process.stdout.readline().strip()


def is_running(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2][0] != "Z"
    except FileNotFoundError:
        return False


def eventually_answers(engine: EmbeddedPostgres, statement: str) -> int:
    until = time.monotonic() + 30
    while True:
        try:
            with psycopg.connect(engine.addresses.superuser) as connection:
                row = connection.execute(statement).fetchone()
                assert row is not None
                return int(row[0])
        except psycopg.OperationalError:
            if time.monotonic() > until:
                raise


def test_what_a_killed_server_left_running_is_replaced(data: Path) -> None:
    with another_process(data) as server:
        orphan = int(first_line(server))
        server.kill()
        server.wait()
        assert is_running(orphan)
        with EmbeddedPostgres(data, settings=FAST) as engine:
            assert engine.pid != orphan
            assert not is_running(orphan)
            assert eventually_answers(engine, "SELECT 1") == 1
    assert find_running(find_place(data).data) is None


def test_a_running_server_is_named_to_the_second_and_goes_on(data: Path) -> None:
    with another_process(data) as server:
        pid = int(first_line(server))
        with another_process(data) as second:
            assert f"Process {server.pid} runs over the data folder" in first_line(second)
        assert is_running(pid)
        server.terminate()
        server.wait()
        assert not is_running(pid)


def test_control_c_reaches_the_server_alone(data: Path) -> None:
    with another_process(data) as server:
        pid = int(first_line(server))
        assert os.getpgid(pid) != os.getpgid(server.pid)
        assert os.getsid(pid) != os.getsid(server.pid)
        os.killpg(server.pid, signal.SIGINT)
        assert server.wait() == 0
        assert not is_running(pid)


def test_a_postgresql_that_is_killed_is_started_again_with_all_that_was_acknowledged(data: Path) -> None:
    with EmbeddedPostgres(data, settings={"fsync": "off"}) as engine:
        with psycopg.connect(engine.addresses.superuser) as connection:
            connection.execute("CREATE TABLE kept (number integer)")
        for number in range(3):
            with psycopg.connect(engine.addresses.superuser) as connection:
                connection.execute("INSERT INTO kept VALUES (%s)", [number])
            pid = engine.pid
            os.kill(pid, signal.SIGKILL)
            assert eventually_answers(engine, "SELECT count(*) FROM kept") == number + 1
            assert engine.pid != pid


@pytest.mark.skipif(os.geteuid() != 0, reason="only root's PostgreSQL runs as another account")
def test_a_postgresql_that_was_barred_from_its_data_is_told_and_goes_on_once_it_is_let_through(data: Path) -> None:
    with EmbeddedPostgres(data, settings={"fsync": "off"}) as engine:
        data.chmod(0o700)
        with pytest.raises(EngineUnavailable, match=f"chmod o\\+x {data}`"):
            reach(data)
        os.kill(engine.pid, signal.SIGKILL)
        time.sleep(1)
        data.chmod(0o711)
        assert eventually_answers(engine, "SELECT 1") == 1
    data.chmod(0o700)
    with pytest.raises(EngineUnavailable, match=f"chmod o\\+x {data}`"):
        EmbeddedPostgres(data, settings=FAST)
    data.chmod(0o711)


def test_a_postgresql_that_cannot_be_started_again_is_left_in_the_end(
    data: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(embedded, "RESTART_S", (0.1, 0.1))
    with EmbeddedPostgres(data, settings={"fsync": "off"}) as engine:
        (engine.folder / "data" / "PG_VERSION").unlink()
        os.kill(engine.pid, signal.SIGKILL)
        until = time.monotonic() + 30
        while "isn't tried any more" not in caplog.text and time.monotonic() < until:
            time.sleep(0.05)
    assert "can't be started again" in caplog.text
    assert "isn't tried any more" in caplog.text


def test_a_number_that_another_process_has_now_is_no_postgresql(data: Path) -> None:
    place = find_place(data)
    with EmbeddedPostgres(data, settings=FAST):
        lines = read_pid_file(place.data)
    (place.data / "postmaster.pid").write_text("\n".join([str(os.getpid()), *lines[1:]]) + "\n")
    assert find_running(place.data) is None
    with EmbeddedPostgres(data, settings=FAST) as engine:
        assert engine.pid != os.getpid()


@pytest.mark.parametrize("text", ["", "x\n", "999999999\n/nowhere\n1\n5432\n/nowhere\n\n1 2\nready\n"])
def test_a_damaged_file_of_a_process_is_no_postgresql(data: Path, text: str) -> None:
    place = find_place(data)
    (place.data / "postmaster.pid").write_text(text)
    assert find_running(place.data) is None
    with EmbeddedPostgres(data, settings=FAST):
        pass


def test_a_server_starts_after_it_and_its_postgresql_were_killed_together(data: Path) -> None:
    with another_process(data) as server:
        pid = int(first_line(server))
        server.kill()
        os.kill(pid, signal.SIGKILL)
        server.wait()
    socket = find_place(data).folder / "socket"
    # The dead one's number belongs to a process that lives: this one.
    for path in (find_place(data).data / "postmaster.pid", socket / ".s.PGSQL.5432.lock"):
        _, _, others = path.read_text().partition("\n")
        path.write_text(f"{os.getpid()}\n{others}")
    with EmbeddedPostgres(data, settings=FAST) as engine:
        assert eventually_answers(engine, "SELECT 1") == 1
