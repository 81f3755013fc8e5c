"""When mirrors are fetched: by the clock and after failures."""

from datetime import timedelta
from uuid import UUID

import pytest

from scrubjay_team.mirrors.schedule import next_fetch
from tests.servers.team.makers import NOW

FIRST, OTHER = UUID(int=0), UUID(int=59)


@pytest.mark.parametrize(
    ("failures", "minutes"), [(0, 5), (1, 1), (2, 2), (3, 4), (6, 32), (7, 60), (8, 60), (1_000_000, 60)]
)
def test_each_failure_in_a_row_puts_the_next_fetch_off_up_to_an_hour(failures: int, minutes: int) -> None:
    assert next_fetch(NOW, 5, failures, FIRST) == NOW + timedelta(minutes=minutes)


def test_mirrors_that_began_together_are_fetched_apart() -> None:
    assert next_fetch(NOW, 5, 0, OTHER) - next_fetch(NOW, 5, 0, FIRST) == timedelta(seconds=59)
