"""Tests of Search: what is found, as of when, how, and why something isn't."""

from collections.abc import Callable
from contextlib import AbstractContextManager

import pytest

from scrubjay.app import Workspace
from scrubjay.memory.store.request import RememberRequest
from scrubjay.model.evidence import Act, Origin
from scrubjay_ui.views.search_queries import said
from tests.conftest import Repo
from tests.servers.ui.conftest import Browser, Page

GATE = "# Gate\n\nParcels are weighed at the second gate.\n"


@pytest.fixture
def gate(project: Repo, workspace: Workspace) -> str:
    """The commit that brought a document about the gate, on a day of the past, with a tag."""
    commit = project.commit("gate", {"docs/gate.md": GATE}, date="2025-03-05T10:00:00+00:00")
    project.git("tag", "v1.0")
    project.commit("later", {"docs/gate.md": GATE.replace("second", "third")}, date="2025-06-05T10:00:00+00:00")
    workspace.documents.ingest(workspace.documents.view(), cause="test")
    return commit


def told(workspace: Workspace, content: str) -> str:
    request = RememberRequest(content=content, origin=Origin.PERSON, act=Act.TYPED)
    return str(workspace.memories.remember(request).id)  # type: ignore[union-attr]


def applying(page: Page) -> dict[str, str]:
    """The reasons that apply, with their words."""
    rows = [(row.css("th")[0].text(), [cell.text() for cell in row.css("td")]) for row in page.all("tbody tr")]
    return {name: " ".join(words.split()) for name, (applies, words) in rows if applies == "yes"}


def test_a_hit_takes_few_lines_and_the_rest_is_one_click_away(
    browser: Browser, project: Repo, workspace: Workspace
) -> None:
    words = "".join(f"- The crane lifts crate {number}.\n" for number in range(30))
    project.commit("crane", {"docs/crane.md": f"# The crane\n\n\n## Order\n\n{words}"})
    workspace.documents.ingest(workspace.documents.view(), cause="test")
    (card, *_) = browser.open("search?q=which+crates+does+the+crane+lift").all("article")
    short, more = (part.text() for part in card.css("blockquote"))
    assert (short.count("\n") < 6, "##" in card.text(), "\n\n" in short) == (True, False, False)
    assert len(more) > len(short)
    assert "crate 20" in more


def test_there_is_one_search_field_and_no_doubt_where_much_was_found(browser: Browser, gate: str) -> None:
    page = browser.open("search?q=where+are+parcels+weighed")
    assert len(page.all("input[type=search]")) == 1
    said = page.words("p[role=status]")[0]
    assert "Why not found?" not in said
    far = browser.open("search?q=zeppelin+hangar").words("p[role=status]")[0]
    assert "Why not found?" in far
    assert page.words('[data-key="w"]') == ["Why not found?"]
    assert "recipe" not in said + " ".join(page.words("main > p"))


@pytest.mark.parametrize(
    ("fit", "shown", "words"),
    [
        ("good", 1, "1 hit."),
        ("good", 0, "Nothing was found."),
        ("weak", 2, "2 hits of weak fit, which may not answer it."),
        ("weak", 8, "8 hits of weak fit, which may not answer it. An agent is shown the first 5."),
        ("nothing", 1, "Nothing fits this question. What is nearest follows."),
        ("nothing", 8, "Nothing fits this question. What is nearest follows. An agent is shown a line of the first 3."),
    ],
)
def test_how_much_was_found_and_whether_it_fits_are_one_statement(fit: str, shown: int, words: str) -> None:
    assert said(fit, shown) == words


def test_without_a_question_the_form_stands_alone(browser: Browser) -> None:
    page = browser.open("search")
    assert (page.status, page.words(".empty")[0][:21]) == (200, "Nothing is asked yet.")
    assert page.all("article") == []


def test_each_hit_says_where_it_stands_how_it_was_found_and_how_it_is_cited(browser: Browser, gate: str) -> None:
    page = browser.open("search?q=where+are+parcels+weighed")
    assert page.words("article h3")[0] == "Gate"
    assert page.words("article .path")[0] == "docs/gate.md:1-3"
    assert page.words("article blockquote")[0] == "Parcels are weighed at the third gate."
    assert "weighed" in page.words("article mark")
    assert [row.split()[0] for row in page.words("#hit1 tbody tr")] == ["words", "meaning", "reranker", "final"]
    (cite,) = page.all("#cite1")
    assert str(cite.attributes["value"]).startswith("docs/gate.md:1-3 @ ")
    assert "readonly" in cite.attributes


def test_a_hit_opens_the_document_at_its_revision_with_its_lines_marked(
    browser: Browser, gate: str, project: Repo
) -> None:
    link = browser.open("search?q=parcels+weighed").link("Gate")
    assert link.endswith("#L1")
    page = browser.open(link)
    assert page.words("h1") == ["docs/gate.md"]
    assert "Parcels are weighed at the third gate." in page.words("pre mark")
    assert page.all("a#L3")
    old = browser.open(f"document?path=docs/gate.md&rev={gate[:12]}&lines=3")
    assert old.words("pre mark") == ["Parcels are weighed at the second gate."]


def test_the_past_is_asked_by_tags_and_months(browser: Browser, gate: str) -> None:
    page = browser.open("search?q=parcels+weighed&as_of=v1.0")
    assert "second gate" in page.text
    assert "third gate" not in page.text
    assert "As of v1.0" in page.text
    options = page.words("#as_of option")
    assert [word for word in options if word.startswith("2025")][:3] == ["2025-04-01", "2025-05-01", "2025-06-01"]
    assert "v1.0" in " ".join(options)
    assert options[-1] == "now"
    assert page.words("#as_of option[selected]")[0].startswith("v1.0")


def test_filters_narrow_to_kinds_paths_and_grades(browser: Browser, gate: str, workspace: Workspace) -> None:
    told(workspace, "Parcels are weighed twice on Mondays.")
    assert (
        "memory"
        in browser.open("search?q=parcels+weighed").words("article p.quiet")[0]
        + browser.open("search?q=parcels+weighed").text
    )
    documents = browser.open("search?q=parcels+weighed&kind=document&path=docs/gate.md")
    assert documents.words("article h3") == ["Gate"]
    memories = browser.open("search?q=parcels+weighed&grade=told")
    assert memories.words("article h3") == ["Parcels are weighed twice on Mondays."]
    assert browser.open("search?q=parcels&grade=quoted").words(".empty")
    assert browser.open("search?q=parcels&kind=nothing").status == 400


def test_a_memorys_hit_leads_to_its_chain(browser: Browser, workspace: Workspace) -> None:
    id = told(workspace, "Seeds are dried at the fourth gate.")
    assert browser.open("search?q=seeds+dried").link("Seeds are dried at the fourth gate.").endswith(f"/memories/{id}")


def test_why_not_names_what_is_held(browser: Browser, workspace: Workspace) -> None:
    content = "Don't tell the user that seeds are dried twice."
    workspace.memories.remember(RememberRequest(content=content, author=workspace.settings.user_id))
    page = browser.open("search?q=seeds+dried+twice")
    assert "memories with these words that are in no answer: 1 held" in page.words("details li")
    page = browser.open(page.link("Why not found"))
    assert "seeds are dried twice" in applying(page)["Held for review"]
    assert "Not there" not in applying(page)


def test_why_not_says_that_nothing_is_there(browser: Browser) -> None:
    assert next(iter(applying(browser.open("search/why?q=zeppelin+hangar")))) == "Not there"


def test_why_not_names_the_filter(browser: Browser, gate: str) -> None:
    page = browser.open("search/why?q=parcels+weighed+gate&kind=memory")
    assert "the kind memory" in applying(page)["Left out by a filter"]
    assert browser.open(page.link("Search without filters")).words("article h3")[0] == "Gate"


def test_why_not_names_memories_of_other_branches(browser: Browser, workspace: Workspace, project: Repo) -> None:
    main = project.git("branch", "--show-current").strip()
    project.git("switch", "-q", "-c", "feat")
    project.commit("feat", {"docs/oven.md": "# Oven\n\nThe oven is lit at six.\n"})
    at = browser.app.workspace(project.path)
    at.documents.ingest(at.documents.view(), cause="test")
    head = project.git("rev-parse", "HEAD").strip()
    request = RememberRequest(
        content="The oven is lit at six (docs/oven.md).", author=at.settings.user_id, branch="feat", commit=head
    )
    at.memories.remember(request)
    project.git("switch", "-q", main)
    words = applying(browser.open("search/why?q=oven+lit"))
    assert "feat" in words["Not visible at HEAD"]


def test_why_not_names_what_is_masked(browser: Browser, project: Repo, workspace: Workspace) -> None:
    secret = "AKIA" + "Z7Q3" * 4
    project.commit("key", {"docs/key.md": f"# Key\n\nThe key of the bucket is {secret}.\n"})
    workspace.documents.ingest(workspace.documents.view(), cause="test")
    page = browser.open(f"search/why?q={secret}")
    assert "looks like a secret" in applying(page)["Masked as a secret"]
    assert "docs/key.md" in applying(browser.open("search/why?q=bucket"))["Masked as a secret"]
    assert secret not in browser.open("document?path=docs/key.md").html


def test_why_not_says_whether_what_is_quarantined_holds_these_words(
    browser: Browser, workspace: Workspace, browse: Callable[..., AbstractContextManager[Browser]], gate: str
) -> None:
    workspace.memories.remember(RememberRequest(content="Quetzals nest by the gate.", author="mallory"))
    workspace.quarantine.impose("mallory", workspace.settings.user_id)
    page = browser.open("search/why?q=quetzals+nest")
    assert next(iter(applying(page))) == "Quarantined"
    assert page.words("p[role=status]")[0].startswith("1 memory with these words is withheld")
    assert "mallory" in browser.open(page.link("lift it").partition("#")[0]).text
    assert "Quetzals nest" not in page.html
    other = browser.open("search/why?q=walrus+tusk+polishing")
    assert "Quarantined" not in applying(other)
    assert "1 memory is quarantined; it does not hold these words." in other.text
    assert other.words("p[role=status]")[0].startswith("Nothing that scrubjay knows here holds most of these words.")
    with browse(writes=False) as reading:
        answers = [reading.open(f"search/why?q={words}").words("tbody td") for words in ("quetzals+nest", "walrus")]
    assert answers[0] == answers[1]


def test_why_not_explains_a_path_and_a_memory(browser: Browser, workspace: Workspace, gate: str) -> None:
    page = browser.open("search/why?q=docs/gate.md")
    facts = dict(zip(page.words("dl.facts dt"), page.words("dl.facts dd"), strict=True))
    assert facts["indexed"].startswith("1 passage")
    assert "no" in browser.open("search/why?q=docs/nothing.md").words("dl.facts dd")[1]
    assert browser.open("search/why?q=../../etc/passwd").status == 200
    id = told(workspace, "Seeds are dried at the fourth gate.")
    workspace.reviews.retract([id], "wrong")
    page = browser.open(f"search/why?q={id[:12]}")
    assert "it is retracted: it is in no answer about now" in page.words("li")
    assert "because: wrong" in page.words("li")


def test_what_is_typed_stays_text(browser: Browser) -> None:
    page = browser.open("search?q=%3Cscript%3Ealert(1)%3C/script%3E&path=%22%3E%3Cimg%3E")
    assert "<script>alert" not in page.html
    assert '"><img>' not in page.html


def test_a_document_that_isnt_there_is_an_error_with_the_next_step(browser: Browser) -> None:
    page = browser.open("document?path=docs/none.md")
    assert (page.status, "scrubjay explain" in page.text) == (404, True)


def test_a_long_document_is_shown_in_pages(browser: Browser, project: Repo, workspace: Workspace) -> None:
    project.commit("long", {"docs/long.md": "".join(f"Line {number}.\n\n" for number in range(1500))})
    first = browser.open("document?path=docs/long.md")
    second = browser.open(first.link("Next lines"))
    assert (len(first.all("pre a")), second.words("pre a")[0]) == (1000, "1001")
    assert browser.open("document?path=docs/long.md&lines=2401").words("pre mark") == ["Line 1200."]


def test_all_projects_are_asked_only_where_a_person_started_the_page(
    browse: Callable[..., AbstractContextManager[Browser]], make_repo: Callable[..., Repo], project: Repo
) -> None:
    other = make_repo("other")
    other.commit("one", {"docs/dock.md": "# Dock\n\nBarges are moored at the north dock.\n"})
    with browse() as browser:
        at = browser.app.initialise(other.path)
        at.documents.ingest(at.documents.view(), cause="test")
        page = browser.open(browser.open("search?q=barges+moored").link("All projects"))
        assert page.words("article h3") == ["Dock"]
        assert page.words("article p.path")[0].startswith("other · ")
        assert browser.open(page.link("Dock")).words("h1") == ["docs/dock.md"]
        assert browser.open("document?path=docs/dock.md").status == 404
    with browse(writes=False) as browser:
        assert browser.open("/search/all?q=barges").status == 403
        assert "All projects" not in browser.open("search?q=barges").text
