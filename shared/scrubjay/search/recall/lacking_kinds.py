"""Kinds that a search names and that this repository has none of, or not all."""

from collections.abc import Collection, Sequence

from scrubjay.knowledge.chunking.languages import NO_GRAMMARS, installed_languages, missing_languages, missing_message
from scrubjay.knowledge.index.kinds import MEMORY
from scrubjay.knowledge.index.sources import Sources
from scrubjay.model.view import View
from scrubjay.search.recall.asked import Narrowed

NO_CODE = "no code is read here: `scrubjay settings set --here ingestion.code auto` reads it, or use grep"
NO_PATH = "memories have no path, so none is shown"
NO_INCIDENTS = "no incident reports at HEAD: they lie in folders such as docs/incidents, postmortems, runbooks"


def lacking_kinds(kinds: Sequence[str], view: View, reports: Collection[str], sources: Sources) -> list[str]:
    """What to say of kinds that a view has none of, or that aren't searchable yet."""
    notes = []
    formats = {file.format for file in view.files} if "code" in kinds else set()
    if "code" in kinds and not any(f.startswith("code:") for f in formats):
        notes.append(NO_CODE if installed_languages() else NO_GRAMMARS)
    elif "code" in kinds and (lacking := missing_languages(formats, installed_languages())):
        notes.append(missing_message(lacking))
    notes += filter(None, (source.coverage(view) for source in sources.of(kinds)))
    if "incident" in kinds and not reports:
        notes.append(NO_INCIDENTS)
    return notes


def without_path(narrowed: Narrowed, sources: Sources) -> list[str]:
    """What lies at no path, where a search asks for one."""
    if not (narrowed.filters.path or narrowed.filters.within):
        return []
    notes = [source.path_note for source in sources.of(narrowed.kinds)]
    return [*dict.fromkeys(notes), *([NO_PATH] if MEMORY in narrowed.kinds else [])]
