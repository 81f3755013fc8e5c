"""The language model that the user chose, a server with OpenAI's API; and its daily allowance, in tokens and money."""

import json
import re
from collections.abc import Callable
from datetime import UTC, timedelta
from typing import TYPE_CHECKING, Any, Protocol

from scrubjay.errors import AllowanceSpent, ModelUnavailable, RequestRefused
from scrubjay.inference.endpoint import Server, post_json
from scrubjay.inference.tokens import count_tokens
from scrubjay.model.clock import Clock
from scrubjay.model.counted import counted
from scrubjay.model.frozen import dataclass
from scrubjay.model.pattern import pattern
from scrubjay.privacy.secrets.masking import masked_text
from scrubjay.storage.database import Database
from scrubjay.storage.driver import Connection, load

if TYPE_CHECKING:
    from scrubjay.settings.schema import Settings

Q = load(__package__)


@dataclass(frozen=True, slots=True)
class Completion:
    """A model's text, and the tokens that prompt and completion took."""

    text: str
    tokens: int


class LanguageModel(Protocol):
    """Answers a text as instructions say."""

    def complete(self, instructions: str, text: str, most_tokens: int) -> Completion:
        """The model's answer, of at most `most_tokens`. Raises ModelUnavailable."""


TOKEN_LIMITS = ("max_tokens", "max_completion_tokens", "")
"""How servers call the limit of tokens, in the order in which it is tried; empty: it isn't sent."""
BAD_REQUEST = frozenset({400, 422})
THINKING_TOKENS = 4_000
"""Room beside an answer for a model that thinks first: its thoughts count against the limit of tokens."""
_THOUGHT = pattern(r"\A\s*<think>(?:.*?</think>|.*\Z)\s*", re.DOTALL)
"""Thoughts that a server leaves before the answer; those without an end were cut off."""


class ChatEndpoint:
    """A chat model behind a server. `clean` masks each text before it is sent; a `temperature` is sent if given.

    A limit of tokens that the server refuses is sent by its newer name, else not at all, from then on; one that a model
    used up by thinking is larger from then on.
    """

    def __init__(
        self, server: Server, model: str, clean: Callable[[str], str], temperature: float | None = None
    ) -> None:
        self._server = server
        self._model = model
        self._clean = clean
        self._chosen = {} if temperature is None else {"temperature": temperature}
        self._limit = TOKEN_LIMITS[0]
        self._thinking = 0

    def complete(self, instructions: str, text: str, most_tokens: int) -> Completion:
        """The model's answer to a text. Raises ModelUnavailable with the server's words; has no fallback."""
        prompt = self._clean(text)
        body: dict[str, object] = {
            "model": self._model,
            "messages": [{"role": "system", "content": instructions}, {"role": "user", "content": prompt}],
        }
        body |= self._chosen
        written, used, cut = self._completed(body, most_tokens)
        if cut and not written and not self._thinking:
            self._thinking = THINKING_TOKENS
            before = used
            try:
                written, used, cut = self._completed(body, most_tokens)
            except ModelUnavailable as failed:
                failed.spent += before
                if isinstance(failed, RequestRefused):
                    self._thinking = 0  # there is no room for it
                raise
            used += before
        if cut and not written:
            most = counted(most_tokens + self._thinking, "token")
            error = ModelUnavailable(
                f"{self._model} at {self._server.url} used up {most} and answered nothing. "
                "See extraction.model: choose one that thinks less, or not at all."
            )
            error.spent = used
            raise error
        return Completion(written, used)

    def _completed(self, body: dict[str, object], most_tokens: int) -> tuple[str, int, bool]:
        """The model's text without its thoughts, the tokens used, and whether the limit cut it off."""
        response = self._post(body, most_tokens + self._thinking)
        try:
            choice = response["choices"][0]
            written = choice["message"]["content"]
        except (KeyError, IndexError, TypeError) as error:
            other = ModelUnavailable(f"{self._server.url} answered something else than a completion. See endpoint.url.")
            other.spent = _reported_tokens(response)
            raise other from error
        written = written if isinstance(written, str) else ""
        used = _reported_tokens(response) or count_tokens(json.dumps(body["messages"], ensure_ascii=False) + written)
        return _THOUGHT.sub("", written), used, choice.get("finish_reason") == "length"

    def _post(self, body: dict[str, object], most_tokens: int) -> Any:
        """Post a request; retries with another parameter for the token limit if the server refuses one."""
        while True:
            limit = {self._limit: most_tokens} if self._limit else {}
            try:
                return post_json(self._server, "chat/completions", body | limit)
            except RequestRefused as error:
                named = self._limit and self._limit in (error.param or error.words)
                # the number is refused, not the name
                too_large = re.search(rf"(?<![\w-]){most_tokens}(?!\w)", error.words.replace(",", "")) is not None
                if not named or too_large or error.status not in BAD_REQUEST:
                    raise
                self._limit = TOKEN_LIMITS[TOKEN_LIMITS.index(self._limit) + 1]


def _reported_tokens(response: object) -> int:
    """The token count that the server reported, 0 where it didn't."""
    usage = response.get("usage") if isinstance(response, dict) else None
    if not isinstance(usage, dict):
        return 0
    whole = _count(usage.get("total_tokens"))
    return min(whole or _count(usage.get("prompt_tokens")) + _count(usage.get("completion_tokens")), MOST_REPORTED)


def _count(value: object) -> int:
    """A number of JSON that counts something; 0 for any other value."""
    if not isinstance(value, int | float) or isinstance(value, bool):
        return 0
    return int(value) if 0 < value < float("inf") else 0


def chat_endpoint(settings: "Settings") -> ChatEndpoint:
    """The model of the settings, which name a server and a model."""
    place = settings.endpoint
    key = settings.endpoint_key.get_secret_value()
    server = Server(place.url, key, place.timeout_s, place.azure_api_version)
    return ChatEndpoint(server, settings.extraction.model, masked_text, settings.extraction.temperature)


MILLION = 1_000_000
MOST_REPORTED = 100 * MILLION
"""Tokens of one answer that a server is believed: as many as a day's allowance may be."""

KEPT_DAYS = 60


class Allowance:
    """How many tokens, or how much money, a model may use a day (UTC). `price` is for a million tokens."""

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
            if used + tokens > self._tokens or (self._cost and cost + self._cost_of(tokens) > self._cost):
                return ""
            connection.execute(Q.drop_old, {"before": (now - timedelta(days=KEPT_DAYS)).isoformat()})
            self._add_spent(connection, now.isoformat(), tokens)
            return now.isoformat()

        return self._database.write(take)

    def settle(self, day: str, reserved: int, used: int) -> None:
        """Replace a reservation by the tokens that were really used."""
        if used != reserved:
            self._database.write(lambda c: self._add_spent(c, day, used - reserved))

    def __str__(self) -> str:
        """The limits in words."""
        money = f" and {self._cost:g} in money" if self._cost else ""
        return f"{counted(self._tokens, 'token')}{money} a day"

    def _add_spent(self, connection: Connection, day: str, tokens: int) -> None:
        """Add tokens, which may be negative, to what a day has used."""
        connection.execute(Q.spend, {"day": day, "tokens": tokens, "cost": self._cost_of(tokens)})

    def _cost_of(self, tokens: int) -> float:
        """The price of some tokens."""
        return tokens * self._price / MILLION


THRICE = 3
"""Answers of which a judge takes the median."""


def ask(
    model: LanguageModel, allowance: Allowance, instructions: str, text: str, most_tokens: int, *, times: int = 1
) -> tuple[str, ...]:
    """The model's answers to a text, asked `times` times, paid from the allowance.

    A request that was refused counts as nothing; one that brings no answer as it was reserved, since nobody knows what
    it cost, or as what its model told.
    Raises ModelUnavailable; AllowanceSpent before anything was asked.
    """
    reserved = times * (count_tokens(instructions) + count_tokens(text) + most_tokens)
    day = allowance.reserve(reserved)
    if not day:
        raise AllowanceSpent(
            f"The language model may use {allowance}, which is used up. See extraction.daily_tokens in config.yaml."
        )
    answers: list[Completion] = []
    try:
        answers.extend(model.complete(instructions, text, most_tokens) for _ in range(times))
    except ModelUnavailable as error:
        told = error.spent + sum(answer.tokens for answer in answers)
        allowance.settle(day, reserved, told if isinstance(error, RequestRefused) else max(reserved, told))
        raise
    allowance.settle(day, reserved, sum(answer.tokens for answer in answers))
    return tuple(answer.text for answer in answers)
