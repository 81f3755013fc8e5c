"""scrubjay consolidate, and what a script may not do to a group."""

import json
from typing import Any

import pytest

pytestmark = pytest.mark.story


def test_a_dry_run_says_what_a_run_does_and_a_second_run_does_nothing(ready: Any) -> None:
    assert ready("remember", "The roof leaks on staging.", "--json").code == 0
    foreseen = json.loads(ready("consolidate", "--dry-run", "--json").out)
    done = json.loads(ready("consolidate", "--json").out)
    assert foreseen == done | {"dry_run": True}
    again = ready("consolidate")
    assert (again.code, again.out.strip()) == (0, "nothing to consolidate")


def test_a_script_takes_no_group_apart(ready: Any) -> None:
    id = json.loads(ready("remember", "The roof leaks on staging.", "--json").out)["id"]
    done = ready("memories", "ungroup", id)
    assert done.code == 2
    assert f"scrubjay memories ungroup {id}" in done.err
