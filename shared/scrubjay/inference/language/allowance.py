"""Daily allowance of the language model, in tokens and money, for all projects of a home; and a question within it."""

from datetime import UTC, timedelta

from scrubjay.errors import AllowanceSpent
from scrubjay.inference.language.chat import LanguageModel
from scrubjay.inference.tokens import count_tokens
from scrubjay.model.clock import Clock
from scrubjay.model.counted import counted
from scrubjay.storage.database import Database
from scrubjay.storage.driver import Connection, load

Q = load(__package__)


MILLION = 1_000_000
KEPT_DAYS = 60


class Allowance:
    """The allowance a day (UTC). `price` is the cost of a million tokens; a `daily_cost` of 0 is no limit."""

    def __init__(
        self, database: Database, clock: Clock, daily_tokens: int, daily_cost: float = 0.0, price: float = 0.0
    ) -> None:
        self._database = database
        self._clock = clock
        self._tokens = daily_tokens
        self._cost = daily_cost
        self._price = price

    def reserve(self, tokens: int) -> str:
        """Reserve tokens before they are spent; a process that dies has spent them.

        Returns the day, to be passed to `settle`, or an empty text where they exceed what is left.
        """
        now = self._clock().astimezone(UTC).date()

        def take(connection: Connection) -> str:
            row = connection.execute(Q.spent, {"day": now.isoformat()}).fetchone()
            used, cost = (row["tokens"], row["cost"]) if row else (0, 0.0)
            if used + tokens > self._tokens or (self._cost and cost + self._money(tokens) > self._cost):
                return ""
            connection.execute(Q.drop_old, {"before": (now - timedelta(days=KEPT_DAYS)).isoformat()})
            self._add(connection, now.isoformat(), tokens)
            return now.isoformat()

        return self._database.write(take)

    def settle(self, day: str, reserved: int, used: int) -> None:
        """Replace the reservation by what was really used."""
        if used != reserved:
            self._database.write(lambda c: self._add(c, day, used - reserved))

    def __str__(self) -> str:
        """The limits in words."""
        money = f" and {self._cost:g} in money" if self._cost else ""
        return f"{counted(self._tokens, 'token')}{money} a day"

    def _add(self, connection: Connection, day: str, tokens: int) -> None:
        connection.execute(Q.spend, {"day": day, "tokens": tokens, "cost": self._money(tokens)})

    def _money(self, tokens: int) -> float:
        return tokens * self._price / MILLION


THRICE = 3
"""Answers of which a judge takes the median."""


def ask(
    model: LanguageModel, allowance: Allowance, instructions: str, text: str, most_tokens: int, *, times: int = 1
) -> tuple[str, ...]:
    """Let the model answer a text so many times, each answer of at most so many tokens.

    A request that brings no answer counts as it was reserved: nobody knows what it cost.
    Raises ModelUnavailable; AllowanceSpent before anything was asked.
    """
    reserved = times * (count_tokens(instructions) + count_tokens(text) + most_tokens)
    day = allowance.reserve(reserved)
    if not day:
        raise AllowanceSpent(
            f"The language model may use {allowance}, which is used up. See extraction.daily_tokens in config.yaml."
        )
    answers = [model.complete(instructions, text, most_tokens) for _ in range(times)]
    allowance.settle(day, reserved, sum(answer.tokens for answer in answers))
    return tuple(answer.text for answer in answers)
