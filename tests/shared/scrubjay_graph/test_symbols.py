"""A symbol's key gives back its path and its name, whatever signs they hold."""

import pytest

from scrubjay_graph.model import symbol_key, symbol_of
from scrubjay_graph.names import keys_for


@pytest.mark.parametrize(
    ("path", "name"),
    [("a.py", "f"), ("h/o#p.py", "A.f"), ("##", "f"), ("a#", "f"), ("a.js", "Cart.#total"), ("a#b.js", "Cart.#total")],
)
def test_a_key_is_read_as_it_was_made(path: str, name: str) -> None:
    assert symbol_of(symbol_key(path, name)) == (path, name)


def test_a_name_behind_a_path_is_the_key_of_a_symbol() -> None:
    assert symbol_key("h/o#p.py", "f") in keys_for("h/o#p.py:f")
    assert symbol_of("file:a#b") == ("", "")
