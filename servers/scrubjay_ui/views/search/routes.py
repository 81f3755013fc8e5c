"""The pages of Search: the answer, why something isn't in it, and a document."""

from typing import TYPE_CHECKING

from scrubjay.model.grade import WORDS
from scrubjay_ui.endpoints import ViewRoute
from scrubjay_ui.views.search.asking import LIMITS, question_of
from scrubjay_ui.views.search.explaining import why_not
from scrubjay_ui.views.search.queries import found, found_everywhere, moments
from scrubjay_ui.views.search.reading import read_document

if TYPE_CHECKING:
    from starlette.responses import Response

    from scrubjay_ui.visit import Visit


def search(visit: "Visit") -> "Response":
    """The answer to the question of the address; without one the form alone."""
    from scrubjay.knowledge.index.kinds import SEARCH_KINDS
    from scrubjay.knowledge.retrieval.recipes import RECIPES

    question, workspace = question_of(visit), visit.workspace
    return visit.page(
        "search/page.html", title="Search", question=question, kinds=SEARCH_KINDS, grades=WORDS, limits=LIMITS,
        recipes=tuple(RECIPES), usual=workspace.settings.retrieval.recipe, moments=moments(workspace),
        found=found(workspace, question) if question.asked else None,
    )  # fmt: skip


def why(visit: "Visit") -> "Response":
    """Why the question of the address found nothing, or not what was expected."""
    question = question_of(visit)
    explained = why_not(visit.workspace, question, person=visit.writes) if question.asked else None
    return visit.page("search/why.html", title="Why not found?", question=question, why=explained)


def everywhere(visit: "Visit") -> "Response":
    """The answer of all projects; only a page that a person started asks them."""
    from scrubjay.knowledge.index.kinds import SEARCH_KINDS

    visit.may("search all projects", "scrubjay search --all-projects QUERY")
    question = question_of(visit)
    answer = found_everywhere(visit.home, question) if question.asked else None
    return visit.page(
        "search/everywhere.html", title="Search all projects", question=question, kinds=SEARCH_KINDS, found=answer
    )


def document(visit: "Visit") -> "Response":
    """A document at a revision, its lines numbered."""
    start = visit.number("from", 0, 0, 9_999_999)
    read = read_document(visit.workspace, visit.text("path"), visit.text("rev"), visit.text("lines"), start)
    return visit.page("search/document.html", title=read.path, document=read, wanted=visit.text("lines"))


ROUTES = (
    ViewRoute(path="/search", show=search),
    ViewRoute(path="/search/why", show=why),
    ViewRoute(path="/document", show=document),
    ViewRoute(path="/search/all", show=everywhere, everywhere=True),
)
