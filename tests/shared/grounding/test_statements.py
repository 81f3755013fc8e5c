"""A document states what it neither weighs nor denies, and what a reader sees."""

import pytest

from scrubjay.grounding.sentences import sentences
from scrubjay.grounding.statements import stated, statements

DOCUMENT = """\
# 7. Don't use ORMs

We write SQL ourselves. We don't use:

* Valkey for caching
  of sessions

It is fast. These hold:
- TLS 1.3 is required

<!-- The theme
is dark. --> It is visible.

```
The database is MySQL.
```

> Oracle is fast.

> [!NOTE]
> Backups run nightly.

~~Solaris runs here.~~ <del>AIX
runs here.</del>

- [ ] Enable HSTS
- [x] Enable gzip

## History

Perl ran here.

### Details

It was slow.

## Considered options

* Use Kafka for events

~~Struck words are gone.~~

## Decision

Not supported are:
1. XML

We use Redis for events.
"""


@pytest.mark.parametrize(
    "said",
    [
        "Don't use ORMs",
        "We write SQL ourselves.",
        "TLS 1.3 is required",
        "It is visible.",
        "We use Redis for events.",
        "Backups run nightly.",
        "Enable gzip",
    ],
)
def test_what_a_document_says_itself_is_a_statement(said: str) -> None:
    assert any(said in one for one in statements(DOCUMENT))


@pytest.mark.parametrize(
    "word",
    ["Valkey", "dark", "MySQL", "Struck", "Perl", "slow", "Kafka", "XML", "Oracle", "Solaris", "AIX", "HSTS"],
)
def test_what_it_denies_weighs_hides_or_quotes_as_code_is_none(word: str) -> None:
    assert not any(word in one for one in statements(DOCUMENT))


def test_some_lines_are_judged_by_the_whole_document() -> None:
    lines = DOCUMENT.split("\n")
    option = lines.index("* Use Kafka for events") + 1
    assert stated(DOCUMENT, (option, option)) == ""
    decided = lines.index("We use Redis for events.") + 1
    assert sentences(stated(DOCUMENT, (decided, decided))) == ("We use Redis for events.",)


def test_an_underline_of_tildes_is_no_fence() -> None:
    text = "Doors\n~~~~~\n\nThere are two doors.\n\n~~~\nThe code is hidden.\n~~~\n"
    assert [one for one in statements(text) if "." in one] == ["There are two doors."]


def test_an_indented_block_of_rst_is_no_statement() -> None:
    hidden = "The settings::\n\n    The theme is dark.\n\n.. The theme was blue.\n   The theme is red.\n"
    text = f"{hidden}\nThe theme is light.\n"
    assert [one for one in statements(text) if "theme" in one] == ["The theme is light."]
