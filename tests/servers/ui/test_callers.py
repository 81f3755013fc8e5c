"""Which program is at the other end of a connection on this machine?"""

import os
import socket
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from scrubjay_ui.callers import LocalSocket, holders, listening, listens, may_write, no_agent, of_account, socket_of

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads Linux's /proc")

TABLE = """  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 0100007F:0FA0 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 11 1 0 100 0 0 10 0
   1: 0100007F:0FA0 0100007F:C350 01 00000000:00000000 00:00000000 00000000  1000        0 12 1 0 20 4 30 10 -1
   2: 0100007F:C350 0100007F:0FA0 01 00000000:00000000 00:00000000 00000000  1001        0 13 1 0 20 4 30 10 -1
   3: 0100007F:C351 0100007F:0FA0 06 00000000:00000000 00:00000000 00000000  1001        0 14 1 0 20 4 30 10 -1
""".splitlines()


def test_the_clients_own_end_is_found_and_not_the_pages() -> None:
    assert socket_of(("127.0.0.1", 50000), 4000, iter(TABLE)) == LocalSocket(1001, "13")
    assert socket_of(("127.0.0.1", 50001), 4000, iter(TABLE)) is None
    assert socket_of(("127.0.0.1", 50000), 4001, iter(TABLE)) is None


@pytest.fixture
def connection() -> Iterator[tuple[int, tuple[str, int]]]:
    """A page's port, and the address of a client of this process."""
    with socket.create_server(("127.0.0.1", 0)) as server, socket.create_connection(server.getsockname()) as client:
        yield server.getsockname()[1], client.getsockname()


def test_a_program_of_this_account_is_known(connection: tuple[int, tuple[str, int]]) -> None:
    port, client = connection
    assert of_account(client, port)
    assert not of_account((client[0], 1), port)


def test_the_process_that_holds_a_socket_is_found(connection: tuple[int, tuple[str, int]]) -> None:
    port, client = connection
    with Path("/proc/net/tcp").open(encoding="ascii") as table:
        found = socket_of(client, port, table)
    assert found is not None
    assert os.getpid() in holders(found.inode)
    assert holders("0") == ()


def test_a_socket_in_flight_which_nobody_holds_is_nobodys(connection: tuple[int, tuple[str, int]]) -> None:
    one, other = socket.socketpair()
    with one, other, socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        client = socket.create_connection(server.getsockname())
        name = client.getsockname()
        socket.send_fds(one, [b"x"], [client.fileno()])
        client.close()
        assert of_account(name, port)
        assert not may_write(name, port)
        _, (again,), _, _ = socket.recv_fds(other, 1, 1)
        os.close(again)


def test_a_process_that_cannot_be_observed_is_taken_for_an_agents() -> None:
    assert not no_agent(2**22 + 1)


def test_only_the_process_that_listens_speaks_for_a_port(connection: tuple[int, tuple[str, int]]) -> None:
    port, client = connection
    assert listening(0x0FA0, TABLE) == "11"
    assert listens(os.getpid(), port)
    assert not listens(os.getpid(), client[1])
    assert not listens(1, port)
