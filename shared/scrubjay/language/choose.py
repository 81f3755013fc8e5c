"""Choice of the language model by the user's settings; none by default."""

from scrubjay.endpoint import Server
from scrubjay.errors import ConfigError
from scrubjay.language.chat import ChatEndpoint
from scrubjay.language.model import LanguageModel
from scrubjay.secrets import mask
from scrubjay.settings import Settings


def make_language_model(settings: Settings) -> LanguageModel | None:
    """The model of the settings; None by default. Raises ConfigError for invalid settings."""
    chosen, place = settings.extraction, settings.endpoint
    if chosen.by != "model":
        return None
    missing = [name for name, value in (("endpoint.url", place.url), ("extraction.model", chosen.model)) if not value]
    if missing:
        raise ConfigError(f"extraction.by is model: set {' and '.join(missing)} in the user's config.")
    if chosen.daily_cost and not chosen.price:
        raise ConfigError("extraction.daily_cost needs extraction.price, the money for a million tokens.")
    server = Server(place.url, settings.endpoint_key.get_secret_value(), place.timeout_s)
    return ChatEndpoint(server, chosen.model, lambda text: mask(text).text)
