"""The models that the settings name: embedder, reranker, language model. Nothing is loaded before the first use."""

from typing import TYPE_CHECKING

from scrubjay.errors import ConfigError
from scrubjay.extensions.kinds.content import Embedder
from scrubjay.extensions.loading import load
from scrubjay.inference.reranking import LateInteraction, NoReranker, Reranker
from scrubjay.settings.schema import Settings

if TYPE_CHECKING:
    from scrubjay.inference.language import LanguageModel

EMBEDDERS = {
    "onnx": "scrubjay.inference.embedding.onnx:onnx_embedder",
    "multilingual": "scrubjay.inference.embedding.extras:multilingual_embedder",
    "sentence-transformers": "scrubjay.inference.embedding.extras:sentence_transformer_embedder",
    "endpoint": "scrubjay.inference.embedding.foreign:endpoint_embedder",
    "extension": "scrubjay.inference.embedding.foreign:extension_embedder",
}
"""What makes the embedder of a provider, of the settings; imported when it is chosen."""

RERANKER = "scrubjay.inference.reranking:CrossEncoderReranker"
LANGUAGE_MODEL = "scrubjay.inference.language:chat_endpoint"

CROSS_ENCODER = "cross_encoder:"


def make_embedder(settings: Settings) -> Embedder | None:
    """The embedder of the settings; None when embedding is off. Raises ConfigError for invalid settings."""
    maker = EMBEDDERS.get(settings.embedding.provider)
    embedder: Embedder | None = load(maker)(settings) if maker else None
    return embedder


def make_reranker(chosen: str) -> Reranker:
    """The reranker of `retrieval.reranker`: "late", "none", or "cross_encoder:" with a model's name or folder."""
    if chosen.startswith(CROSS_ENCODER):
        reranker: Reranker = load(RERANKER)(chosen.removeprefix(CROSS_ENCODER))
        return reranker
    return NoReranker() if chosen == "none" else LateInteraction()


def make_language_model(settings: Settings) -> "LanguageModel | None":
    """The language model of the settings; None by default. Raises ConfigError for invalid settings."""
    chosen, place = settings.extraction, settings.endpoint
    if chosen.by != "model":
        return None
    missing = [name for name, value in (("endpoint.url", place.url), ("extraction.model", chosen.model)) if not value]
    if missing:
        raise ConfigError(f"extraction.by is model: set {' and '.join(missing)} in the user's config.")
    if chosen.daily_cost and not chosen.price:
        raise ConfigError("extraction.daily_cost needs extraction.price, the money for a million tokens.")
    model: LanguageModel = load(LANGUAGE_MODEL)(settings)
    return model
