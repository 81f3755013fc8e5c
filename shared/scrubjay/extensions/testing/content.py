"""The suites of what extensions bring in: parsers, sources, importers, embedders, forms of reference."""

import re
from collections.abc import Iterable
from itertools import pairwise
from pathlib import Path
from typing import Any

from scrubjay.errors import LimitExceeded, ScrubjayError
from scrubjay.extensions.kinds.content import NAME, Embedder, Parser, StoreReader, TextSource
from scrubjay.extensions.kinds.grounds import CitationForm
from scrubjay.extensions.testing.expecting import expect
from scrubjay.model.encoded import Fingerprint
from scrubjay.model.evidence import CitationResult, CitationStatus
from scrubjay.model.of_extensions import SourcedText
from scrubjay.model.outline import Outline
from scrubjay.model.record import Record, Skipped

HOSTILE_TEXTS = (
    "",
    "\n",
    "\n" * 500,
    "a" * 20_000,
    "* " * 5_000,
    "\x00\x01",
    "é\u202e\U0001f600\n",
    "#" * 300,
    "|" * 3_000,
)


def check_parser(parser: Parser, texts: Iterable[str] = ()) -> None:
    """Check that a parser's outlines lie within any text, in order and apart, and are the same for the same text.

    For a text that it won't parse it raises LimitExceeded.
    """
    expect(bool(parser.suffixes), "it reads no file: suffixes is empty")
    expect(all(one == one.lower().lstrip(".") and one for one in parser.suffixes), "suffixes: small letters, no dot")
    for text in (*HOSTILE_TEXTS, *texts):
        try:
            outline = parser.outline(text)
        except LimitExceeded:
            continue
        expect(isinstance(outline, Outline), f"outline() gives an Outline, not a {type(outline).__name__}")
        lines = text.count("\n") + 1
        heads = [heading.line for heading in outline.headings]
        expect(heads == sorted(set(heads)), "headings are in order, one a line")
        expect(all(1 <= line <= lines for line in heads), "headings lie within the text")
        expect(all(heading.level >= 1 for heading in outline.headings), "the top level is 1")
        expect(all(1 <= one.start <= one.end <= lines for one in outline.blocks), "blocks lie within the text")
        expect(all(a.end < b.start for a, b in pairwise(outline.blocks)), "blocks are in order, and apart")
        expect(outline == parser.outline(text), "the same text has the same outline")


LONGEST_KEY = 200


def check_source(source: TextSource) -> None:
    """Check that a source has a kind, and gives each text once, the same as long as nothing changed."""
    expect(NAME.fullmatch(source.kind) is not None, "kind: small letters, digits, hyphens")
    texts = list(source.texts())
    expect(all(isinstance(one, SourcedText) for one in texts), "each text is a SourcedText")
    keys = [one.key for one in texts]
    expect(len(set(keys)) == len(keys), "each key is given once")
    expect(all(0 < len(key) <= LONGEST_KEY for key in keys), f"a key has 1 to {LONGEST_KEY} characters")
    expect(all(one.title.strip() for one in texts), "each text has a title")
    dates = [one.date for one in texts if one.date]
    expect(all(re.match(r"\d{4}-\d{2}-\d{2}", date) for date in dates), "a date is ISO 8601")
    expect(texts == list(source.texts()), "the same texts come again")


HOSTILE_FILES = (b"", b"\xff\xfe\x00", b"{", b"[" * 5_000, b"SQLite format 3\x00" + b"\x00" * 100, b"a" * 100_000)


def check_importer(reader: StoreReader, store: Path, scratch: Path) -> None:
    """Check that an importer recognises and reads all of its store, changes nothing, and refuses other files.

    `store` is a file or folder that its program wrote; `scratch` an empty folder.
    """
    expect(bool(reader.program.strip()), "program says whose store it is")
    before = _bytes_by_file(store)
    expect(reader.fits(store), "it knows its own store")
    items = list(reader.read(store))
    expect(bool(items), "it reads something in its own store")
    expect(all(isinstance(item, Record | Skipped) for item in items), "each item is a Record or a Skipped")
    expect(all(item.where for item in items), "each item has its place in the store")
    expect(all(item.text.strip() for item in items if isinstance(item, Record)), "no record is empty")
    expect(items == list(reader.read(store)), "the same store gives the same items")
    expect(_bytes_by_file(store) == before, "reading changes nothing in the store")
    for number, content in enumerate(HOSTILE_FILES):
        file = scratch / f"{number}.bin"
        file.write_bytes(content)
        expect(not reader.fits(file), f"it takes a file that isn't its own: {content[:20]!r}")
        try:
            list(reader.read(file))
        except (ScrubjayError, ValueError):
            continue
    expect(not reader.fits(scratch), "it takes a folder that isn't its own")
    expect(not reader.fits(scratch / "nothing"), "it takes a file that isn't there")


def _bytes_by_file(store: Path) -> dict[Path, bytes]:
    files = [store] if store.is_file() else sorted(file for file in store.rglob("*") if file.is_file())
    return {file: file.read_bytes() for file in files}


TEXTS = ("Parcels are weighed at the gate.", "Owls carry letters in winter.", "a", "x" * 5_000, "Wiegt man Pakete? é")
TOLERANCE = 1e-3


def check_embedder(embedder: Embedder) -> None:
    """Check that vectors have the promised shape, type and length, and are the same alone or among others."""
    expect(isinstance(embedder.fingerprint, Fingerprint), "fingerprint is a Fingerprint")
    expect(embedder.fingerprint.key == embedder.fingerprint.key, "the fingerprint stays the same")
    dim = embedder.fingerprint.dim
    vectors: Any = embedder.embed_passages(TEXTS).vectors
    expect(vectors.shape == (len(TEXTS), dim), f"vectors are (n, {dim}), not {vectors.shape}")
    expect(str(vectors.dtype) == "float32", f"vectors are float32, not {vectors.dtype}")
    lengths = (vectors * vectors).sum(axis=1) ** 0.5
    expect(all(abs(one - 1) < TOLERANCE or one == 0 for one in lengths), "vectors have the length 1, or 0 for none")
    for text, row in zip(TEXTS, vectors, strict=True):
        alone: Any = embedder.embed_passages([text]).vectors[0]
        expect(float(abs(alone - row).max()) < TOLERANCE, "a text has one vector, whatever stands beside it")
        query: Any = embedder.embed_query(text).vector
        expect(query.shape == (dim,), f"a query's vector is ({dim},)")
        expect(embedder.holds(text) or not float(abs(row).max()), "a text that the model doesn't hold has no vector")
    none: Any = embedder.embed_passages([]).vectors
    expect(none.shape == (0, dim), f"no text gives (0, {dim})")


HOSTILE_CLAIMS = ("", " ", "a" * 10_000, "#" * 10_000, "-1" * 5_000, "\x00é\u202e", "[[[[" * 2_000)
LONGEST_WORDS = 300


def check_citation(form: CitationForm, claims: Iterable[str], unknown: str) -> None:
    """Check that a form finds each claim's references in order, and reports an `unknown` target as missing."""
    for claim in claims:
        found = list(form.find(claim))
        expect(bool(found), f"it finds nothing in {claim[:60]!r}")
        for start, end, target in found:
            expect(0 <= start < end <= len(claim), "a span lies within the claim")
            expect(bool(target), "what is looked up isn't empty")
            result = form.resolve(target)
            expect(isinstance(result, CitationResult), "resolve() gives a CitationResult")
            expect(len(result.words) <= LONGEST_WORDS, f"words have at most {LONGEST_WORDS} characters")
        spans = [(start, end) for start, end, _ in found]
        expect(all(a[1] <= b[0] for a, b in pairwise(spans)), "spans are in order, and apart")
        expect(found == list(form.find(claim)), "the same claim names the same")
    for text in HOSTILE_CLAIMS:
        list(form.find(text))
    missing = form.resolve(unknown)
    expect(missing.status is not CitationStatus.RESOLVED, f"it resolves {unknown!r}, which isn't there")
    expect(not missing.words, "what isn't there has no words")
