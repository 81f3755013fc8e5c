"""In code each definition competes by itself; documents are counted apart from them."""

from hypothesis import given
from hypothesis import strategies as st

from scrubjay.retrieval.definitions import first_of_each


@given(st.lists(st.integers(-9, 9).filter(bool)), st.integers(0, 5))
def test_neither_documents_nor_definitions_take_the_room_of_the_other(numbers: list[int], most: int) -> None:
    kept = first_of_each(numbers, most)
    unique = list(dict.fromkeys(numbers))
    assert [n for n in kept if n > 0] == [n for n in unique if n > 0][:most]
    assert [n for n in kept if n < 0] == [n for n in unique if n < 0][:most]
    assert kept == [n for n in unique if n in kept]
