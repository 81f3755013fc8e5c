"""Malformed requests: each is refused in bounds, none is a failure of the server, and it lives on."""

import asyncio
import logging

import pytest

from tests.servers.team.serving.conftest import ServedTeam
from tests.servers.team.serving.malformed import KINDS, Fates, malformed, send_all

SEED = 40


def sent(served: ServedTeam, count: int) -> Fates:
    served.tick_s[0] = 60.0  # rates are tested elsewhere
    token = served.token("anna", "search", "remember", "handoff")
    return asyncio.run(send_all(served.port, malformed(count, SEED, token)))


def test_no_malformed_request_fails_the_server(served: ServedTeam, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.CRITICAL):
        fates = sent(served, 40 * len(KINDS))
    assert fates.failed == []
    assert fates.statuses.total() == 40 * len(KINDS)
    assert served.rpc(served.token(), "ping").status == 200


@pytest.mark.benchmark
def test_ten_thousand_malformed_requests(served: ServedTeam) -> None:
    """pytest tests/servers/team/serving/test_malformed.py -m benchmark -s"""
    fates = sent(served, 10_000)
    print("\nstatus: answers", dict(sorted(fates.statuses.items())))
    assert fates.failed == []
    assert served.rpc(served.token(), "ping").status == 200
