"""The export: what the caller sees, page by page, the same as JSON lines and as Parquet, and read back equal."""

import io
import json
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest

from scrubjay_exchange.importing.formats import detected, format_of
from scrubjay_team.api.memories import MemoryObject
from tests.patience import PATIENCE_S
from tests.servers.team.serving.conftest import Answered, ServedTeam

CLAIMS = tuple(f"Owl number {number} sleeps by day in the “barn”." for number in range(7))


@pytest.fixture
def token(served: ServedTeam) -> str:
    """A token of anna's, who kept some claims."""
    token = served.token("anna", "search", "remember", "export")
    for number, claim in enumerate(CLAIMS):
        kept = {"content": claim, "kind": "fact", "tags": [f"owl-{number}"], "key": f"owl {number}"}
        assert served.api(token, "POST", "/memories", kept).status == 200
    return token


def pages(served: ServedTeam, token: str, asked: str = "") -> list[Answered]:
    found, after = [], ""
    while True:
        told = served.api(token, "GET", f"/export?limit=3&after={after}{asked}")
        assert told.status == 200
        found.append(told)
        after = told.headers.get("scrubjay-after", "")
        if not after:
            return found


def rows(answers: list[Answered]) -> list[dict[str, Any]]:
    return [json.loads(line) for one in answers for line in one.body.splitlines() if '"scrubjay"' not in line]


def test_pages_hold_each_memory_once_as_the_api_has_it(served: ServedTeam, token: str) -> None:
    found = pages(served, token)
    assert len(found) == 3
    assert {one.headers["content-type"] for one in found} == {"application/jsonl"}
    assert json.loads(found[0].body.splitlines()[0])["scrubjay"] == "team memories"
    listed = served.api(token, "GET", "/memories?limit=200").json["memories"]
    assert rows(found) == listed
    assert [one["content"] for one in listed] == list(CLAIMS)


def test_an_export_is_read_back_equal(served: ServedTeam, token: str, tmp_path: Path) -> None:
    file = tmp_path / "team.jsonl"
    file.write_text("".join(one.body for one in pages(served, token)), encoding="utf-8")
    assert detected(file) == "team"
    records = list(format_of("team").read(file))
    listed = served.api(token, "GET", "/memories?limit=200").json["memories"]
    read = [(one.text, one.name, one.kind, one.tags, one.made_at) for one in records]  # type: ignore[union-attr]
    assert read == [
        (one["content"], one["id"], one["kind"], tuple(one["tags"]), one["recorded_at"]) for one in listed
    ]  # fmt: skip


def test_parquet_holds_the_same(served: ServedTeam, token: str) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    listed = served.api(token, "GET", "/memories?limit=200").json["memories"]
    data = raw(served, token, "/export?format=parquet")
    table = parquet.read_table(io.BytesIO(data))
    assert table.column_names == list(MemoryObject.model_fields)
    assert table.to_pylist() == listed


def raw(served: ServedTeam, token: str, path: str) -> bytes:
    """The bytes of an answer."""
    with closing(HTTPConnection("127.0.0.1", served.port, timeout=PATIENCE_S)) as connection:
        connection.request("GET", f"/api/v1{path}", headers={"authorization": f"Bearer {token}"})
        return connection.getresponse().read()


def test_only_the_scope_export_exports_and_a_foreign_cursor_does_not_lead_on(served: ServedTeam, token: str) -> None:
    assert served.api(served.token("anna", "search", "remember"), "GET", "/export").status == 403
    served.people(lambda members, _: members.add("ben", "writer"))
    ben = served.token("ben", "export")
    after = served.api(token, "GET", "/export?limit=3").headers["scrubjay-after"]
    assert served.api(ben, "GET", f"/export?after={after}").status == 422
    assert served.api(token, "GET", f"/memories?after={after}").status == 422
