"""What may a document cost? Its worst texts are cut or read as plain text, always at the same place, and named."""

import os
import resource

import pytest

from scrubjay.inference.embedding.tokenizer import Tokenizer
from scrubjay.knowledge.chunking import TokenCounter, chunk, code, rst
from scrubjay.knowledge.chunking.languages import PREFIX, installed_languages
from scrubjay.knowledge.chunking.pieces import MAX_CHARACTERS, MAX_LINES, truncate
from scrubjay.knowledge.documents.policy import policy
from scrubjay.knowledge.documents.prepare import PreparedBlob, prepare
from scrubjay.model.outline import MAX_TITLE
from scrubjay.model.view import Format, ViewFile
from scrubjay.privacy.secrets.masking import mask
from scrubjay.settings.reading import IngestionSettings
from tests.shared.knowledge.chunking.worst import PATTERNS

pytestmark = pytest.mark.story

LARGEST_KB = 10_240


def _sizes(format: str) -> tuple[int, ...]:
    """Kilobytes to try: the largest file that can be read, and the largest text that the format's parser takes."""
    parsed = rst.MAX_CHARACTERS if format == "rst" else code.MAX_CHARACTERS if format.startswith(PREFIX) else 0
    return (LARGEST_KB, parsed // 1024) if parsed else (LARGEST_KB,)


CASES = [
    pytest.param(format, name, kilobytes, id=f"{format} {name} {kilobytes} KB")
    for format, patterns in PATTERNS.items()
    for name in patterns
    for kilobytes in _sizes(format)
    if not format.startswith(PREFIX) or format.removeprefix(PREFIX) in installed_languages()
]
SMALL = 4_000
CPU_S = 5.0
MEMORY_MB = 400


@pytest.mark.parametrize(
    "format", [name for name in PATTERNS if name.removeprefix(PREFIX) in installed_languages() or ":" not in name]
)
def test_every_line_of_the_worst_texts_is_in_a_passage_unless_a_limit_is_named(
    format: Format, counter: TokenCounter
) -> None:
    for name, fill in PATTERNS[format].items():
        text = fill(SMALL)
        found = chunk(text, format, counter=counter)
        covered = {line for one in found.passages for line in range(one.start_line, one.end_line + 1)}
        assert not found.cut_after, name
        assert {number for number, line in enumerate(text.split("\n"), 1) if line.strip()} <= covered, name


@pytest.mark.parametrize(
    ("format", "unit", "times"),
    [
        ("markdown", "- a\n", 30_000),
        ("markdown", "|" + "a|" * 900 + "\n|" + "-|" * 900 + "\n|\n\n", 100),
        ("rst", "* a\n", 9_000),
        ("code:javascript", "/* a\n", 10_000),
        ("code:python", "a;", 60_000),
    ],
)
def test_a_structure_that_takes_too_many_steps_is_read_as_plain_text(
    format: Format, unit: str, times: int, counter: TokenCounter
) -> None:
    found = chunk(unit * times, format, counter=counter)
    assert any("read as plain text: its structure takes more than" in limit for limit in found.limits)
    assert found.passages


@pytest.mark.parametrize(
    ("format", "most", "kind"),
    [("rst", rst.MAX_CHARACTERS, "reStructuredText"), ("code:python", code.MAX_CHARACTERS, "code")],
)
def test_a_text_too_large_for_its_parser_is_read_as_plain_text(
    format: Format, most: int, kind: str, counter: TokenCounter
) -> None:
    text = "Title\n=====\n\n" + f"# {'x' * 900}\n" * (most // 900)
    found = chunk(text, format, counter=counter)
    assert found.limits == (f"read as plain text: more than {most:,} characters of {kind}",)
    assert found.passages[0].heading == ("Title",)


@pytest.mark.parametrize(("format", "mark"), [("markdown", "#"), ("asciidoc", "=")])
def test_a_passage_repeats_no_more_of_a_heading_than_its_beginning(
    format: Format, mark: str, counter: TokenCounter
) -> None:
    title = "parcel " * 100
    found = chunk(f"{mark} {title}\n\n{mark * 2} {title}\n\n" + "Words are here.\n\n" * 20, format, counter=counter)
    assert {len(name.strip()) for one in found.passages for name in one.heading} <= {MAX_TITLE, MAX_TITLE - 1}


def test_a_text_is_bounded_at_a_line_end() -> None:
    assert truncate("a\nb\n") == "a\nb\n"
    assert truncate("a\n" * (MAX_LINES + 5)).count("\n") == MAX_LINES - 1
    long = ("x" * 99 + "\n") * (MAX_CHARACTERS // 100 + 5)
    assert len(truncate(long)) == MAX_CHARACTERS - 1
    assert long.startswith(truncate(long) + "\n")
    assert len(truncate("x" * (MAX_CHARACTERS + 5))) == MAX_CHARACTERS


def test_a_document_is_masked_and_read_as_far_as_it_is_indexed(counter: TokenCounter) -> None:
    text = "The belt moves the parcels on.\n" * (MAX_CHARACTERS // 30)
    found = prepare(ViewFile("a.txt", "0" * 40, "text"), text.encode(), policy(IngestionSettings()), counter)
    assert isinstance(found, PreparedBlob)
    assert found.lines == text.count("\n") + 1
    assert len(found.text) <= MAX_CHARACTERS
    assert found.limits[0].startswith(f"only lines 1-{found.cut_after:,} of {found.lines:,} are indexed")


@pytest.mark.optin
@pytest.mark.parametrize(("format", "name", "kilobytes"), CASES)
def test_the_worst_texts_cost_no_more_than_they_may(format: Format, name: str, kilobytes: int) -> None:
    """In a process of its own, whose CPU and memory the system counts; its start is taken off."""
    tokenizer = Tokenizer()
    tokenizer.count(["a"])
    mask("a = 1")
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    data = PATTERNS[format][name](kilobytes * 1024).encode()
    child = os.fork()
    if not child:
        started = resource.getrusage(resource.RUSAGE_SELF)
        found = prepare(ViewFile("a", "0" * 40, format), data, policy(IngestionSettings()), tokenizer)
        ended = resource.getrusage(resource.RUSAGE_SELF)
        seconds = ended.ru_utime + ended.ru_stime - started.ru_utime - started.ru_stime
        grown = (ended.ru_maxrss - before) // 1024
        if seconds > CPU_S or grown > MEMORY_MB or not isinstance(found, PreparedBlob):
            print(f"{format} {name} {kilobytes} KB: {seconds:.2f} s, {grown} MB")
            os._exit(1)
        os._exit(0)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
