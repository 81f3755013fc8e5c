"""A cross-encoder judges the pool where the user chose one; what is missing is said, and the answer goes on without."""

import importlib.util
import sys
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from scrubjay.errors import ConfigError, ModelUnavailable
from scrubjay.inference.choose import make_reranker
from scrubjay.inference.reranking import CrossEncoderReranker, LateInteraction, NoReranker, RerankCandidate
from scrubjay.settings.layers import load_settings, with_repository

INSTALLED = importlib.util.find_spec("sentence_transformers") is not None
POOL = [RerankCandidate(1, "Revert a commit with git", None), RerankCandidate(2, "Bake an apple cake", None)]


class FakeCrossEncoder:
    """Stands in for the library's class: as many common words, so high the score."""

    def __init__(self, name: str, device: str) -> None:
        if name == "missing":
            raise OSError("no such model")
        self.name = name

    def predict(self, pairs: Sequence[tuple[str, str]], **_: Any) -> Any:
        if self.name == "two-headed":
            return np.zeros((len(pairs), 2))
        return np.array([len(set(a.lower().split()) & set(b.lower().split())) * 4.0 - 4 for a, b in pairs])


@pytest.fixture
def library(monkeypatch: pytest.MonkeyPatch) -> None:
    module = ModuleType("sentence_transformers")
    module.CrossEncoder = FakeCrossEncoder  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "sentence_transformers", module)


@pytest.mark.usefixtures("library")
def test_each_passage_gets_a_score_between_0_and_1() -> None:
    near, far = make_reranker("cross_encoder:ms/marco").score("revert a commit", None, POOL)
    assert near is not None
    assert far is not None
    assert 0 <= far < near <= 1


@pytest.mark.usefixtures("library")
def test_its_name_stands_in_answers_and_an_empty_pool_loads_nothing() -> None:
    reranker = CrossEncoderReranker("missing")
    assert reranker.name == "cross-encoder missing"
    assert reranker.wants_text
    assert list(reranker.score("x", None, [])) == []


@pytest.mark.usefixtures("library")
@pytest.mark.parametrize(("model", "why"), [("missing", "can't be loaded"), ("two-headed", "no single score")])
def test_a_model_that_can_not_judge_is_named(model: str, why: str) -> None:
    with pytest.raises(ModelUnavailable, match=why):
        make_reranker(f"cross_encoder:{model}").score("x", None, POOL)


@pytest.mark.skipif(INSTALLED, reason="the extra [st] is installed")
def test_without_the_extra_the_error_names_it() -> None:
    with pytest.raises(ModelUnavailable, match=r"pip install .\.\[st\]"):
        make_reranker("cross_encoder:any").score("x", None, POOL)


def test_the_other_choices_are_late_interaction_and_none() -> None:
    assert isinstance(make_reranker("late"), LateInteraction)
    assert isinstance(make_reranker("none"), NoReranker)


def test_a_repository_may_switch_reranking_off_but_not_name_a_model(environment: dict[str, str]) -> None:
    user = load_settings(environment)
    off, refused = with_repository(user, "retrieval:\n  reranker: none\n", "config.yaml")
    assert (off.retrieval.reranker, refused) == ("none", ())
    kept, refused = with_repository(user, "retrieval:\n  reranker: cross_encoder:/evil\n", "config.yaml")
    assert kept.retrieval.reranker == "late"
    assert "belongs in the user's config" in refused[0]


def test_an_unknown_reranker_is_a_configuration_error(environment: dict[str, str]) -> None:
    with pytest.raises(ConfigError, match=r"retrieval\.reranker"):
        load_settings(environment | {"SCRUBJAY_RETRIEVAL_RERANKER": "best"})


@pytest.mark.optin
@pytest.mark.skipif(not INSTALLED, reason="needs scrubjay[st]")
def test_a_real_cross_encoder_tells_near_from_far(data: Path) -> None:
    near, far = CrossEncoderReranker(str(data / "cross-encoder")).score("How do I undo a commit?", None, POOL)
    assert near is not None
    assert far is not None
    assert near > far
