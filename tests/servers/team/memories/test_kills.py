"""Nothing that was acknowledged is lost or doubled, whatever is killed under writes."""

from pathlib import Path

import pytest

from tests.servers.team.memories.kills import EACH, KilledServer

KILLS = 50


@pytest.mark.benchmark
def test_fifty_kills_of_server_and_postgresql_lose_nothing_that_was_acknowledged(tmp_path: Path) -> None:
    tmp_path.chmod(0o711)  # root's tests run PostgreSQL as another account
    counted = KilledServer(tmp_path / "data", seed=5).run(KILLS)
    print(
        f"{counted.server} kills of the server, {counted.postgres} of PostgreSQL: {len(counted.acknowledged)} of "
        f"{counted.sent} writes acknowledged, {counted.failed} not, {counted.lost} lost, {counted.doubled} doubled"
    )
    assert (counted.lost, counted.doubled) == (0, 0)
    assert len(counted.acknowledged) >= EACH * KILLS
