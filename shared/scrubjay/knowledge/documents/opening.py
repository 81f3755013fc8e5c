"""One document of a view as it may be shown, and where secrets are masked in it."""

from scrubjay.errors import GitFailed, NotFound
from scrubjay.git.lookup import Lookup, ObjectCache
from scrubjay.git.objects import ObjectReader
from scrubjay.git.process import Git
from scrubjay.knowledge.documents import store
from scrubjay.knowledge.documents.left_out import no_text
from scrubjay.knowledge.documents.text import decode
from scrubjay.knowledge.documents.values import DocumentText
from scrubjay.knowledge.documents.view import files_of, reading
from scrubjay.knowledge.index import refusals
from scrubjay.knowledge.index.kinds import Policy
from scrubjay.model.frozen import dataclass, replace
from scrubjay.model.view import View
from scrubjay.privacy.secrets.find import allow_entry
from scrubjay.privacy.secrets.masking import find_secrets, mask
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
        marks = {blob: _allow_entries(reader, blob, policy) for blob in readable}
    return tuple(
        MaskedLine(path, line, blob, rule, marks.get(blob, {}).get((line, rule), "")) for path, blob, line, rule in rows
    )


def _allow_entries(reader: ObjectReader, blob: str, policy: Policy) -> dict[tuple[int, str], str]:
    """For each secret in a blob, by line and kind, the entry of `privacy.allow` that would allow it."""
    text = decode(reader.read(blob, policy.max_bytes)).text
    secrets = find_secrets(text, allowed=policy.allowed)
    return {
        (secret.line, secret.kind): allow_entry(text[secret.start : secret.end], blob[:SALT_DIGITS])
        for secret in secrets
    }


def open_document(
    git: Git, cache: ObjectCache, knowledge: Database, policy: Policy, view: View, path: str, link: str = ""
) -> DocumentText:
    """The text at the path of one of the view's files, a submodule's too. Raises NotFound when there is none.

    A submodule's objects are looked up apart from the others, so that nothing else is read from them.
    """
    file = next((f for f in files_of(view) if f.path == path), None)
    if file is None:
        raise NotFound(
            f"No document {path} at {view.short}. `scrubjay explain {path}` says why; "
            "search_knowledge finds documents by words."
        )
    module = view.submodule_of(path)
    problem = "git has no such object here"
    try:
        with Lookup(reading(git, view), ObjectCache()) if module else Lookup(git, cache) as objects:
            found = objects.find(file.blob, policy.max_bytes)
        entry = found if found.kind == "blob" else None
    except GitFailed as error:
        entry, problem = None, str(error).rstrip(".")
    decoded = decode(entry.content) if entry is not None else None
    if decoded is not None:
        problem = no_text(decoded, skip_binary=policy.skip_binary)
    if decoded is None or problem:
        refused = knowledge.read(lambda c: refusals.find(c, file.blob, file.format, policy.key))
        reason = refused["reason"] if refused else problem
        raise NotFound(f"{path} at {view.short}: {reason}. `scrubjay explain` says what would change it.")
    masked = mask(decoded.text, policy.allowed).text
    text = DocumentText(
        path=file.path, blob=file.blob, format=file.format, text=masked, lines=masked.count("\n") + 1, link=link
    )
    return replace(text, origin=module.citation) if module else text
