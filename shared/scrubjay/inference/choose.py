"""The models that the settings name: embedder, reranker, language model. Nothing is loaded before the first use."""

from pathlib import Path
from typing import TYPE_CHECKING

from scrubjay.errors import ConfigError
from scrubjay.extensions.kinds.embedder import Embedder
from scrubjay.extensions.registry import ExtensionRegistry
from scrubjay.inference.reranking.reranker import LateInteraction, NoReranker, Reranker
from scrubjay.privacy.secrets.masking import masked_text
from scrubjay.settings.schema import EmbeddingSettings, Settings

if TYPE_CHECKING:
    from scrubjay.inference.embedding.endpoint import Endpoint
    from scrubjay.inference.embedding.model import ModelOverrides
    from scrubjay.inference.language.model import LanguageModel

CROSS_ENCODER = "cross_encoder:"


def make_embedder(settings: Settings) -> Embedder | None:
    """The embedder of the settings; None when embedding is off. Raises ConfigError for invalid settings."""
    match settings.embedding.provider:
        case "onnx":
            return _onnx_embedder(settings.embedding)
        case "multilingual":
            return _multilingual_embedder(settings.embedding)
        case "sentence-transformers":
            from scrubjay.inference.embedding.sentence_transformer import SentenceTransformerEmbedder

            chosen = settings.embedding
            return SentenceTransformerEmbedder(
                chosen.model, dim=chosen.dim, query_prefix=chosen.query_prefix, passage_prefix=chosen.passage_prefix
            )
        case "endpoint":
            from scrubjay.inference.embedding.endpoint import EndpointEmbedder

            return EndpointEmbedder(_endpoint(settings), masked_text)
        case "extension":
            from scrubjay.inference.embedding.of_extension import embedder_of_extension

            return embedder_of_extension(ExtensionRegistry.of(settings.home), settings.embedding.model)
        case "none":
            return None


def _onnx_embedder(chosen: EmbeddingSettings) -> Embedder:
    from scrubjay.inference.embedding.model import ModelOverrides, in_folder
    from scrubjay.inference.embedding.onnx import OnnxEmbedder

    overrides = _overrides(chosen)
    if chosen.model:
        return OnnxEmbedder(lambda: in_folder(Path(chosen.model).expanduser(), overrides), threads=chosen.threads)
    if overrides != ModelOverrides():
        raise ConfigError("embedding.dim, pooling and prefixes belong to another model: set embedding.model.")
    return OnnxEmbedder(threads=chosen.threads)


def _multilingual_embedder(chosen: EmbeddingSettings) -> Embedder:
    from scrubjay.inference.embedding.model import ModelOverrides
    from scrubjay.inference.embedding.multilingual import MultilingualEmbedder

    if chosen.model or _overrides(chosen) != ModelOverrides():
        raise ConfigError(
            "embedding.provider is multilingual, which is one model with values of its own: "
            "remove embedding.model, dim, pooling, prefixes and max_tokens."
        )
    return MultilingualEmbedder(threads=chosen.threads)


def _overrides(chosen: EmbeddingSettings) -> "ModelOverrides":
    from scrubjay.inference.embedding.model import ModelOverrides

    return ModelOverrides(
        chosen.native_dim, chosen.dim, chosen.pooling, chosen.query_prefix, chosen.passage_prefix, chosen.max_tokens
    )


def make_reranker(chosen: str) -> Reranker:
    """The reranker of `retrieval.reranker`: "late", "none", or "cross_encoder:" with a model's name or folder."""
    if chosen.startswith(CROSS_ENCODER):
        from scrubjay.inference.reranking.cross_encoder import CrossEncoderReranker

        return CrossEncoderReranker(chosen.removeprefix(CROSS_ENCODER))
    return NoReranker() if chosen == "none" else LateInteraction()


def make_language_model(settings: Settings) -> "LanguageModel | None":
    """The model of the settings; None by default. Raises ConfigError for invalid settings."""
    chosen, place = settings.extraction, settings.endpoint
    if chosen.by != "model":
        return None
    missing = [name for name, value in (("endpoint.url", place.url), ("extraction.model", chosen.model)) if not value]
    if missing:
        raise ConfigError(f"extraction.by is model: set {' and '.join(missing)} in the user's config.")
    if chosen.daily_cost and not chosen.price:
        raise ConfigError("extraction.daily_cost needs extraction.price, the money for a million tokens.")
    from scrubjay.inference.endpoint import Server
    from scrubjay.inference.language.chat import ChatEndpoint

    server = Server(place.url, settings.endpoint_key.get_secret_value(), place.timeout_s)
    return ChatEndpoint(server, chosen.model, masked_text)


def _endpoint(settings: Settings) -> "Endpoint":
    from scrubjay.inference.embedding.endpoint import Endpoint

    chosen, place = settings.embedding, settings.endpoint
    missing = [
        key
        for key, value in (
            ("endpoint.url", place.url),
            ("embedding.model", chosen.model),
            ("embedding.native_dim", chosen.native_dim),
        )
        if not value
    ]
    if missing:
        raise ConfigError(f"embedding.provider is endpoint: set {' and '.join(missing)} in the user's config.")
    if chosen.dim > chosen.native_dim:
        raise ConfigError(
            f"embedding.dim is {chosen.dim}, but {chosen.model} makes vectors of {chosen.native_dim} "
            f"(embedding.native_dim): set embedding.dim to {chosen.native_dim} or less."
        )
    return Endpoint(
        url=place.url,
        model=chosen.model,
        native_dim=chosen.native_dim,
        dim=chosen.dim,
        key=settings.endpoint_key.get_secret_value(),
        timeout_s=place.timeout_s,
        query_prefix=chosen.query_prefix,
        passage_prefix=chosen.passage_prefix,
    )
