"""The settings name the embedder; one that can't be what they say is refused with what to change."""

from pathlib import Path
from typing import Any

import pytest

from scrubjay.errors import ConfigError
from scrubjay.inference.choose import make_embedder
from scrubjay.inference.embedding.extras import MultilingualEmbedder
from scrubjay.settings.reading import EmbeddingSettings
from scrubjay.settings.schema import Settings


def settings(**chosen: Any) -> Settings:
    return Settings(home=Path("nowhere"), embedding=EmbeddingSettings(**chosen))


def test_one_setting_chooses_the_multilingual_model() -> None:
    assert isinstance(make_embedder(settings(provider="multilingual")), MultilingualEmbedder)


@pytest.mark.parametrize("other", [{"model": "a/b"}, {"dim": 64}, {"query_prefix": "q: "}, {"max_tokens": 128}])
def test_the_multilingual_model_takes_no_values_of_another(other: dict[str, object]) -> None:
    with pytest.raises(ConfigError, match=r"remove embedding\.model"):
        make_embedder(settings(provider="multilingual", **other))
