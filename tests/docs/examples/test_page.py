"""The page about agent frameworks shows lines that its examples have, and names each of them."""

import re
from pathlib import Path
from textwrap import dedent

DOCS = Path(__file__).parents[3] / "docs"
EXAMPLES = {file.name: file.read_text("utf-8") for file in (DOCS / "examples").glob("*.py")}
PAGE = (DOCS / "how-to/agents-frameworks.md").read_text("utf-8")
MOST_LINES = 85


def lines(text: str) -> str:
    """Each line without its indentation."""
    return "\n".join(line.strip() for line in text.splitlines())


def test_the_page_links_each_example() -> None:
    assert {*re.findall(r"\(\.\./examples/(\w+\.py)\)", PAGE)} == {*EXAMPLES}


def test_what_the_page_shows_stands_in_an_example() -> None:
    shown = [lines(dedent(block)).strip() for block in re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)]
    assert len(shown) == len(EXAMPLES)
    assert [block for block in shown if not any(block in lines(text) for text in EXAMPLES.values())] == []


def test_an_example_is_short_enough_to_read_at_once() -> None:
    assert {name: text.count("\n") for name, text in EXAMPLES.items() if text.count("\n") > MOST_LINES} == {}
