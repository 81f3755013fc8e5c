"""What of a repository does a question mean? The paths of a service or a topic, and kinds that it has none of."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace

from scrubjay.knowledge.chunking.languages import NO_GRAMMARS, installed_languages, missing_languages, missing_message
from scrubjay.knowledge.documents.values import ViewRecords
from scrubjay.knowledge.index.kinds import MEMORY
from scrubjay.knowledge.index.sources import Sources
from scrubjay.model.decision import DecisionEntry
from scrubjay.model.view import View
from scrubjay.search.recall.absence import begun_in
from scrubjay.search.recall.asked import Narrowed
from scrubjay.search.recall.decisions import label_of
from scrubjay.text.telling import telling_words


def of_service(service: str, paths: Iterable[str], said: Mapping[str, Sequence[str]]) -> frozenset[str]:
    """The paths whose text names a service in its front matter; of those that name none, what lies in its folder."""
    wanted = service.strip().lower()

    def belongs(path: str) -> bool:
        named = [name.lower() for name in said.get(path, ())]
        folder, inside, _ = path.lower().partition("/")
        return wanted in named if named else bool(inside) and folder == wanted

    return frozenset(path for path in paths if belongs(path))


def of_topic(topic: str, decisions: Iterable[DecisionEntry]) -> frozenset[str]:
    """The paths of decisions whose name, title or path holds all words of a topic."""
    stems = telling_words(topic)
    return frozenset(entry.path for entry in decisions if all(stem in label_of(entry) for stem in stems))


def _titled(topic: str, decisions: Sequence[DecisionEntry]) -> tuple[frozenset[str], tuple[str, ...]]:
    """What a topic keeps, and what to say where no title holds it: what has words that begin so, else everything."""
    if held := of_topic(topic, decisions):
        return held, ()
    near = frozenset(begun_in(topic, {entry.path: label_of(entry) for entry in decisions}))
    how = "those with words that begin so were searched" if near else "all decisions were searched"
    return near, (f"no title holds {topic.strip()[:100]!r}; {how}",)


def kept(narrowed: Narrowed, service: str, topic: str, paths: Iterable[str], records: ViewRecords) -> Narrowed:
    """The narrowing with what belongs to a service and a topic alone; empty ones keep everything."""
    chosen: set[frozenset[str]] = set()
    if service.strip():
        said = {path: incident.services for path, incident in records.incidents.items()}
        chosen.add(of_service(service, paths, said))
    if topic.strip():
        titled, told = _titled(topic, records.decisions)
        narrowed = replace(narrowed, notes=(*narrowed.notes, *told))
        chosen |= {titled} if titled else set()
    if not chosen:
        return narrowed
    only = frozenset.intersection(*chosen)
    if narrowed.filters.only is not None:
        only &= frozenset(narrowed.filters.only)
    notes = (
        () if only else (f"nothing belongs to {' and '.join(filter(None, [service.strip(), topic.strip()]))}"[:160],)
    )
    filters = replace(narrowed.filters, only=tuple(sorted(only)))
    return replace(narrowed, filters=filters, notes=(*narrowed.notes, *notes), nothing=narrowed.nothing or not only)


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
