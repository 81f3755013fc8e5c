"""Where a setting comes from: the layer that holds, its file and line, and what the layers below it say."""

from pathlib import Path

import pytest

from scrubjay.settings.origins import EffectiveSettings, Layer, OriginOfSetting, effective_settings

PROJECT = "3f2a"
USER = """ingestion:
  max_file_size_kb: 300
  code: [python]
retrieval:
  weights: {bm25: 2, vector: 3}
projects:
  3f2a:
    ingestion:
      code: auto
"""
REPOSITORY = """ingestion:
  max_file_size_kb: 200
  code: [go]
retrieval:
  weights:
    bm25: 4
trust:
  scripts: true
"""


@pytest.fixture
def read(tmp_path: Path) -> EffectiveSettings:
    (tmp_path / "config.yaml").write_text(USER, encoding="utf-8")
    environment = {
        "SCRUBJAY_HOME": str(tmp_path),
        "SCRUBJAY_INGESTION_MAX_FILE_SIZE_KB": "250",
        "SCRUBJAY_TRUST_SCRIPTS": "true",
    }
    return effective_settings(environment, tmp_path / "shop", REPOSITORY, PROJECT)


def of(read: EffectiveSettings, key: str) -> OriginOfSetting:
    return next(one for one in read.settings if one.key == key)


def layers(read: EffectiveSettings, key: str) -> list[tuple[Layer, str, int]]:
    return [(one.layer, one.value, one.line) for one in of(read, key).layers]


def test_each_layer_that_sets_a_value_is_told_the_weakest_first(read: EffectiveSettings) -> None:
    assert layers(read, "ingestion.max_file_size_kb") == [
        (Layer.DEFAULT, "500", 0),
        (Layer.USER, "300", 2),
        (Layer.ENVIRONMENT, "250", 0),
        (Layer.REPOSITORY, "200", 2),
    ]
    assert layers(read, "ingestion.code")[-2:] == [(Layer.REPOSITORY, "[go]", 3), (Layer.PROJECT, "[auto]", 9)]


def test_the_value_is_the_one_of_the_last_layer(read: EffectiveSettings) -> None:
    assert all(one.value == one.holds.value for one in read.settings if one.key != "user.id")


def test_a_repository_that_sets_one_weight_leaves_the_others(read: EffectiveSettings) -> None:
    assert layers(read, "retrieval.weights.bm25")[-1] == (Layer.REPOSITORY, "4.0", 6)
    assert layers(read, "retrieval.weights.vector")[-1] == (Layer.USER, "3.0", 5)


def test_what_nobody_set_is_the_default(read: EffectiveSettings) -> None:
    assert layers(read, "hooks.stop") == [(Layer.DEFAULT, "true", 0)]


def test_what_has_no_effect_is_told_with_its_place(read: EffectiveSettings, tmp_path: Path) -> None:
    places = [(one.key, one.where) for one in read.refused]
    assert places == [
        ("trust.scripts", "SCRUBJAY_TRUST_SCRIPTS"),
        ("trust.scripts", f"{tmp_path / 'shop' / '.agent/config.yaml'}, line 8"),
    ]
    assert layers(read, "trust.scripts") == [(Layer.DEFAULT, "false", 0)]


def test_a_limit_that_a_repository_raises_stays_the_users(tmp_path: Path) -> None:
    text = "ingestion:\n  max_file_size_kb: 900\n"
    read = effective_settings({"SCRUBJAY_HOME": str(tmp_path)}, tmp_path, text, PROJECT)
    assert layers(read, "ingestion.max_file_size_kb") == [(Layer.DEFAULT, "500", 0)]
    assert [one.key for one in read.refused] == ["ingestion.max_file_size_kb"]
