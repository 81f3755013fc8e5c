"""A document becomes passages that keep their lines, headings, leads and neighbours."""

from hypothesis import given, settings
from hypothesis import strategies as st

from scrubjay.knowledge.documents.selection import Written
from scrubjay.memory.grounding.blocks import Form
from scrubjay.memory.grounding.passages import message_passages, passages

DOCUMENT = """\
---
title: x
---
# Guide

First sentence. Second one
goes on.

Choose one of:

- Redis, which
  is fast.
  - Its port is 6379.
- Valkey.

| name | port |
| ---- | ---- |
| web  | 8080 |

## Deep
Last words.
"""


def test_each_passage_knows_where_it_stands() -> None:
    found = [(one.form, one.lines, one.text, one.heading, one.lead) for one in passages(DOCUMENT, "markdown")]
    assert found == [
        (Form.HEADING, (4, 4), "Guide", (), ""),
        (Form.PARAGRAPH, (6, 7), "First sentence. Second one goes on.", ("Guide",), ""),
        (Form.PARAGRAPH, (9, 9), "Choose one of:", ("Guide",), ""),
        (Form.ITEM, (11, 12), "Redis, which is fast.", ("Guide",), "Choose one of:"),
        (Form.ITEM, (13, 13), "Its port is 6379.", ("Guide",), "Choose one of: › Redis, which is fast."),
        (Form.ITEM, (14, 14), "Valkey.", ("Guide",), "Choose one of:"),
        (Form.ROW, (16, 16), "| name | port |", ("Guide",), ""),
        (Form.ROW, (17, 17), "| ---- | ---- |", ("Guide",), ""),
        (Form.ROW, (18, 18), "| web | 8080 |", ("Guide",), ""),
        (Form.HEADING, (20, 20), "Deep", ("Guide",), ""),
        (Form.PARAGRAPH, (21, 21), "Last words.", ("Guide", "Deep"), ""),
    ]


def test_neighbours_are_whole_sentences_under_the_same_heading() -> None:
    first, *_, last = (one for one in passages(DOCUMENT, "markdown") if one.form is Form.PARAGRAPH)
    assert (first.before, first.after) == ("", "Choose one of:")
    assert (last.before, last.after) == ("", "")


def test_code_comes_in_fives_of_lines_with_its_symbol() -> None:
    text = "class Pool:\n    def get(self):\n" + "".join(f"        x{n} = {n}\n" for n in range(8))
    found = passages(text, "code:python")
    assert all(one.lines[1] - one.lines[0] < 5 for one in found)
    assert {one.heading for one in found if "x7" in one.text} == {("Pool.get",)}


def test_a_commit_message_is_a_subject_with_paragraphs() -> None:
    found = message_passages("Fix the pool\n\nIt leaked.\n\n- One test more.\n")
    assert [(one.form, one.text, one.heading) for one in found] == [
        (Form.MESSAGE, "Fix the pool", ()),
        (Form.MESSAGE, "It leaked.", ("Fix the pool",)),
        (Form.MESSAGE, "One test more.", ("Fix the pool",)),
    ]


LINES = st.lists(
    st.sampled_from(
        ["# A", "## B", "text", "- item", "  - deep", "    code", "```", "> said", "| a | b |", "", "", "====", "----",
         ".. note::", "::", "1. one", "<!-- x", "-->", "!!! note", "Term::", "~~~", "* * *", "- [ ] todo"]
    ),
    max_size=30,
)  # fmt: skip


@given(LINES, st.sampled_from(["markdown", "rst", "asciidoc", "text", "code:python"]))
@settings(max_examples=300, derandomize=True, deadline=None)
def test_passages_lie_in_order_within_the_document(lines: list[str], format: str) -> None:
    found = passages("\n".join(lines), format)  # type: ignore[arg-type]
    assert all(1 <= one.lines[0] <= one.lines[1] <= max(1, len(lines)) for one in found)
    starts = [one.lines[0] for one in found]
    assert starts == sorted(starts)


@given(
    st.lists(st.sampled_from([*DOCUMENT.split("\n"), "```", "def load():", "    # why"]), max_size=25).map("\n".join),
    st.sampled_from(["markdown", "rst", "asciidoc", "text", "code"]),
    st.tuples(st.integers(1, 26), st.integers(1, 26)),
)
def test_the_passages_on_some_lines_are_as_among_all(text: str, format: Written, lines: tuple[int, int]) -> None:
    first, last = lines
    among = tuple(one for one in passages(text, format) if one.lines[0] <= last and one.lines[1] >= first)
    assert passages(text, format, lines) == among


def test_a_directive_that_is_a_table_has_rows() -> None:
    text = """\
.. list-table:: Settings
   :widths: 20 80

   * - Name
     - Meaning
   * - ``timeout``
     - Seconds to wait
       before it closes.

.. csv-table:: Sizes

   "page", 5

Done.
"""
    assert [(one.form, one.lines, one.text) for one in passages(text, "rst")] == [
        (Form.ROW, (4, 5), "| Name | Meaning"),
        (Form.ROW, (6, 8), "| ``timeout`` | Seconds to wait before it closes."),
        (Form.ROW, (12, 12), '"page", 5'),
        (Form.PARAGRAPH, (14, 14), "Done."),
    ]


def test_a_directive_of_myst_is_read_as_what_it_holds() -> None:
    text = """\
:::{warning}
Forks lose it.

```
fork()
```

- Threads keep it.
:::

```{deprecated} 2.0
Use contexts.
```

:::{versionchanged} 2.1 Threads may share it.
:::

[^why]: A footnote tells more.
"""
    assert [(one.form, one.heading, one.text) for one in passages(text, "markdown")] == [
        (Form.PARAGRAPH, ("warning",), "Forks lose it."),
        (Form.CODE, ("warning",), "fork()"),
        (Form.ITEM, ("warning",), "Threads keep it."),
        (Form.PARAGRAPH, ("deprecated 2.0",), "Use contexts."),
        (Form.PARAGRAPH, ("versionchanged 2.1",), "Threads may share it."),
        (Form.PARAGRAPH, (), "A footnote tells more."),
    ]


def test_emphasis_in_a_docstring_takes_no_space_away() -> None:
    (passage,) = passages('"""It is *not* for threads.\n\n"""', "code")[:1]
    assert passage.text == "It is *not* for threads."
