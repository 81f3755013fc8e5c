"""When mirrors are fetched: by the clock, after failures, after webhooks."""

from datetime import timedelta
from uuid import UUID

import pytest

from scrubjay_team.mirrors.schedule import after_webhook, next_fetch
from tests.servers.team.makers import NOW

FIRST, OTHER = UUID(int=0), UUID(int=59)


@pytest.mark.parametrize(
    ("failures", "minutes"), [(0, 5), (1, 1), (2, 2), (3, 4), (6, 32), (7, 60), (8, 60), (1_000_000, 60)]
)
def test_each_failure_in_a_row_puts_the_next_fetch_off_up_to_an_hour(failures: int, minutes: int) -> None:
    assert next_fetch(NOW, 5, failures, FIRST) == NOW + timedelta(minutes=minutes)


def test_mirrors_that_began_together_are_fetched_apart() -> None:
    assert next_fetch(NOW, 5, 0, OTHER) - next_fetch(NOW, 5, 0, FIRST) == timedelta(seconds=59)


@pytest.mark.parametrize(("ago", "wait"), [(None, 0), (0, 30), (10, 20), (30, 0), (3600, 0)])
def test_a_webhook_brings_at_most_one_fetch_in_thirty_seconds(ago: int | None, wait: int) -> None:
    began = None if ago is None else NOW - timedelta(seconds=ago)
    assert after_webhook(NOW, began) == NOW + timedelta(seconds=wait)
