"""The stretch that is shown of a passage is the first of those that hold most of the question's words."""

from hypothesis import given
from hypothesis import strategies as st

from scrubjay.search.recall.excerpts import excerpt

WORDS = ("apple", "banana", "cherry", "date")
LINES = st.lists(st.lists(st.sampled_from([*WORDS, "other", "more"]), max_size=5).map(" ".join), max_size=12)


@given(LINES.map("\n".join), st.integers(10, 90))
def test_no_stretch_of_whole_lines_that_fits_holds_more_of_the_words(text: str, room: int) -> None:
    shown = excerpt(text, WORDS, room)
    most = sum(word in shown for word in WORDS)
    lines = text.splitlines(keepends=True)
    stretches = ["".join(lines[i:j]) for i in range(len(lines)) for j in range(i, len(lines) + 1)]
    fitting = [stretch for stretch in stretches if len(stretch) <= room] if len(text) > room else [text]
    assert all(sum(word in stretch for word in WORDS) <= most for stretch in fitting)


def test_of_stretches_with_as_many_words_the_first_counts() -> None:
    text = "no word here\napple first\nno word there\napple second\n"
    assert excerpt(text, ("apple",), 13) == "… apple first …"
    assert excerpt(text, ("nothing",), 13) == "no word here …"
