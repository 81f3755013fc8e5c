"""Passages follow the structure, keep their bound, and lose no line."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scrubjay.inference.embedding.tokenizer import Tokenizer
from scrubjay.knowledge.chunking import Chunked, TokenCounter, chunk
from scrubjay.knowledge.chunking.pieces import MAX_TOKENS
from scrubjay.model.encoded import passage_prefix
from scrubjay.model.view import Format

FORMATS: tuple[Format, ...] = ("markdown", "rst", "asciidoc", "text", "kep")
LONG = " ".join(f"word{n}" for n in range(90))


def texts(chunked: Chunked) -> list[str]:
    return [passage.text for passage in chunked.passages]


def test_a_heading_starts_a_passage_and_names_its_path(counter: TokenCounter) -> None:
    found = chunk(f"# Top\n\n{LONG}\n\n## Sub\n\n{LONG}\n\n# Other\n\n{LONG}\n", "markdown", counter=counter)
    assert found.title == "Top"
    assert [p.heading for p in found.passages] == [("Top",), ("Top", "Sub"), ("Other",)]
    assert [(p.start_line, p.end_line) for p in found.passages] == [(1, 3), (5, 7), (9, 11)]


def test_a_section_of_a_few_words_goes_with_the_next(counter: TokenCounter) -> None:
    found = chunk(f"# 7. Cache\n\n## Status\n\nAccepted\n\n## Context\n\n{LONG}\n", "markdown", counter=counter)
    (only,) = found.passages
    assert only.heading == ("7. Cache",)


@pytest.mark.parametrize(
    "whole",
    [
        "- one\n- two\n  - nested\n- three",
        "```python\ndef jay():\n\n    return 1\n```",
        "| a | b |\n|---|---|\n| 1 | 2 |",
        "> quoted\n> twice",
    ],
)
def test_lists_fences_and_tables_stay_whole_where_they_fit(whole: str, counter: TokenCounter) -> None:
    found = chunk(f"# T\n\n{LONG}\n\n{whole}\n\n{LONG}\n", "markdown", counter=counter, max_tokens=100)
    assert sum(whole in text for text in texts(found)) == 1


def test_a_block_that_does_not_fit_is_cut_at_its_lines(counter: TokenCounter) -> None:
    code = "\n".join(f"line {n} of the code" for n in range(100))
    found = chunk(f"# T\n\n```\n{code}\n```\n", "markdown", counter=counter, max_tokens=100)
    assert len(found.passages) > 4
    assert all(text.endswith(("code", "```")) for text in texts(found))


def test_a_long_line_is_cut_at_its_sentences_into_equal_parts(counter: TokenCounter) -> None:
    sentence = "The jay hides an acorn under moss, i.e. out of sight, and comes back for it in spring. "
    line = sentence * 12
    found = chunk(f"# Acorns\n\n{line}\n\nThe end.\n", "markdown", counter=counter, max_tokens=120)
    first, *rest = found.passages
    assert first.text.startswith("# Acorns\n\nThe jay")
    assert all(passage.text.rstrip().endswith("spring.") for passage in found.passages[:-1])
    sizes = [passage.tokens for passage in found.passages[:-1]]
    assert max(sizes) - min(sizes) <= counter.count([sentence])[0]
    assert "".join([first.text.partition("\n\n")[2], *(p.text for p in rest[:-1])]).split() == line.split()
    assert rest[-1].text == "The end."


def test_rst_sections_are_found_and_nothing_is_included(counter: TokenCounter) -> None:
    hostile = ".. include:: /etc/passwd\n\n.. raw:: html\n   :file: /etc/passwd\n"
    text = f"Title\n=====\n\n{LONG}\n\n{hostile}\nSub\n---\n\n{LONG}\n\n{hostile}"
    found = chunk(text, "rst", counter=counter)
    assert [p.heading for p in found.passages] == [("Title",), ("Title", "Sub")]
    assert "root:" not in "".join(texts(found))


def test_an_rst_title_with_a_line_above_begins_at_that_line(counter: TokenCounter) -> None:
    found = chunk(f"=====\nTitle\n=====\n\n{LONG}\n\nSub\n---\n\n{LONG}\n", "rst", counter=counter)
    assert [(p.heading, p.start_line, p.end_line) for p in found.passages] == [
        (("Title",), 1, 5),
        (("Title", "Sub"), 7, 10),
    ]


def test_one_overlong_line_does_not_hide_the_sections_of_an_rst_document(counter: TokenCounter) -> None:
    found = chunk(f"{'word ' * 20_000}\n\nTitle\n=====\n\n{LONG}\n", "rst", counter=counter)
    assert found.passages[-1].heading == ("Title",)


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("`max_file_size` and __init__.py", "max_file_size and init.py"),
        ("**Bold** [link](x.md) {#anchor}", "Bold link"),
        ("List<String> 2 * 3", "List<String> 2 * 3"),
        (r"C\# \_x", "C# _x"),
    ],
)
def test_a_heading_loses_its_markup_but_not_its_identifiers(written: str, shown: str, counter: TokenCounter) -> None:
    assert chunk(f"# {written}\n\ntext\n", "markdown", counter=counter).title == shown


def test_passages_never_pass_their_greatest_number_nor_their_tokens(counter: TokenCounter) -> None:
    many = chunk(
        "\n".join(f"= T{n}\n\n{'x ' * 40}\n" for n in range(10_100)), "asciidoc", counter=counter, max_tokens=60
    )
    assert len(many.passages) == 10_000
    assert many.limits[0].startswith("only lines 1-40,001 of 40,400 are indexed")
    large = chunk("\n".join(f"= T{n}\n\n{'x ' * 70}\n" for n in range(20_100)), "asciidoc", counter=counter)
    assert sum(passage.tokens for passage in large.passages) <= MAX_TOKENS
    assert large.cut_after == large.passages[-1].end_line
    assert large.limits


def test_asciidoc_is_cut_at_its_headings(counter: TokenCounter) -> None:
    found = chunk(
        f"= Book\n\n{LONG}\n\n== Part\n\n----\n= not a heading\n----\n\n{LONG}\n", "asciidoc", counter=counter
    )
    assert [p.heading for p in found.passages] == [("Book",), ("Book", "Part")]


def test_front_matter_gives_the_title(counter: TokenCounter) -> None:
    assert chunk('---\ntitle: "From above"\n---\n\ntext\n', "markdown", counter=counter).title == "From above"


line = st.one_of(
    st.sampled_from(
        ["", "# H", "## H2", "text here", "- item", "  - deep", "```", "> q", "====", "----", "Title", ".. note::",
         "= A", "== B", "| a | b |", "|---|---|", "    code", "1. one", ":field: x", "***", "x " * 150, "y" * 700]
    ),
    st.text(max_size=30).map(lambda text: text.replace("\n", " ").replace("\r", " ")),
)  # fmt: skip


@pytest.mark.parametrize("format", FORMATS)
def test_passages_are_ordered_bounded_and_hold_every_line(format: Format, counter: TokenCounter) -> None:
    @settings(max_examples=60, derandomize=True, deadline=None, database=None, suppress_health_check=list(HealthCheck))
    @given(st.lists(line, max_size=40))
    def holds(lines: list[str]) -> None:
        found = chunk("\n".join(lines), format, counter=counter, max_tokens=120)
        seen: set[int] = set()
        last = 0
        for passage in found.passages:
            assert last <= passage.start_line <= passage.end_line
            if passage.start_line == last:  # pieces of one long line
                assert passage.start_line == passage.end_line
            last = passage.end_line
            seen.update(range(passage.start_line, passage.end_line + 1))
            shown = passage_prefix(found.title, " > ".join(passage.heading)) + passage.text
            assert counter.count([shown])[0] + 2 <= 120 or passage.tokens <= 64
        assert {n for n, text in enumerate(lines, 1) if text.strip()} <= seen

    holds()


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize(
    "text",
    [">" * 50_000, "[" * 50_000, "*" * 50_000, "x" * 500_000, "각" * 20_000, "+--" * 2000, "| " * 5000, "#" * 10_000,
     "`" * 10_000, "---\n" * 2000, "\n".join(" " * n + "- a" for n in range(500))],
    ids=["quotes", "brackets", "stars", "one word", "hangul", "table", "cells", "hashes", "ticks", "rules", "lists"],
)  # fmt: skip
def test_hostile_text_is_cut_within_the_models_own_bound(text: str, format: Format) -> None:
    tokenizer = Tokenizer()
    found = chunk(text, format, counter=tokenizer)
    assert found.passages
    counts = tokenizer.count([p.text for p in found.passages])
    assert max(counts) <= 254
    assert max(len(p.text) for p in found.passages) <= 254 * 13
