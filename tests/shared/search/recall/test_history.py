"""Who and when: commits join an answer whose question asks for history, with who wrote them, and follow any other."""

from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from pathlib import Path

import pytest

from scrubjay.app import App, Workspace, open_app
from scrubjay.errors import GitFailed
from scrubjay.git.blame import blamed_lines
from scrubjay.git.process import Git, GitEnvironment
from scrubjay.search.history import authors
from scrubjay.search.recall.answer import RecallAnswer, RecallRequest
from scrubjay.search.recall.objects import as_object
from scrubjay.search.recall.parts import MOST
from scrubjay.search.recall.recall import Recall
from scrubjay.search.recall.render import render
from scrubjay.settings.layers import load_settings
from tests.conftest import Repo
from tests.fakes import HashingEmbedder

CANARY = "# Canary\n\nThe canary takes a tenth of the traffic.\n\nIt is watched for an hour.\n"


def commit(repo: Repo, who: str, subject: str, files: Mapping[str, str | bytes], day: str) -> str:
    """A commit by somebody, at five in the evening west of Greenwich, where the day in UTC is the next one."""
    for name, content in files.items():
        repo.write(name, content)
    repo.git("add", "-A")
    repo.git("commit", "-q", "-m", subject, "--author", f"{who} <someone@example.org>", date=f"{day}T17:00:00-08:00")
    return repo.git("rev-parse", "HEAD")


@pytest.fixture
def commits(repo: Repo) -> dict[str, str]:
    """A small history by three people and a bot, with a merged request."""
    made = {"start": commit(repo, "Ada Lovelace", "Describe the canary", {"docs/canary.md": CANARY}, "2025-01-01")}
    bump = {"requirements.txt": "canary==2\n"}
    made["bump"] = commit(repo, "bump[bot]", "Bump canary from 1 to 2", bump, "2025-02-01")
    repo.git("switch", "-q", "-c", "hour")
    longer = {"docs/canary.md": CANARY.replace("an hour", "a day")}
    made["longer"] = commit(repo, "Grace Hopper", "Watch the canary for a day", longer, "2025-03-01")
    repo.git("switch", "-q", "main")
    made["other"] = commit(
        repo, "Linus T", "Say how to bake bread", {"docs/bread.md": "# Bread\n\nKnead.\n"}, "2025-03-02"
    )
    merge = "Merge pull request #7 from grace/hour\n\nWatch the canary longer"
    repo.git("merge", "-q", "--no-ff", "-m", merge, "hour", date="2025-03-03T12:00:00Z")
    made["merge"] = repo.git("rev-parse", "HEAD")
    made["gone"] = commit(repo, "Ada Lovelace", "Remove the recipe", {"docs/bread.md": "# Bread\n"}, "2025-04-01")
    return made


def ready(app: App, repo: Repo) -> Workspace:
    workspace = app.initialise(repo.path)
    view = workspace.documents.view()
    workspace.documents.ingest(view, cause="test")
    list(workspace.index_sources.ingest(view))
    return workspace


@pytest.fixture
def recall(app: App, repo: Repo, commits: dict[str, str]) -> Recall:
    return ready(app, repo).recall


def ask(recall: Recall, query: str, **more: object) -> RecallAnswer:
    return recall.search(RecallRequest(query=query, **more))  # type: ignore[arg-type]


def shown(answer: RecallAnswer) -> list[str]:
    return [hit.blob for hit in answer.hits if hit.kind == "commit"]


def test_who_is_answered_by_the_commit_with_its_author_and_its_day(recall: Recall, commits: dict[str, str]) -> None:
    answer = ask(recall, "who described the canary?")
    first = answer.hits[0]
    assert (first.blob, first.author, first.date[:10]) == (commits["start"], "Ada Lovelace", "2025-01-01")
    assert f"**commit {first.blob[:10]}** · Ada Lovelace: Describe the canary · 2025-01-01" in render(answer)
    assert as_object(answer)["results"][0]["author"] == "Ada Lovelace"
    assert "example.org" not in render(answer)


@pytest.mark.parametrize("query", ["how long is the canary watched", "canary traffic", "people who watch the canary"])
def test_documents_answer_any_other_question_first_and_two_commits_at_most_follow(recall: Recall, query: str) -> None:
    kinds = [hit.kind for hit in ask(recall, query).hits]
    assert kinds == sorted(kinds, key="commit".__eq__)
    assert kinds.count("commit") <= MOST


@pytest.mark.parametrize(
    "query", ["who normally watches the canary", "who has access to the canary", "who may watch it"]
)
def test_who_does_something_today_is_answered_by_documents(recall: Recall, query: str) -> None:
    assert shown(ask(recall, query)) == []


def test_where_the_form_leaves_a_doubt_documents_lead_that_hold_twice_the_words(recall: Recall) -> None:
    assert ask(recall, "who was responsible for the tenth of traffic").hits[0].path == "docs/canary.md"
    assert ask(recall, "who was responsible for the recipe").hits[0].kind == "commit"


def test_looking_back_the_commits_of_the_topic_follow_where_no_vector_says_that_they_are_nearer(
    recall: Recall, commits: dict[str, str]
) -> None:
    answer = ask(recall, "why was the canary watched longer")
    assert shown(answer)[0] in (commits["merge"], commits["longer"])
    assert answer.hits[0].kind == "document"


def test_a_merge_stands_back_behind_what_it_merged(recall: Recall, commits: dict[str, str]) -> None:
    found = shown(ask(recall, "who let us watch the canary for a day"))
    assert commits["longer"] in found
    assert commits["merge"] not in found


def test_a_merge_shows_the_title_of_the_request_and_who_wrote_what_it_merged(
    recall: Recall, commits: dict[str, str]
) -> None:
    merge = next(hit for hit in ask(recall, "canary", kinds=("commit",)).hits if hit.blob == commits["merge"])
    assert (merge.title, merge.author) == ("Watch the canary longer (#7)", "Grace Hopper")


def test_a_bots_commit_comes_after_those_of_people(recall: Recall, commits: dict[str, str]) -> None:
    found = shown(ask(recall, "when was the canary bumped?"))
    assert found[-1] == commits["bump"]


def test_a_named_author_narrows_the_commits_to_their_own(recall: Recall, commits: dict[str, str]) -> None:
    assert shown(ask(recall, "what did Grace Hopper say of the canary"))[0] == commits["longer"]
    assert set(shown(ask(recall, "Ada Lovelace canary"))) <= {commits["start"], commits["gone"]}


def test_a_question_that_is_a_name_alone_fits_what_that_person_wrote(recall: Recall, commits: dict[str, str]) -> None:
    answer = ask(recall, "what did Grace Hopper change", trimmed=True)
    assert (answer.fit, shown(answer)) == ("good", [commits["longer"]])


def test_a_question_about_a_file_is_answered_from_its_life(recall: Recall, commits: dict[str, str]) -> None:
    assert shown(ask(recall, "who last touched docs/bread.md?"))[0] == commits["gone"]
    assert shown(ask(recall, "when did bread.md show up"))[0] == commits["other"]


def test_what_is_narrowed_has_no_commits(recall: Recall) -> None:
    for more in ({"kinds": ("document",)}, {"path": "docs"}):
        assert shown(ask(recall, "who described the canary?", **more)) == []


def test_who_knows_names_people_by_what_they_wrote_with_the_day_and_nothing_else(recall: Recall) -> None:
    answer = ask(recall, "who knows about the canary?")
    assert [(person.name, person.last) for person in answer.people] == [
        ("Ada Lovelace", "2025-01-01"),
        ("Grace Hopper", "2025-03-01"),
    ]
    assert "Who wrote of it, and when last: Ada Lovelace (last 2025-01-01), Grace Hopper (last 2025-03-01)" in render(
        answer
    )
    assert as_object(answer)["people"][0] == {"name": "Ada Lovelace", "last": "2025-01-01"}


def test_who_knows_tells_the_last_day_on_which_each_wrote_to_the_files(
    app: App, repo: Repo, commits: dict[str, str]
) -> None:
    longer = CANARY.replace("an hour", "a day")
    commit(repo, "Ada Lovelace", "Speak of herons", {"docs/canary.md": f"{longer}\n# Herons\n\nTall.\n"}, "2025-05-01")
    commit(repo, "Linus T", "Speak of geese", {"docs/canary.md": longer}, "2025-06-01")
    recall = ready(app, repo).recall
    days = {person.name: person.last for person in ask(recall, "who knows about the canary?").people}
    assert days["Ada Lovelace"] == "2025-05-01"
    assert days["Grace Hopper"] == "2025-03-01"
    assert {person.name: person.last for person in ask(recall, "who knows about the canary?").people} == days


def test_who_knows_passes_over_a_passage_that_cannot_be_blamed_and_counts_the_others(
    app: App, repo: Repo, commits: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    workspace = ready(app, repo)
    view, whole = workspace.documents.view(), ("docs/canary.md", 1, 5)

    def failing(git: Git, commit: str, path: str, *arguments: object, **options: object) -> object:
        if path == "docs/bread.md":
            raise GitFailed("damaged")
        return blamed_lines(git, commit, path, *arguments, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(authors, "blamed_lines", failing)
    named = authors.who_know(workspace.git, view, [("docs/bread.md", 1, 1), whole], {})
    assert [(person.name, person.last) for person in named] == [
        ("Ada Lovelace", "2025-04-01"),
        ("Grace Hopper", "2025-03-01"),
    ]


def test_an_author_whose_name_is_an_address_is_shown_by_what_stands_before_the_at(app: App, repo: Repo) -> None:
    commit(repo, "wren@example.org", "Describe the canary", {"docs/canary.md": CANARY}, "2025-01-01")
    recall = ready(app, repo).recall
    assert [(one.name, one.last) for one in ask(recall, "who knows the canary?").people] == [("wren", "2025-01-01")]
    assert ask(recall, "who described the canary?").hits[0].author == "wren"


def test_a_question_with_a_time_has_the_commits_of_that_time_first(
    recall: Recall, repo: Repo, commits: dict[str, str]
) -> None:
    repo.git("tag", "v1.0", commits["bump"])
    assert shown(ask(recall, "who changed the canary before 1.0"))[0] in (commits["start"], commits["bump"])
    assert shown(ask(recall, "who changed the canary after 1.0"))[0] in (commits["longer"], commits["merge"])


def test_a_mailmap_merges_no_two_names(recall: Recall, repo: Repo) -> None:
    repo.git("config", "log.mailmap", "true")
    mailmap = "Boss <b@example.org> Ada Lovelace <someone@example.org>\nBoss <b@example.org> Grace Hopper"
    repo.commit("Map", {".mailmap": f"{mailmap} <someone@example.org>\n"})
    assert {person.name for person in ask(recall, "who knows about the canary?").people} == {
        "Ada Lovelace",
        "Grace Hopper",
    }
    assert "Boss" not in render(ask(recall, "canary", kinds=("commit",)))


@pytest.mark.parametrize("query", ["who knows the quarterly pension tables", "who knows Ada Lovelace", "who knows"])
def test_who_knows_is_answered_for_a_topic_of_the_repository_alone(recall: Recall, query: str) -> None:
    assert ask(recall, query).people == ()


def test_names_that_are_off_are_shown_nowhere(
    environment: dict[str, str], clock: Callable[[], datetime], repo: Repo, commits: dict[str, str]
) -> None:
    home = Path(environment["SCRUBJAY_HOME"])
    home.mkdir(parents=True, mode=0o700)
    (home / "config.yaml").write_text("people: off\n")
    for app in opened(environment, clock):
        recall = ready(app, repo).recall
        answer = ask(recall, "who described the canary?")
        assert answer.hits[0].blob == commits["start"]
        assert "Lovelace" not in render(answer)
        knows = ask(recall, "who knows the canary?")
        assert knows.people == ()
        assert any("people: off" in note for note in knows.notes)


def opened(environment: dict[str, str], clock: Callable[[], datetime]) -> Iterator[App]:
    with open_app(
        load_settings(environment),
        git_environment=GitEnvironment.of(environment),
        embedder=HashingEmbedder(),
        clock=clock,
        wake=lambda: None,
    ) as app:
        yield app


def test_no_commit_stands_above_the_one_that_reverts_it(app: App, repo: Repo) -> None:
    repo.commit("Describe the canary", {"docs/canary.md": CANARY})
    taken = repo.commit("Feed the canary with millet seeds", {"feed.txt": "millet\n"})
    repo.git("revert", "--no-edit", taken)
    reverts = repo.git("rev-parse", "HEAD")
    assert shown(ask(ready(app, repo).recall, "feed canary millet seeds")) == [reverts, taken]
