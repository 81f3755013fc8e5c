"""A module that few runs need is imported at its first use, also where others import it by its name."""

import subprocess
import sys

from scrubjay.model.later import Later


def answer(code: str) -> list[str]:
    """The words that a fresh Python prints."""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return done.stdout.split()


def test_it_is_imported_where_something_of_it_is_used() -> None:
    code = (
        "import sys; from scrubjay.model.later import Later; yaml = Later('yaml'); print('yaml' in sys.modules);"
        "print(yaml.safe_load('1'), yaml.safe_load is sys.modules['yaml'].safe_load)"
    )
    assert answer(code) == ["False", "1", "True"]


def test_one_that_stands_in_is_what_others_import_and_gives_way_afterwards() -> None:
    code = (
        "import sys; from scrubjay.model.later import Later\n"
        "with Later('yaml').standing_in(): import yaml as lazy\n"
        "print('yaml.nodes' in sys.modules, type(lazy).__name__); from yaml.nodes import Node; import yaml;"
        "print(yaml.nodes.Node is Node is lazy.Node, type(yaml).__name__)"
    )
    assert answer(code) == ["False", "Later", "True", "module"]


def test_one_that_is_loaded_stays() -> None:
    with Later("sys").standing_in():
        assert sys.modules["sys"] is sys
    assert sys.modules["sys"] is sys
