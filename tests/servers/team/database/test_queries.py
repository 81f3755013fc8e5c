"""Named statements: found by name, each once, with the roles that run it."""

import pytest

from scrubjay_team.database.queries import Statements

TEXT = "-- name: a\n-- A.\nSELECT 1;\n-- name: b as owner and worker\n-- B.\nSELECT 2;\n"


def test_a_statement_is_found_by_its_name_and_runs_as_the_app_unless_it_says_whose_it_is() -> None:
    found = Statements("there", TEXT)
    assert found.a == "-- A.\nSELECT 1;"
    assert {name: one.roles for name, one in found} == {"a": ("app",), "b": ("owner", "worker")}


def test_two_statements_of_one_name_are_refused() -> None:
    with pytest.raises(ValueError, match="two statements named a"):
        Statements("x", TEXT.replace("b as", "a as"))


def test_an_unknown_statement_names_its_file() -> None:
    with pytest.raises(AttributeError, match="there has no statement named c"):
        _ = Statements("there", TEXT).c
