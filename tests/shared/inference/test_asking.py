"""A model is asked as often as was said, within the day's allowance, and what it used is what is counted."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from scrubjay.errors import AllowanceSpent, ModelUnavailable, RequestRefused
from scrubjay.inference.language import THRICE, Allowance, Completion, ask
from scrubjay.model.clock import system_clock
from scrubjay.storage.database import Database


class Counting:
    """A model that answers with how often it was asked, and fails from a call on."""

    def __init__(self, fails_at: int = 100, error: ModelUnavailable | None = None) -> None:
        self.asked = 0
        self.fails_at = fails_at
        self.error = error or ModelUnavailable("It is gone.")

    def complete(self, instructions: str, text: str, most_tokens: int) -> Completion:
        self.asked += 1
        if self.asked >= self.fails_at:
            raise self.error
        return Completion(str(self.asked), 10)


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Database]:
    with Database(tmp_path / "home.db", "home") as database:
        yield database


def left(home: Database, most: int) -> bool:
    """Whether so many tokens of a thousand are left today."""
    return bool(Allowance(home, system_clock, 1_000).reserve(most))


def test_three_answers_cost_what_they_used_and_not_what_was_reserved(home: Database) -> None:
    model = Counting()
    assert ask(model, Allowance(home, system_clock, 1_000), "Read.", "text", 100, times=THRICE) == ("1", "2", "3")
    assert (left(home, 971), left(home, 970)) == (False, True)


def test_where_all_of_them_may_cost_too_much_nothing_is_asked(home: Database) -> None:
    model = Counting()
    with pytest.raises(AllowanceSpent, match=r"250 tokens a day, which is used up\. See extraction"):
        ask(model, Allowance(home, system_clock, 250), "Read.", "text", 100, times=THRICE)
    assert model.asked == 0


def test_a_model_that_fails_has_used_what_was_reserved(home: Database) -> None:
    with pytest.raises(ModelUnavailable):
        ask(Counting(fails_at=2), Allowance(home, system_clock, 1_000), "Read.", "text", 300, times=THRICE)
    assert not left(home, 100)


def test_a_request_that_is_refused_costs_nothing(home: Database) -> None:
    refusing = Counting(fails_at=2, error=RequestRefused("Wrong key.", 401))
    with pytest.raises(RequestRefused):
        ask(refusing, Allowance(home, system_clock, 1_000), "Read.", "text", 300, times=THRICE)
    assert (left(home, 991), left(home, 990)) == (False, True)


def test_a_model_that_tells_more_than_was_reserved_has_used_it(home: Database) -> None:
    error = ModelUnavailable("It thought, and answered nothing.")
    error.spent = 950
    with pytest.raises(ModelUnavailable):
        ask(Counting(fails_at=1, error=error), Allowance(home, system_clock, 1_000), "Read.", "text", 300)
    assert (left(home, 51), left(home, 50)) == (False, True)
