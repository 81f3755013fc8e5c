"""One document of a view as it may be shown: its text from git, masked; or why there is none."""

from dataclasses import replace

from scrubjay.errors import GitFailed, NotFound
from scrubjay.git.lookup import Lookup, ObjectCache
from scrubjay.git.process import Git
from scrubjay.knowledge.documents.left_out import no_text
from scrubjay.knowledge.documents.submodules import files_of, reading
from scrubjay.knowledge.documents.text import decode
from scrubjay.knowledge.documents.values import DocumentText
from scrubjay.knowledge.index import refusals
from scrubjay.knowledge.index.policy import Policy
from scrubjay.model.view import View
from scrubjay.privacy.secrets.masking import mask
from scrubjay.storage.database import Database


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
