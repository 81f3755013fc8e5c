"""One member in and out of somebody else's JSON; every other byte stays."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scrubjay.integrations.edits.json_splice import cut, get, put

PATH = ("projects", "/r", "mcpServers", "ours")
VALUE = {"command": "x", "args": ["é"], "env": {}}

values = st.recursive(
    st.none() | st.booleans() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)
servers = st.dictionaries(st.sampled_from(["a", "b", '"\\']), values, max_size=2)
projects = st.dictionaries(
    st.sampled_from(["/r", "/other"]), st.just({}) | st.builds(lambda s: {"k": 1, "mcpServers": s}, servers)
)
documents = st.builds(
    lambda rest, p: {**rest, "projects": p}, st.dictionaries(st.text(max_size=5), values, max_size=3), projects
)


@given(documents, st.sampled_from([None, 2, "\t"]), st.booleans(), st.sampled_from(["", "\n"]))
@settings(max_examples=80, derandomize=True, deadline=None)
def test_what_was_put_in_comes_out_byte_for_byte(
    document: dict[str, object], indent: int | str | None, ascii_only: bool, tail: str
) -> None:
    before = json.dumps(document, indent=indent, ensure_ascii=ascii_only) + tail
    after, made = put(before, PATH, VALUE)
    assert get(after, PATH) == VALUE
    assert put(after, PATH, VALUE) == (after, ())
    back = cut(after, PATH)
    for path in reversed(made[:-1]):
        back = cut(back, path, only_if_empty=True)
    assert back == before
    everything = json.loads(after)
    del everything["projects"]["/r"]["mcpServers"]["ours"]
    assert json.loads(cut(after, PATH)) == everything


def test_numbers_and_escapes_of_others_stay_as_they_were_written() -> None:
    before = '{"a": 1e400, "b": 1.0, "c": "\\u00e9\\/", "projects": {}}'
    after, _ = put(before, PATH, VALUE)
    assert after.startswith('{"a": 1e400, "b": 1.0, "c": "\\u00e9\\/", "projects": {')


def test_the_first_of_several_is_taken_out_with_its_comma() -> None:
    assert cut('{\n  "a": 1,\n  "b": 2\n}', ("a",)) == '{\n  "b": 2\n}'


def test_a_container_that_others_use_stays() -> None:
    assert cut('{"a": {"b": 1}}', ("a",), only_if_empty=True) == '{"a": {"b": 1}}'


def test_nothing_is_cut_where_nothing_is() -> None:
    assert cut('{"a": {}}', ("a", "b")) == '{"a": {}}'
    assert cut("{}", ("a", "b")) == "{}"


@pytest.mark.parametrize("text", ["", "[]", "{", '{"a" 1}', '{"projects": []}', '{"projects": {"/r": 1}}'])
def test_what_is_not_an_object_is_refused(text: str) -> None:
    with pytest.raises(ValueError):
        put(text, PATH, VALUE)
