"""Members in and out of JSON with comments, last commas and a BOM: no byte of the owner's differs."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scrubjay.integrations.edits import json_splice as splice
from scrubjay.integrations.edits.jsonc import Jsonc

PATH = ("context_servers", "ours")
VALUE = {"command": "x // no comment", "args": ["/* nor this */", "é,]"], "env": {}}

blanks = st.sampled_from(["", " ", "\n", "\r\n", "\t", "\n  ", "\r\n\t"])
comments = st.sampled_from(["// note\n", "/* a, } */", '// "quoted", {\r\n', "/*\n*/"])
gaps = st.lists(blanks | comments, max_size=3).map("".join)


@st.composite
def objects(draw: st.DrawFn, depth: int = 0) -> str:
    keys = draw(st.lists(st.sampled_from(["a", "//b", "context_servers", "é"]), max_size=3, unique=True))
    members = []
    for key in keys:
        inner = (
            objects(depth + 1) if key == "context_servers" or depth < 1 else st.sampled_from(["1.0", '"//"', "[1,]"])
        )
        members.append(f"{draw(gaps)}{json.dumps(key)}{draw(gaps)}:{draw(gaps)}{draw(inner)}{draw(gaps)}")
    last = "," + draw(gaps) if len(members) > 0 and draw(st.booleans()) else ""
    return "{" + ",".join(members) + last + ("" if members else draw(gaps)) + "}"


documents = st.builds(
    lambda bom, before, text, after: bom + before + text + after, st.sampled_from(["", "\ufeff"]), gaps, objects(), gaps
)


@given(documents)
@settings(max_examples=300, derandomize=True, deadline=None)
def test_what_was_put_in_comes_out_byte_for_byte(before: str) -> None:
    said = Jsonc.of(before).value()
    after, made = splice.put(before, PATH, VALUE)
    assert splice.get(after, PATH) == VALUE
    assert splice.put(after, PATH, VALUE) == (after, ())
    back = splice.cut(after, PATH)
    for path in reversed(made[:-1]):
        back = splice.cut(back, path, only_if_empty=True)
    assert back == before
    assert Jsonc.of(back).value() == said


@given(documents, st.sampled_from(["a", "//b", "context_servers", "é"]))
@settings(max_examples=300, derandomize=True, deadline=None)
def test_any_member_is_taken_out_and_the_others_stay(before: str, key: str) -> None:
    said = Jsonc.of(before).value()
    assert isinstance(said, dict)
    said.pop(key, None)
    assert Jsonc.of(splice.cut(before, (key,))).value() == said


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('{\n  "a": 1, // mine\n}', '{\n  "a": 1, // mine\n  "b": 2,\n}'),
        ('{\n  "a": 1 // mine\n}', '{\n  "a": 1, // mine\n  "b": 2\n}'),
        ('{"a": 1 // mine\n}', '{"a": 1, // mine\n  "b": 2\n}'),
        ("{\n  // nothing yet\n}", '{\n  // nothing yet\n\n  "b": 2\n}'),
    ],
)
def test_a_comment_stays_with_the_member_that_it_is_about(before: str, after: str) -> None:
    assert splice.put(before, ("b",), 2)[0] == after
    assert splice.cut(after, ("b",)) == before


def test_an_object_that_holds_a_comment_is_not_empty() -> None:
    text = '{"a": {\n  // mine\n}}'
    assert splice.cut(text, ("a",), only_if_empty=True) == text


@pytest.mark.parametrize("text", ["{/*}", "{,}", '{"a": 1,,}', "// only a comment", '{"a": /* */}', "{'a': 1}"])
def test_what_is_not_json_without_its_comments_is_refused(text: str) -> None:
    with pytest.raises(ValueError):
        Jsonc.of(text)
