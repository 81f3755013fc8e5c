"""The text of a content is made of its passages again, each line at its number."""

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from scrubjay.knowledge.documents.prepare import PreparedBlob, prepare
from scrubjay.knowledge.index import store as index
from scrubjay.model.view import ViewFile
from tests.shared.shelf import POLICY


class NoCounter:
    """Code is counted by its length."""

    def count(self, texts: Sequence[str]) -> list[int]:
        raise AssertionError(f"{len(texts)} texts of code were counted")


LINES = st.lists(
    st.sampled_from(["", "def a():", "    return 1", "# about", "class B:", "    x = 2", "y" * 5000]), max_size=30
)


@given(LINES)
def test_every_line_of_code_stands_at_its_number(lines: list[str]) -> None:
    text = "\n".join(lines)
    prepared = prepare(ViewFile("a.py", "b" * 40, "code:python"), text.encode(), POLICY, NoCounter())
    assert isinstance(prepared, PreparedBlob)
    rows = [{"start_line": p.start_line, "end_line": p.end_line, "text": p.text} for p in prepared.passages]
    assert [line.rstrip() for line in index.joined_text(rows).split("\n")] == [
        line.rstrip() for line in text.rstrip("\n").split("\n")
    ]
