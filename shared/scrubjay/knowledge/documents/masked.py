"""Locations of masked secrets: path, line and rule, with a mark that allows the value; values stay in git alone."""

from dataclasses import dataclass

from scrubjay.git.objects import ObjectReader
from scrubjay.git.process import Git
from scrubjay.knowledge.documents import store
from scrubjay.knowledge.documents.text import decode
from scrubjay.knowledge.index.policy import Policy
from scrubjay.model.view import View
from scrubjay.privacy.secrets.allow import allow_entry
from scrubjay.privacy.secrets.masking import find_secrets
from scrubjay.storage.database import Database
from scrubjay.storage.driver import Connection

SALT_DIGITS = 8
"""Digits of the blob's id that salt a mark."""


@dataclass(frozen=True, slots=True)
class MaskedLine:
    """A masked secret: its path, line (1-based), blob and rule. `allow` goes into the user's `privacy.allow`.

    Empty where git lacks the blob by now.
    """

    path: str
    line: int
    blob: str
    rule: str
    allow: str


def masked_lines(git: Git, knowledge: Database, view: View, policy: Policy) -> tuple[MaskedLine, ...]:
    """The masked lines of a view's documents."""

    def find(connection: Connection) -> list[tuple[str, str, int, str]]:
        number = store.visible(connection, view, policy)
        rows = connection.execute(store.Q.masked_lines, {"view": number})
        return [(r["path"], r["blob"], r["line"], r["rule"]) for r in rows]

    rows = knowledge.read(find)
    with ObjectReader(git) as reader:
        readable = reader.info(sorted({blob for _, blob, _, _ in rows}))
        marks = {blob: _marks(reader, blob, policy) for blob in readable}
    return tuple(
        MaskedLine(path, line, blob, rule, marks.get(blob, {}).get((line, rule), "")) for path, blob, line, rule in rows
    )


def _marks(reader: ObjectReader, blob: str, policy: Policy) -> dict[tuple[int, str], str]:
    text = decode(reader.read(blob, policy.max_bytes)).text
    secrets = find_secrets(text, allowed=policy.allowed)
    return {
        (secret.line, secret.kind): allow_entry(text[secret.start : secret.end], blob[:SALT_DIGITS])
        for secret in secrets
    }
