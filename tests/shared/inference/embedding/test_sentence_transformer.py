"""Other models come from an extra; what is missing is said, and real weights are an opt-in test."""

import importlib.util
from pathlib import Path

import numpy as np
import pytest

from scrubjay.errors import ModelUnavailable
from scrubjay.inference.embedding.extras import SentenceTransformerEmbedder
from scrubjay.inference.numeric import normalised

INSTALLED = importlib.util.find_spec("sentence_transformers") is not None


@pytest.mark.skipif(INSTALLED, reason="the extra [st] is installed")
def test_without_the_extra_the_error_names_it() -> None:
    with pytest.raises(ModelUnavailable, match=r"pip install .\.\[st\]"):
        SentenceTransformerEmbedder("any").embed_query("a")


def test_cut_vectors_have_length_one_again() -> None:
    whole = np.array([[3.0, 4.0, 12.0], [0.0, 0.0, 0.0]], dtype=np.float32)
    np.testing.assert_allclose(normalised(whole, 2), [[0.6, 0.8], [0.0, 0.0]], atol=1e-6)


@pytest.mark.optin
@pytest.mark.skipif(not INSTALLED, reason="needs scrubjay[st]")
def test_a_local_model_makes_cut_vectors_with_a_fingerprint_of_its_weights(data: Path) -> None:
    model = SentenceTransformerEmbedder(str(data / "model"), dim=64, query_prefix="query: ")
    vector = model.embed_query("How do I undo a commit?").vector
    near, far = model.embed_passages(["Reverting changes with git", "A recipe for apple cake"]).vectors
    assert vector.shape == (64,)
    assert vector @ near > vector @ far
    assert (model.fingerprint.dim, len(model.fingerprint.weights)) == (64, 64)
    with pytest.raises(ModelUnavailable, match="at most"):
        SentenceTransformerEmbedder(str(data / "model"), dim=10**6).embed_query("a")
