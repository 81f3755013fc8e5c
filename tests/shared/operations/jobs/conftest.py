"""A repository that is a project of a home, opened without a model or with one that counts letters."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest

from scrubjay.app import App, open_app
from scrubjay.git.process import GitEnvironment
from scrubjay.model.encoded import Encoded, EncodedQuery, Fingerprint
from scrubjay.settings.layers import load_settings
from tests.conftest import Repo


class LetterEmbedder:
    """Stands for the model: a vector counts letters. Notes how many passages it was given at a time."""

    fingerprint = Fingerprint(
        model="letters", weights="0" * 64, dim=8, pooling="mean", query_prefix="", passage_prefix="", max_tokens=256
    )

    def __init__(self) -> None:
        self.batches: list[int] = []

    def holds(self, text: str) -> bool:
        return True

    def embed_query(self, text: str) -> EncodedQuery:
        return EncodedQuery(np.asarray(self.embed_passages([text]).vectors[0], dtype=np.float32))

    def embed_passages(self, texts: Sequence[str]) -> Encoded:
        self.batches.append(len(texts))
        rows = [[1.0, *(text.count(letter) for letter in "aeioust")] for text in texts]
        vectors = np.asarray(rows, dtype=np.float32)
        return Encoded(vectors / np.linalg.norm(vectors, axis=1, keepdims=True))


@pytest.fixture
def quiet(environment: dict[str, str]) -> dict[str, str]:
    """An environment without a model, so that a worker's process is quick."""
    return environment | {"SCRUBJAY_EMBEDDING_PROVIDER": "none"}


@pytest.fixture
def project(make_repo: Callable[..., Repo], quiet: dict[str, str]) -> Repo:
    """A repository with one commit that is a project of the home."""
    repo = make_repo("project")
    repo.environment = quiet
    repo.commit("one", {"a.md": "# A\n\nturnips\n"})
    with opened(quiet) as app:
        app.initialise(repo.path)
    return repo


@contextmanager
def opened(environment: dict[str, str], embedder: LetterEmbedder | None = None) -> Iterator[App]:
    """The home, opened so that nothing starts a worker by itself."""
    settings = load_settings(environment)
    variables = GitEnvironment.of(environment)
    with open_app(settings, git_environment=variables, embedder=embedder, wake=lambda: None) as app:
        yield app


@pytest.fixture
def home(quiet: dict[str, str]) -> Path:
    return Path(quiet["SCRUBJAY_HOME"])
