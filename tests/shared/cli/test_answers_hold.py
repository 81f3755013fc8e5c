"""Answers of the command line that a person relies on: they name what is so, in words that can be typed or read."""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from tests import persons
from tests.trusting import trust_scripts

pytestmark = pytest.mark.story


def test_a_trust_that_no_person_set_is_named_by_doctor(ready: Any) -> None:
    home = Path(os.environ["SCRUBJAY_HOME"])

    def told_of_trust() -> dict[str, Any]:
        checks = json.loads(ready("doctor", "--quick", "--json").out)["checks"]
        return next(one for one in checks if one["name"] == "trust")

    assert told_of_trust()["found"] == "as set"
    (home / "config.yaml").write_text("trust:\n  scripts: true\n")
    assert "trust.scripts in " in told_of_trust()["found"]
    assert told_of_trust()["do"] == "remove it from the file"
    trust_scripts(home)
    assert told_of_trust()["found"] == "as set"


def test_what_nobody_should_read_again_is_not_repeated_by_an_answer(ready: Any) -> None:
    token = "ghp_" + "a1B2c3D4e5F6g7H8i9J0" + "k1L2m3N4o5P6q7R8"
    for line in (("explain", f"docs/{token}.md"), ("explain", token, "--json"), ("search", "owl", "--at", token),
                 ("blast", token), ("provenance", token)):  # fmt: skip
        done = ready(*line)
        assert (done.code > 0, token in done.out + done.err) == (True, False), line


def test_whoever_ends_several_is_told_which_of_them_a_person_told(ready: Any) -> None:
    said = json.loads(ready("remember", "The shop has one door.", "--json").out)["id"]
    assert persons.scrubjay(ready.folder, os.environ, "remember", "Parcels leave at noon.", keys=[]).code == 0
    kept = json.loads(ready("memories", "--json").out)["memories"]
    (told,) = [one["id"] for one in kept if one["grade"] == "told"]
    held = ready("remember", "The shop has two doors.", "--supersedes", said[:12], "--merge", told[:12])
    assert f"would end {told[:12]}, which is told" in held.out
    assert ready("remember", "The shop has three doors.", "--supersedes", said[:12]).code == 0


def test_advice_at_a_terminal_names_the_options(ready: Any) -> None:
    done = ready("remember", "The lamp is green.")
    assert ("--source path:lines" in done.out, "--quote" in done.out, "sources=" in done.out) == (True, True, False)


def test_where_words_came_from_is_no_grade(ready: Any) -> None:
    assert persons.scrubjay(ready.folder, os.environ, "remember", "Parcels leave at noon.", keys=[]).code == 0
    (one,) = json.loads(ready("memories", "--json").out)["memories"]
    text = ready("provenance", one["id"][:12]).out
    assert ("\nfrom " in text, "(person)" in text, "said by" in text, "passed:" in text) == (True, True, False, False)
    assert "passed" in ready("provenance", one["id"][:12], "--json").out
