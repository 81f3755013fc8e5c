"""Tests of Markdown read as text."""

from scrubjay.knowledge.chunking.markdown import readable

ADR = """# 6. Retry three times


## Status

Accepted

## Why?

We **wait** for `max_size`, see [the guide](guide.md).

- one
- two
  goes on

| a | b |
|---|---|
| 1 | 2 |

```python
x = 1

y = 2
```

<script>alert(1)</script>

> quoted
## End
"""

SAID = """6. Retry three times
Status: Accepted
Why? We wait for max_size, see the guide.
• one
• two goes on
a | b
1 | 2
x = 1
y = 2
quoted
End"""


def test_marks_and_gaps_go_and_what_is_said_stays() -> None:
    assert readable(ADR) == SAID


def test_what_is_too_deep_to_parse_keeps_its_marks_without_gaps() -> None:
    text = ">" * 40 + " deep\n\n\n" + "```\n\n" * 40_000
    assert "\n\n" not in readable(text)


def test_rows_of_a_table_whose_head_is_elsewhere_stay_rows() -> None:
    assert readable("| a | **1** |\n| b | | 2 |\n") == "a | 1\nb | 2"


def test_a_text_without_marks_is_as_it_was() -> None:
    assert readable("Parcels are weighed twice.") == "Parcels are weighed twice."
