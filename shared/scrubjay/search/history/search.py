"""Commits that answer a question about who or when, best first: by words and meaning, by author, by a named file."""

from collections.abc import Callable, Collection, Mapping, Sequence

from scrubjay.errors import GitFailed
from scrubjay.extensions.kinds.grounds import HistorySource
from scrubjay.git.process import Git
from scrubjay.knowledge.index.kinds import COMMIT
from scrubjay.knowledge.retrieval.exact import phrases_held as held_phrases
from scrubjay.knowledge.retrieval.hybrid import SearchRequest
from scrubjay.knowledge.retrieval.query import parse_query
from scrubjay.knowledge.retrieval.scoring import Newer, current_first
from scrubjay.model.encoded import EmbeddedCorpus
from scrubjay.model.frozen import dataclass, field, replace
from scrubjay.model.history import CommitFacts
from scrubjay.model.hit import Hit, HybridResult
from scrubjay.model.view import View
from scrubjay.search.history.authors import Authors, People, commit_facts, who_know
from scrubjay.search.history.question import CommitPlace, HistoryQuestion, When, read_history_question
from scrubjay.search.history.renames import times_of
from scrubjay.search.history.values import Person, folded, may_name_somebody, named_authors, ordered
from scrubjay.text.names import query_names
from scrubjay.text.telling import held, holds_topic, telling_words

PATIENCE_S = 5.0


def named_file(text: str) -> str:
    """The file that a question names, such as `docs/usage.md`; empty where it names none or several."""
    files = [name.label for name in query_names(text) if name.document and "." in name.label.rpartition("/")[2]]
    return files[0] if len(files) == 1 and not files[0].startswith("-") else ""


def life_of(git: Git, commit: str, name: str, paths: Collection[str], *, latest: bool) -> list[str]:
    """The newest change of a file if `latest`, else its creation; for a deleted file, its removal comes first."""
    there = sorted((path for path in paths if path == name or path.endswith(f"/{name}")), key=lambda p: (len(p), p))
    if there:
        literal = f":(top,literal){there[0]}"
        return _changing_commit(git, commit, literal, *(() if latest else ("--follow", "--diff-filter=A")))
    anywhere = f":(top,glob)**/{_escaped_wildcards(name)}"
    last = _changing_commit(git, commit, anywhere, "--no-renames", "--diff-filter=D")
    return (
        last
        if latest
        else [*last, *_changing_commit(git, commit, anywhere, "--no-renames", "--diff-filter=A", "--reverse")]
    )


def _changing_commit(git: Git, commit: str, path: str, *options: str) -> list[str]:
    """The newest commit that changed a path, by further options of `git log`; the oldest with `--reverse`."""
    most = () if "--reverse" in options else ("-1",)
    code, out = git.answer(
        "log", *options, *most, "--no-merges", "--format=%H", "--no-ext-diff", "--no-textconv", "--end-of-options",
        commit, "--", path, timeout=PATIENCE_S,
    )  # fmt: skip
    return out.decode("ascii", "replace").split()[:1] if code == 0 else []


def _escaped_wildcards(name: str) -> str:
    """A file's name with git's wildcards escaped."""
    return "".join(f"\\{sign}" if sign in "*?[\\" else sign for sign in name)


SEARCHED = 16
"""Commits that are looked at for one answer, before merges are folded."""

SEARCHED_BETWEEN = 48
"""The same where a question names a time, beyond which most of them may lie."""

ABOUT_A_FILE = 1
"""Telling words beside a file's name up to which a question is about the file: "who last touched docs/x.md"."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HistoryAnswer:
    """Commits, best first, with their facts; `asked` is what the question wants, `by` are the authors that it names.

    `corpora` say how far the vectors of the commits are; `held` are the question's phrases that commits hold.
    """

    asked: HistoryQuestion = field(default_factory=HistoryQuestion)
    hits: tuple[Hit, ...] = ()
    facts: Mapping[str, CommitFacts] = field(default_factory=dict)
    by: tuple[str, ...] = ()
    corpora: tuple[EmbeddedCorpus, ...] = ()
    held: frozenset[str] = frozenset()

    def holds(self, hit: Hit) -> int:
        """How many telling words of the topic a hit holds."""
        return held(f"{hit.title} {hit.heading} {hit.text}", telling_words(self.asked.topic))


class HistorySearch:
    """Searches one worktree's commits for questions about history; by authors only where people may be named."""

    def __init__(
        self, git: Git, search: Callable[[SearchRequest], HybridResult], authors: Authors, people: People,
        history_sources: Sequence[HistorySource] = (),
    ) -> None:  # fmt: skip
        self._git = git
        self._search = search
        self._authors = authors
        self._people = people
        self._sources = history_sources

    def read(self, words: str, commit: str) -> tuple[HistoryQuestion, tuple[str, ...]]:
        """What a question asks about history, and which authors it names; naming one counts as asking about history."""
        asked = read_history_question(words)
        if not self._people.named or (asked.place is CommitPlace.NOWHERE and not may_name_somebody(words)):
            return asked, ()
        try:
            by, rest = named_authors(words, self._authors.of(commit))
        except GitFailed:
            return asked, ()
        if not by or asked.knows:
            return asked, ()
        return replace(asked, place=CommitPlace.FIRST, topic=read_history_question(rest).topic or rest), by

    def answer(
        self, asked: HistoryQuestion, by: tuple[str, ...], request: SearchRequest, paths: Collection[str]
    ) -> HistoryAnswer:
        """The commits that answer a question; `request` is as sent to the documents, `paths` are the view's."""
        view = request.view
        filters = replace(request.filters, kinds=(COMMIT,))
        if by:
            mine = self._authors.of(view.commit)
            filters = replace(filters, only=tuple(sorted({sha for name in by for sha in mine.get(name, ())})))
        life = [] if by else self._commits_of_named_file(asked, view, paths)
        times, topic = times_of(self._git, asked.topic)
        asked = replace(asked, topic=topic)
        limit = SEARCHED_BETWEEN if times.bounded else SEARCHED
        commits = replace(request, query=topic, filters=filters, limit=limit, memories=0)
        result = self._search(commits)
        found = result.hits
        if by and not found:  # a name alone asks for what that person did, the newest first
            found = self._search(replace(commits, query="")).hits
        hits = {hit.blob: hit for hit in reversed(found)}
        if missing := [sha for sha in life if sha not in hits]:
            only = replace(filters, only=tuple(missing))
            hits |= {hit.blob: hit for hit in self._search(replace(request, query="", filters=only)).hits}
        facts = commit_facts(self._git, list(hits))
        scores = folded({sha: hit.score for sha, hit in hits.items() if sha not in life}, facts)
        order = [*(sha for sha in life if sha in hits), *ordered(scores, facts, asked.when)]
        order.sort(key=lambda sha: sha in facts and not times.hold(facts[sha].seconds))
        current = current_first([(hits[sha].path, sha) for sha in order], request.superseded_by)
        shown = self._people.facts(facts, view.commit)
        found_hits = tuple(hits[sha] for _, sha in current)
        phrases = held_phrases(filters, result)
        return HistoryAnswer(asked=asked, hits=found_hits, facts=shown, by=by, corpora=result.corpora, held=phrases)

    def each_change(self, hits: Sequence[Hit], superseded_by: Newer) -> tuple[Hit, ...]:
        """Hits of commits, one for each change: no merge beside its commit, reverts above reverted ones, bots last."""
        if len(hits) < 2:
            return tuple(hits)
        by_sha = {hit.blob: hit for hit in hits}
        facts = commit_facts(self._git, list(by_sha))
        scores = folded({sha: hit.score for sha, hit in by_sha.items()}, facts)
        order = [(by_sha[sha].path, sha) for sha in ordered(scores, facts, When.ANY)]
        return tuple(by_sha[sha] for _, sha in current_first(order, superseded_by))

    def facts(self, shas: Sequence[str], view: View) -> dict[str, CommitFacts]:
        """The facts of some commits as they are shown; without authors where nobody is named."""
        return self._people.facts(commit_facts(self._git, shas), view.commit) if shas else {}

    def told(self, text: str, view: View) -> str:
        """A commit's text as it is shown: without addresses, and without names where nobody is named."""
        return self._people.text(text, view.commit)

    def shown(self, hit: Hit, view: View) -> Hit:
        """A commit's hit as it is shown: without addresses, and without names where nobody is named."""
        if hit.kind != COMMIT:
            return hit
        title, text = (self.told(text, view) for text in (hit.title, hit.text))
        return replace(hit, title=title, text=text)

    def who_know(self, past: "HistoryAnswer", view: View, documents: Sequence[Hit]) -> tuple[tuple[Person, ...], str]:
        """Who knows the topic of a question, and what to say where nobody is named.

        Only passages and commits that hold the topic's words count: a question that nothing answers names nobody.
        """
        if not self._people.named:
            return (), "nobody is named: `people: off` in your config.yaml"
        stems = telling_words(past.asked.topic)
        passages = [
            (hit.path, hit.start_line, hit.end_line)
            for hit in documents
            if hit.kind in ("document", "code") and holds_topic(f"{hit.title} {hit.heading} {hit.text}", stems)
        ]
        about = {hit.blob: past.facts[hit.blob] for hit in past.hits if holds_topic(f"{hit.title} {hit.text}", stems)}
        if not passages and not about:
            return (), "nobody is named: nothing here holds the words of that topic"
        paths = {path for path, _, _ in passages}
        said = (one.contributions(view, paths, lambda text: holds_topic(text, stems)) for one in self._sources)
        reviews = [contribution for some in said for contribution in some]
        return who_know(self._git, view, passages, about, reviews), ""

    def _commits_of_named_file(self, asked: HistoryQuestion, view: View, paths: Collection[str]) -> list[str]:
        """The commits that created, changed or removed the file that a question is about; none if it names no file."""
        name = named_file(asked.topic)
        if not name or not asked.place.leads:
            return []
        telling = [word for word in parse_query(asked.topic.replace(name, " ")).words if word.isalpha()]
        return (
            life_of(self._git, view.commit, name, paths, latest=asked.when is When.LAST)
            if len(telling) <= ABOUT_A_FILE
            else []
        )
