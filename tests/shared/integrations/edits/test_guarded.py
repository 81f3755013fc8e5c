"""A change is planned only if the file says the same as before but for what is ours."""

from pathlib import Path

import pytest

from scrubjay.errors import ConfigError
from scrubjay.integrations.edits import FileChange
from scrubjay.integrations.edits import json_splice as splice
from scrubjay.integrations.edits.guarded import Ours, guarded_change, items_but, nothing_left

FILE = Path("/x/settings.json")
OURS = Ours(
    parse=splice.parse,
    places={("servers", "ours"): nothing_left, ("hooks", "Stop"): items_but(lambda item: item == "ours")},
    otherwise="Do it by hand.",
)


def change(before: str | None, after: str | None) -> tuple[FileChange, ...]:
    was, becomes = (None if text is None else text.encode() for text in (before, after))
    return guarded_change(FileChange(FILE.parent, FILE, was, becomes, "test"), OURS)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (None, '{"servers": {"ours": 1}}'),
        ("", '{"hooks": {"Stop": ["ours"]}}'),
        ('{"servers": null, "b": 1}', '{"b": 1, "servers": {"ours": {}}}'),
        ('{"hooks": {"Stop": ["a"]}}', '{"hooks": {"Stop": ["a", "ours"]}}'),
        ('{"a": 1, "servers": {"ours": 1}}', '{"a": 1}'),
        ('{"servers": {"ours": 1}}', None),
    ],
)
def test_ours_may_come_and_go(before: str | None, after: str | None) -> None:
    assert len(change(before, after)) == 1


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('{"a": 1}', '{"a": 1.0}'),
        ('{"a": 1}', '{"servers": {"ours": 1}}'),
        ('{"servers": {"mine": 1}}', '{"servers": {"ours": 1}}'),
        ('{"hooks": {"Stop": ["a", "b"]}}', '{"hooks": {"Stop": ["b", "a"]}}'),
        ('{"a": 1}', "{"),
        ('{"a": 1}', None),
    ],
)
def test_nothing_else_may_change(before: str | None, after: str | None) -> None:
    with pytest.raises(ConfigError, match=f"{FILE} .* leaves it alone. Do it by hand."):
        change(before, after)


def test_lines_end_as_the_file_has_them() -> None:
    (made,) = change('{\r\n"a": 1\r\n}', '{\n"a": 1,\n"servers": {"ours": 1}\n}')
    assert made.after == b'{\r\n"a": 1,\r\n"servers": {"ours": 1}\r\n}'
    assert change("{\r\n}", "{\n}") == ()
