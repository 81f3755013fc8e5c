"""Choice of the embedder by the user's settings; nothing is loaded, read or requested before the first vector."""

from pathlib import Path

from scrubjay.embedding.embedder import Embedder
from scrubjay.embedding.endpoint import Endpoint, EndpointEmbedder
from scrubjay.embedding.model import Wishes, in_folder
from scrubjay.embedding.onnx import OnnxEmbedder
from scrubjay.embedding.sentence_transformer import SentenceTransformerEmbedder
from scrubjay.errors import ConfigError
from scrubjay.secrets import mask
from scrubjay.settings import Settings


def make_embedder(settings: Settings) -> Embedder | None:
    """The embedder of the settings; None when embedding is off. Raises ConfigError for invalid settings."""
    chosen = settings.embedding
    wishes = Wishes(
        chosen.native_dim, chosen.dim, chosen.pooling, chosen.query_prefix, chosen.passage_prefix, chosen.max_tokens
    )
    match chosen.provider:
        case "onnx" if chosen.model:
            return OnnxEmbedder(lambda: in_folder(Path(chosen.model).expanduser(), wishes), threads=chosen.threads)
        case "onnx":
            if wishes != Wishes():
                raise ConfigError("embedding.dim, pooling and prefixes belong to another model: set embedding.model.")
            return OnnxEmbedder(threads=chosen.threads)
        case "sentence-transformers":
            return SentenceTransformerEmbedder(
                chosen.model, dim=chosen.dim, query_prefix=chosen.query_prefix, passage_prefix=chosen.passage_prefix
            )
        case "endpoint":
            return EndpointEmbedder(_endpoint(settings), lambda text: mask(text).text)
        case "none":
            return None


def _endpoint(settings: Settings) -> Endpoint:
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
        place.url, chosen.model, chosen.native_dim, chosen.dim, settings.endpoint_key.get_secret_value(),
        place.timeout_s, chosen.query_prefix, chosen.passage_prefix,
    )  # fmt: skip
