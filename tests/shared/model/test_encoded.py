"""Vectors of two embedders are told apart."""

from dataclasses import fields, replace
from typing import Any, cast

import pytest

from scrubjay.model.encoded import Fingerprint

MARK = Fingerprint(
    model="model", weights="sha", dim=384, pooling="mean", query_prefix="", passage_prefix="", max_tokens=256
)


def test_equal_fingerprints_have_one_key_that_never_changes() -> None:
    assert replace(MARK).key == MARK.key == "42348d3b9b3ee10f"


@pytest.mark.parametrize("name", [field.name for field in fields(Fingerprint)])
def test_whatever_a_vector_depends_on_changes_the_key(name: str) -> None:
    other = replace(MARK, **{name: cast("Any", 7 if isinstance(getattr(MARK, name), int) else "other")})
    assert other.key != MARK.key
