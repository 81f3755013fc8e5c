"""A PostgreSQL that nobody hears of any more, such as behind a cut network: told at once, and used again by itself."""

import select
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress

import psycopg
import pytest
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from scrubjay_team.database import answered
from scrubjay_team.database import hearing as module
from scrubjay_team.database.connecting import TeamDatabase
from scrubjay_team.database.hearing import GoesOn, Hearing
from scrubjay_team.errors import TeamDatabaseLost, TeamDatabaseUnavailable
from tests.patience import PATIENCE_S
from tests.servers.team.conftest import Databases


class Wire:
    """A way to PostgreSQL's socket over loopback. While it is cut it takes everything and passes nothing on."""

    def __init__(self, to: str) -> None:
        self._to = to
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listening.getsockname()[1]
        self.whole = threading.Event()
        self.whole.set()
        self._over = threading.Event()
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                here, _ = self._listening.accept()
                there = socket.socket(socket.AF_UNIX)
                there.connect(self._to)
                threading.Thread(target=self._pass, args=(here, there), daemon=True).start()

    def _pass(self, here: socket.socket, there: socket.socket) -> None:
        with here, there, suppress(OSError):
            while not self._over.is_set():
                ready, _, _ = select.select([here, there], [], [], 0.1)
                for one in ready:
                    data = one.recv(65_536)
                    if not data:
                        return
                    self.whole.wait()
                    (there if one is here else here).sendall(data)

    def close(self) -> None:
        self._over.set()
        self.whole.set()
        self._listening.close()


@pytest.fixture
def wire(databases: Databases) -> Iterator[Wire]:
    at = conninfo_to_dict(databases.addresses.app)
    wire = Wire(f"{at['host']}/.s.PGSQL.{at['port']}")
    yield wire
    wire.close()


@pytest.fixture
def far(databases: Databases, wire: Wire) -> Iterator[TeamDatabase]:
    """The app's pool at the other end of the wire, of one connection."""
    dsn = make_conninfo(databases.addresses.app, host="127.0.0.1", port=wire.port)
    with TeamDatabase(dsn, databases.clock, connections=1) as database:
        yield database


def asked(database: TeamDatabase) -> object:
    with database.plain() as connection:
        row = connection.execute("SELECT 1 AS one").fetchone()
    return row and row["one"]


def cut_inside(database: TeamDatabase, wire: Wire) -> None:
    with database.plain() as connection:
        wire.whole.clear()
        connection.execute("SELECT 1")


def test_a_cut_in_a_transaction_is_told_as_one_whose_end_is_not_known(far: TeamDatabase, wire: Wire) -> None:
    assert asked(far) == 1
    with pytest.raises(TeamDatabaseLost, match="isn't known"):
        cut_inside(far, wire)


def test_whoever_comes_while_it_is_cut_is_told_and_served_afterwards(far: TeamDatabase, wire: Wire) -> None:
    assert asked(far) == 1
    wire.whole.clear()
    for _ in range(3):
        with pytest.raises(TeamDatabaseUnavailable, match="scrubjay team status"):
            asked(far)
    wire.whole.set()
    served = threading.Event()

    def until_served() -> None:
        while not served.is_set():
            with suppress(TeamDatabaseUnavailable):
                asked(far)
                served.set()

    threading.Thread(target=until_served, daemon=True).start()
    assert served.wait(PATIENCE_S)


def test_a_long_statement_is_not_taken_for_silence(far: TeamDatabase) -> None:
    with far.plain() as connection:
        row = connection.execute("SELECT pg_sleep(2), 2 AS two").fetchone()
    assert row is not None
    assert row["two"] == 2


def test_a_pulse_that_is_refused_is_no_silence(databases: Databases, monkeypatch: pytest.MonkeyPatch) -> None:
    """PostgreSQL has no connection more for the role, and answers those that are there."""
    monkeypatch.setattr(module, "LINGERS_S", 0.1)
    role = conninfo_to_dict(databases.addresses.app)["user"]
    with (
        TeamDatabase(databases.addresses.app, databases.clock, connections=1) as database,
        psycopg.connect(databases.addresses.superuser, autocommit=True) as admin,
    ):
        with database.plain() as connection:
            connection.execute("SELECT 1")
        threading.Event().wait(1.0)  # nobody listens any more; the pool keeps its connection
        there = admin.execute("SELECT count(*) FROM pg_stat_activity WHERE usename = %s", [role]).fetchone()
        assert there is not None
        admin.execute(f"ALTER ROLE {role} CONNECTION LIMIT {there[0]}")
        try:
            with database.plain() as connection:
                connection.execute("SELECT pg_sleep(4)")
        finally:
            admin.execute(f"ALTER ROLE {role} CONNECTION LIMIT -1")


def test_a_pulse_that_connects_slowly_is_no_silence(databases: Databases, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "LINGERS_S", 0.1)
    options = answered.options_of
    with TeamDatabase(databases.addresses.app, databases.clock, connections=1) as database:
        with database.plain() as connection:
            connection.execute("SELECT 1")
        threading.Event().wait(1.0)
        monkeypatch.setattr(answered, "options_of", lambda dsn: threading.Event().wait(1.0) or options(dsn))
        with database.plain() as connection:
            connection.execute("SELECT pg_sleep(1.5)")


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("EVERY_S", "FIRST_S", "LINGERS_S"):
        monkeypatch.setattr(module, name, 0.02)


def heard_of(pulse: Callable[[Hearing, GoesOn], None]) -> tuple[Hearing, threading.Event]:
    cut = threading.Event()
    return Hearing(pulse, cut.set), cut


@pytest.mark.usefixtures("quick")
def test_silence_cuts_what_waits_and_an_answer_ends_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "SILENT_S", 0.05)
    answers, over = threading.Event(), threading.Event()

    def pulse(one: Hearing, _: GoesOn) -> None:
        if answers.is_set():
            one.heard()
            if not one.silent:
                over.set()

    hearing, cut = heard_of(pulse)
    with hearing.waiting():
        assert cut.wait(PATIENCE_S)
        assert hearing.silent
        answers.set()
        assert over.wait(PATIENCE_S)
    hearing.close()


@pytest.mark.usefixtures("quick")
def test_it_stops_listening_once_nobody_waits() -> None:
    ended = threading.Event()

    def pulse(one: Hearing, goes_on: GoesOn) -> None:
        while goes_on():
            one.heard()
        ended.set()

    hearing, _ = heard_of(pulse)
    with hearing.waiting():
        pass
    assert ended.wait(PATIENCE_S)
