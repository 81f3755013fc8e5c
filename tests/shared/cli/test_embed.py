"""The vectors are made now, shown, and made anew; an interrupted or changed embedder is no harm."""

import json
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from scrubjay.inference.refused import RefusedSource, refuse_source
from scrubjay.storage.database import Database

pytestmark = pytest.mark.story


@pytest.fixture
def indexed(ready: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setenv("SCRUBJAY_EMBEDDING_PROVIDER", "onnx")
    ready("ingest")
    return ready


def stand(run: Any) -> dict[str, Any]:
    found = json.loads(run("embed", "--status", "--json").out)
    assert isinstance(found, dict)
    return found


def test_embed_makes_every_vector_and_status_shows_it(indexed: Any) -> None:
    assert indexed("embed").code == 0
    said = stand(indexed)
    assert said["embedded"] == said["passages"] > 0
    (one,) = said["embedders"]
    assert one["current"]
    assert one["vectors"] == said["passages"]
    assert one["bytes"] > one["vectors"] * one["dim"]
    assert "in use" in indexed("embed", "--status").out


def test_the_vectors_of_conversations_count_with_the_others(indexed: Any, tmp_path: Path) -> None:
    file = tmp_path / "talk.jsonl"
    file.write_text('{"session": "standup", "turn": 1, "text": "Owls nest in the barn."}\n')
    indexed("import", "conversations", str(file))
    indexed("embed")
    said = stand(indexed)
    assert [one["vectors"] for one in said["embedders"]] == [said["embedded"]]


def test_more_dimensions_than_the_model_has_are_refused(indexed: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in (
        ("EMBEDDING_PROVIDER", "endpoint"), ("EMBEDDING_MODEL", "m"), ("EMBEDDING_NATIVE_DIM", "3"),
        ("EMBEDDING_DIM", "4"), ("ENDPOINT_URL", "http://127.0.0.1:9/v1"),
    ):  # fmt: skip
        monkeypatch.setenv(f"SCRUBJAY_{name}", value)
    done = indexed("embed", "--status")
    assert done.code == 2
    assert "set embedding.dim to 3 or less" in done.err


def test_rebuild_makes_them_anew(indexed: Any) -> None:
    indexed("embed")
    before = stand(indexed)
    assert indexed("embed", "--rebuild").code == 0
    assert stand(indexed) == before


def test_vectors_of_another_embedder_go_when_the_new_ones_are_complete(
    indexed: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    indexed("embed")
    old = stand(indexed)["embedders"][0]["key"]
    monkeypatch.setenv("SCRUBJAY_EMBEDDING_PROVIDER", "none")
    assert stand(indexed)["passages"] == 0
    assert "off" in indexed("embed").out
    monkeypatch.setenv("SCRUBJAY_EMBEDDING_PROVIDER", "onnx")
    assert [one["key"] for one in stand(indexed)["embedders"]] == [old]


def test_an_endpoint_that_is_down_is_an_error_here_and_keyword_only_in_search(
    indexed: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in (
        ("EMBEDDING_PROVIDER", "endpoint"), ("EMBEDDING_MODEL", "m"), ("EMBEDDING_NATIVE_DIM", "3"),
        ("ENDPOINT_URL", "http://127.0.0.1:9/v1"), ("ENDPOINT_TIMEOUT_S", "1"),
    ):  # fmt: skip
        monkeypatch.setenv(f"SCRUBJAY_{name}", value)
    done = indexed("embed")
    assert done.code == 1
    assert "doesn't answer" in done.err
    assert "keyword only" in indexed("search", "sqlite").out


def test_an_endpoint_without_its_settings_names_them(indexed: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SCRUBJAY_EMBEDDING_PROVIDER", "endpoint")
    done = indexed("search", "sqlite")
    assert done.code == 2
    assert "endpoint.url and embedding.model and embedding.native_dim" in done.err


def test_status_and_rebuild_together_are_refused(indexed: Any) -> None:
    assert indexed("embed", "--status", "--rebuild").code == 2


def test_who_gave_false_vectors_is_told_until_a_person_takes_them_again(
    indexed: Any, by_hand: Any, environment: dict[str, str]
) -> None:
    refused = RefusedSource("team acme", "a vector whose cosine to this machine's own is 0.100", "2026-03-01T12:00:00Z")
    with Database(Path(environment["SCRUBJAY_HOME"]) / "home.db", "home") as home:
        home.write(partial(refuse_source, refused=refused))
    for command in ("status", "doctor"):
        assert "team acme gave a vector whose cosine" in indexed(command).out
    assert by_hand("embed", "--ask-again", "--no-wait").code == 0
    assert "team acme" not in indexed("status").out
