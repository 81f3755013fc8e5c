"""The YAML at the top of a document is read as text, broken or hostile YAML too."""

import pytest

from scrubjay.knowledge.decisions.front_matter import front_matter, yaml_fields


@pytest.mark.parametrize(
    ("text", "fields", "body"),
    [
        ("---\nStatus: Accepted\ntags: [a, b]\n---\n# T\n", {"status": ["Accepted"], "tags": ["a", "b"]}, "# T\n"),
        ("---\nservice: R&D\n...\nbody", {"service": ["R&D"]}, "body"),
        ("---\ntitle: one: two\nstatus: open\n---\n", {"title": ["one: two"], "status": ["open"]}, ""),
        ("---\nnested: {a: b}\nempty:\n---\nbody", {}, "body"),
        ("# No front matter\n---\nstatus: x\n---\n", {}, "# No front matter\n---\nstatus: x\n---\n"),
    ],
)
def test_its_text_fields_and_what_stands_behind_it_are_told_apart(
    text: str, fields: dict[str, list[str]], body: str
) -> None:
    assert front_matter(text) == (fields, body)


def test_an_alias_is_read_as_it_is_written() -> None:
    assert yaml_fields("a: &x one\nb: *x\n") == {"a": ["&x one"], "b": ["*x"]}


def test_a_list_gives_no_more_than_fifty_values() -> None:
    assert len(yaml_fields("tags: [" + ", ".join(f"t{n}" for n in range(80)) + "]")["tags"]) == 50
