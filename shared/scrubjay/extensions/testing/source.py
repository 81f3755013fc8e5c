"""The suite of sources."""

import re

from scrubjay.extensions.kinds.source import NAME, TextSource
from scrubjay.extensions.testing.expecting import expect
from scrubjay.model.sourced import SourcedText

LONGEST_KEY = 200


def check_source(source: TextSource) -> None:
    """It has a kind, and gives each text once, the same as long as nothing changed."""
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
