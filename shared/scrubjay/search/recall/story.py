"""The story of a topic in the current view."""

from scrubjay.errors import UsageError
from scrubjay.git.clone_state import cut_off_note
from scrubjay.git.commits import subjects
from scrubjay.git.process import Git
from scrubjay.knowledge.documents.documents import Documents
from scrubjay.knowledge.documents.values import ViewRecords
from scrubjay.knowledge.index.kinds import COMMIT
from scrubjay.knowledge.index.sources import Sources
from scrubjay.model.frozen import replace
from scrubjay.model.view import View
from scrubjay.search.history.story import MOST, Stories
from scrubjay.search.history.timeline import Story
from scrubjay.search.recall.absence import spelled_out
from scrubjay.search.recall.evidence import behind_note
from scrubjay.search.recall.reading import SearchableView
from scrubjay.text.telling import telling_words


class Storyteller:
    """Tells stories of one worktree's HEAD."""

    def __init__(
        self, git: Git, searchable: SearchableView, documents: Documents, sources: Sources, stories: Stories
    ) -> None:
        self._git = git
        self._searchable = searchable
        self._documents = documents
        self._sources = sources
        self._stories = stories

    def tell(self, topic: str, limit: int = MOST) -> tuple[View, Story]:
        """The events of a topic in order, at most `limit`, with the view. Raises UsageError for a topic without a word.

        Where nothing speaks of it, the story of what begins so is told, else what is nearest is named.
        """
        if not telling_words(topic):
            raise UsageError("The topic holds no word. Name a thing, such as `proxies on a client`.")
        view, behind = self._searchable.current()
        records = self._documents.records(view)
        story = self._stories.tell(topic, view, records, limit)
        if not story.events and (longer := self._spelled_out(topic, view, records)):
            story = replace(self._stories.tell(longer, view, records, limit), instead=longer)
        if not story.events:
            story = replace(story, instead="", near=self._stories.near(topic, view))
        late = [behind_note(behind, self._searchable.unwritable)] if behind else []
        missing = missing_history(self._git, view, self._sources, self._searchable)
        return view, replace(story, degraded=tuple(dict.fromkeys([*late, *missing, *story.degraded])))

    def _spelled_out(self, topic: str, view: View, records: ViewRecords) -> str:
        """The topic in the words of records or commits that begin with its own; empty where there are none."""
        named = [f"{entry.decision.title} {entry.path}" for entry in records.decisions]
        return spelled_out(topic, [*named, *records.incidents]) or spelled_out(topic, subjects(self._git, view.commit))


def missing_history(git: Git, view: View, sources: Sources, searchable: SearchableView) -> list[str]:
    """Notes on commits that are missing or not searchable yet; asks the worker for the latter."""
    missing = [note for source in sources.of((COMMIT,)) if (note := source.coverage(view))]
    if missing:
        searchable.ask_for_vectors(view)
    return [*filter(None, [cut_off_note(git, view.commit)]), *missing]
