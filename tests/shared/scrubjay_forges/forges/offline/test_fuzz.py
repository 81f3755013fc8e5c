"""Whatever stands in a file, reading it names what is wrong and never fails; what is read can be stored."""

import copy
import json
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scrubjay.errors import UsageError
from scrubjay_forges.discussions.said import Keeping, kept_head, kept_part
from scrubjay_forges.forges.offline.read import read_file
from tests.shared.scrubjay_forges.forges.offline.test_read import GH_ISSUE, GH_PULL, PLAIN

ARCHIVE = {"repo": "o/r", "timestamp": "2026-02-01T00:00:00Z", "issues": [GH_ISSUE], "pulls": [GH_PULL]}
SCALARS = st.one_of(
    st.none(), st.booleans(), st.integers(-(10**12), 10**12), st.floats(), st.text(max_size=8),
    st.sampled_from(["OPEN", "2026-01-01", "0001-01-01T00:00:00+23:59", "9999-12-31T23:59:59-23:59", "\ud800", "\0"]),
)  # fmt: skip
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=5), inner)),
    max_leaves=5,
)


def places(value: Any) -> list[tuple[Any, Any]]:
    """Every place in a value: its container and key."""
    pairs = (
        list(value.items()) if isinstance(value, dict) else list(enumerate(value)) if isinstance(value, list) else []
    )
    return [(value, key) for key, _ in pairs] + [place for _, inner in pairs for place in places(inner)]


@given(base=st.sampled_from([PLAIN, [GH_ISSUE, GH_PULL], ARCHIVE]), data=st.data())
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_value_anywhere_is_read_or_named(tmp_path: Path, base: Any, data: st.DataObject) -> None:
    changed = copy.deepcopy(base)
    for _ in range(data.draw(st.integers(1, 3))):
        there = places(changed)
        if there:
            container, key = data.draw(st.sampled_from(range(len(there))).map(there.__getitem__))
            container[key] = data.draw(VALUES)
    file = tmp_path / "fuzz.json"
    file.write_text(json.dumps(changed))
    try:
        items = list(read_file(file).items())
    except UsageError:
        return
    for item in items:
        assert (item.head is None) == bool(item.wrong)
        if item.head is not None:
            texts = json.dumps([kept_head(item.head, Keeping()), *(kept_part(part, Keeping()) for part in item.parts)])
            assert texts.isascii()
            json.dumps(kept_head(item.head, Keeping()), ensure_ascii=False).encode()
            for part in item.parts:
                json.dumps(kept_part(part, Keeping()), ensure_ascii=False).encode()
