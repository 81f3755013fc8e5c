"""An entry in and out of somebody else's YAML; every other line stays as it is."""

import pytest
import yaml

from scrubjay.integrations.edits import yaml_lines

ENTRY = {"enabled": True, "cmd": "/opt/py thon", "args": ["-I", "é: #"], "envs": {}, "timeout": 300}
PATH = ("extensions", "ours")

TEXTS = [
    "",
    "GOOSE_MODEL: x # mine\n",
    "GOOSE_MODEL: x",
    "extensions:\n  developer:\n    enabled: true\n    args:\n    - a\n",
    "extensions:\n    developer:\n        enabled: true\nlast: 1",
    "# top\nextensions: # all of them\n\n  # the first\n  developer:\n    enabled: true\n\n\nother:\n  ours: 1\n",
    "a: 1\r\nextensions:\r\n  developer:\r\n    enabled: true\r\nb: 2\r\n",
    "\ufeffextensions:\n  developer: {enabled: true}\n",
    "extensions:",
    "extensions:\n",
    "extensions: {}\n",
    "'extensions': {developer: {enabled: true}, b: {c: [1]},} # all\n",
    "a: 1\n...\n",
    "---\nextensions:\n  developer:\n    description: |\n      extensions:\n        ours:\n",
]


@pytest.mark.parametrize("before", TEXTS)
def test_what_was_put_in_comes_out_byte_for_byte(before: str) -> None:
    after, made = yaml_lines.put(before, PATH, ENTRY)
    assert yaml_lines.get(after, PATH) == ENTRY
    assert yaml_lines.put(after, PATH, ENTRY) == (after, ())
    again, _ = yaml_lines.put(after, ("extensions", "too"), {"enabled": False})
    back = yaml_lines.cut(yaml_lines.cut(again, PATH), ("extensions", "too"))
    for path in reversed(made[:-1]):
        back = yaml_lines.cut(back, path, only_if_empty=True)
    assert back == before


def test_an_entry_is_updated_where_it_stands_and_found_after_its_client_wrote_the_file_anew() -> None:
    text, _ = yaml_lines.put(TEXTS[3], PATH, ENTRY)
    updated, made = yaml_lines.put(text, PATH, ENTRY | {"timeout": 5})
    assert (made, yaml_lines.get(updated, (*PATH, "timeout"))) == ((), 5)
    rewritten = yaml.safe_dump(yaml.safe_load(updated))
    left = {"extensions": {"developer": {"args": ["a"], "enabled": True}}}
    assert yaml.safe_load(yaml_lines.cut(rewritten, PATH)) == left


@pytest.mark.parametrize(
    "text",
    ["extensions: null\n", "{a: 1}", "b: &x {}\nextensions: *x", "[1]", "a: [", "extensions: 1\n", "a: 1\n---\nb: 1\n"],
)
def test_what_can_not_be_edited_by_lines_is_refused(text: str) -> None:
    with pytest.raises(ValueError):
        yaml_lines.put(text, PATH, ENTRY)


def test_nothing_is_cut_where_nothing_is_or_others_are() -> None:
    assert yaml_lines.cut("a: 1\n", PATH) == "a: 1\n"
    assert yaml_lines.cut(TEXTS[3], PATH) == TEXTS[3]
    assert yaml_lines.cut(TEXTS[3], ("extensions",), only_if_empty=True) == TEXTS[3]
