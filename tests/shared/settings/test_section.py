"""What is plainly right is what pydantic takes, with the same values; a section is a frozen value."""

import copy
import pickle
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrubjay.settings.fields import fields_of, keys
from scrubjay.settings.reading import EmbeddingSettings, IngestionSettings
from scrubjay.settings.schema import ProjectSettings, Settings, SettingsFile
from scrubjay.settings.section import NotPlain, Secret, overlaid, parse_plainly
from scrubjay.settings.validating import FirstError, validated
from scrubjay.settings.write import with_value

WORDS = st.sampled_from([
    "", "0", "1", "7", "007", "-1", "+3", "500", "1001", "99999999999999", "1.5", ".5", "1e3", "1_0", "nan", "inf",
    "true", "TRUE", "on", "off", "no", "y", "1.0", "mask", "auto", "python", "src/**", "!x", "../up", "docs/memory",
    "GITHUB_TOKEN", "late", "cross_encoder:x", "cross_encoder:x\n", "https://example.com/v1", "https://me@example.com",
    "grüße", "\ud800", "core", "ghost", "github.com/acme/inn", "a" * 201, "ab:" + "0" * 32,
])  # fmt: skip
VALUES: st.SearchStrategy[Any] = WORDS | st.text(max_size=5) | st.lists(WORDS, max_size=3)
LAST = st.sampled_from([key.rpartition(".")[2] for key in keys()])
TREES = VALUES | st.dictionaries(WORDS | LAST, VALUES, max_size=3)


@given(st.lists(st.tuples(st.sampled_from(keys()), TREES), max_size=3))
def test_what_is_plainly_right_is_what_the_schema_takes(settings: list[tuple[str, Any]]) -> None:
    tree: dict[str, Any] = {}
    for key, value in settings:
        tree = with_value(tree, tuple(key.split(".")), value)
    read = validated(SettingsFile, tree)
    try:
        plain = parse_plainly(SettingsFile, tree)
    except NotPlain:
        return
    assert not isinstance(read, FirstError)
    assert (plain, plain.given_values()) == (read, read.given_values())
    assert repr(plain) == repr(read)


@pytest.mark.parametrize(
    "tree",
    [
        {},
        {"ingestion": {"max_file_size_kb": "700", "code": "auto", "skip_binary": "no"}},
        {"retrieval": {"weights": {"bm25": "1.5"}}, "toolsets": ["core", "graph"]},
        {"forges": {"github.com/acme/inn": {"project": "inn", "members": ["ada"]}}},
        {"projects": {"0123": {"retrieval": {"recipe": "fast"}}}, "extensions": {"notion": "on"}},
    ],
)
def test_usual_files_are_plain(tree: dict[str, Any]) -> None:
    assert parse_plainly(SettingsFile, tree) == validated(SettingsFile, tree)


def test_a_section_is_a_frozen_value_that_knows_what_was_set() -> None:
    lower, upper = IngestionSettings(include=("a",), secrets="skip"), IngestionSettings(secrets="mask")
    assert overlaid(lower, upper) == IngestionSettings(include=("a",))
    assert overlaid(lower, upper).given == {"include", "secrets"}
    assert lower.but(include=()) == IngestionSettings(include=(), secrets="skip") != lower
    assert copy.deepcopy(lower) == pickle.loads(pickle.dumps(lower)) == lower  # noqa: S301 - our own
    assert hash(copy.copy(lower)) == hash(lower)
    with pytest.raises(AttributeError):
        lower.secrets = "mask"  # type: ignore[misc]
    for wrong in (lambda: IngestionSettings(nothing=1), lambda: Settings()):  # type: ignore[call-arg]
        with pytest.raises(TypeError):
            wrong()


def test_inner_sections_are_told_by_their_names() -> None:
    entry = ProjectSettings(ingestion=IngestionSettings(submodules=True))
    assert entry.given_values() == {"ingestion": {"submodules": True}}
    assert entry.values()["retrieval"]["weights"] == {"bm25": 1.0, "vector": 1.0, "reranker": 1.0}
    assert fields_of(EmbeddingSettings)["threads"].default == 2
    assert fields_of(str) == fields_of(tuple[str, ...]) == {}


def test_no_text_of_settings_shows_a_secret() -> None:
    settings = Settings(home=Path("home"), endpoint_key=Secret("hush"))
    assert settings.endpoint_key.get_secret_value() == "hush"
    assert "hush" not in f"{settings!r}{settings}{settings.endpoint_key}"
    assert settings != Settings(home=Path("home"), endpoint_key=Secret("hushed"))
