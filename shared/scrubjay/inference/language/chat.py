"""The language model: a server with OpenAI's chat completions API, such as Ollama or vLLM; by default there is none."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from scrubjay.errors import ModelUnavailable
from scrubjay.inference.endpoint import Server, post_json
from scrubjay.inference.tokens import count_tokens
from scrubjay.privacy.secrets.masking import masked_text

if TYPE_CHECKING:
    from scrubjay.settings.schema import Settings


@dataclass(frozen=True, slots=True)
class Completion:
    """A model's text, and the tokens that prompt and completion took."""

    text: str
    tokens: int


class LanguageModel(Protocol):
    """Answers a text by instructions."""

    def complete(self, instructions: str, text: str, most_tokens: int) -> Completion:
        """Write at most so many tokens. Raises ModelUnavailable."""
        ...


class ChatEndpoint:
    """A model behind a server. `clean` masks each text before it is sent."""

    def __init__(self, server: Server, model: str, clean: Callable[[str], str]) -> None:
        self._server = server
        self._model = model
        self._clean = clean

    def complete(self, instructions: str, text: str, most_tokens: int) -> Completion:
        """Complete a text at temperature 0. Raises ModelUnavailable, never falls back."""
        prompt = self._clean(text)
        body: dict[str, object] = {
            "model": self._model,
            "messages": [{"role": "system", "content": instructions}, {"role": "user", "content": prompt}],
            "temperature": 0,
            "max_tokens": most_tokens,
        }
        response = post_json(self._server, "chat/completions", body)
        try:
            written = response["choices"][0]["message"]["content"]
        except (KeyError, IndexError, TypeError) as error:
            raise ModelUnavailable(f"{self._server.url} answered something else than a completion.") from error
        written = written if isinstance(written, str) else ""
        return Completion(written, _used(response) or count_tokens(instructions + prompt + written))


def _used(response: object) -> int:
    """The token count that the server reported, 0 where it didn't."""
    usage = response.get("usage") if isinstance(response, dict) else None
    total = usage.get("total_tokens") if isinstance(usage, dict) else 0
    return total if isinstance(total, int) and total > 0 else 0


def chat_endpoint(settings: "Settings") -> ChatEndpoint:
    """The model of the settings, which name a server and a model."""
    place = settings.endpoint
    server = Server(place.url, settings.endpoint_key.get_secret_value(), place.timeout_s)
    return ChatEndpoint(server, settings.extraction.model, masked_text)
