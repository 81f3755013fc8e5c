"""Who states a fact in git? Authors of branches, fetched ones too, of commits and of published files."""

from scrubjay.memory.grounding.likeness import is_same_claim
from scrubjay.search.recall.answer import RecallRequest
from scrubjay_publishing.services import PublishingServices
from scrubjay_publishing.standings.statements import GitStatement, statements

from .conftest import CLAIM, PATH, Shed, page


def rows(shed: Shed) -> tuple[GitStatement, ...]:
    at = shed.at
    view = at.documents.view()
    return statements(at.git, view, PublishingServices.of(at).published.places())


def authors(shed: Shed, claim: str) -> set[str]:
    return {row.author for row in rows(shed) if is_same_claim(claim, row.text)}


def branch(shed: Shed, name: str, author: str, files: dict[str, str | bytes], message: str = "state it") -> None:
    mine = shed.repo.environment
    shed.repo.git("checkout", "-q", "-b", name, "main")
    shed.repo.environment = mine | {"GIT_AUTHOR_NAME": author}
    shed.repo.commit(message, files)
    shed.repo.environment = mine
    shed.repo.git("checkout", "-q", "main")


def test_two_people_on_two_branches_state_one_fact_in_their_own_files(shed: Shed) -> None:
    branch(shed, "memory/lift", "Ben", {PATH: page(shed.id)})
    branch(shed, "memory/lift-of-cleo", "Cleo", {"docs/lift.md": f"# Lift\n\n{CLAIM[:-1]}\n"})
    branch(shed, "other", "Dora", {"docs/lift.md": f"# Lift\n\n{CLAIM}\n"})
    assert authors(shed, CLAIM) == {"Ben", "Cleo"}
    assert authors(shed, "Parcels above 31 kg go through the freight lift of hall two.") == set()


def test_a_sentence_of_a_paragraph_is_a_statement(shed: Shed) -> None:
    branch(
        shed, "memory/lift", "Ben", {"docs/lift.md": f"# Lift\n\nThe lift was built in 1998. {CLAIM} Ask the porter.\n"}
    )
    assert authors(shed, CLAIM) == {"Ben"}


def test_a_fetched_branch_counts_and_tells_nothing_to_a_search(shed: Shed) -> None:
    secret = "The lift's spare key hangs behind the third door."
    branch(shed, "memory/key", "Ben", {"docs/key.md": f"{secret}\n"})
    commit = shed.repo.git("rev-parse", "memory/key")
    shed.repo.git("update-ref", "refs/remotes/origin/memory/key", commit)
    shed.repo.git("branch", "-q", "-D", "memory/key")
    (row,) = rows(shed)
    assert (row.author, row.branch, row.text) == ("Ben", "origin/memory/key", secret)
    assert "spare key" not in repr(row)
    shed.sees()
    answer = shed.at.recall.search(RecallRequest(query="where does the spare key hang", limit=50))
    assert not any("spare key" in hit.text for hit in (*answer.hits, *answer.memories))


def test_a_merged_file_is_its_first_authors_and_no_agents_that_a_trailer_names(shed: Shed) -> None:
    trailers = f"Memory-Id: {shed.id}\nCo-authored-by: Agent <agent@example.org>"
    branch(shed, "memory/lift", "Ben", {PATH: page(shed.id)}, f"state it\n\n{trailers}")
    assert {(row.memory, row.author) for row in rows(shed)} == {(shed.id, "Ben")}
    shed.repo.git("merge", "-q", "memory/lift")
    shed.repo.commit("a comma", {PATH: page(shed.id, CLAIM.replace("lift of", "lift, of"))})
    shed.sees()
    (row,) = rows(shed)
    assert (row.memory, row.author, row.branch) == (shed.id, "Ben", "")


def test_a_file_that_its_branch_took_back_states_nothing(shed: Shed) -> None:
    shed.publish()
    shed.repo.git("checkout", "-q", "memory/freight-lift")
    shed.repo.git("rm", "-q", PATH)
    shed.repo.commit("not so")
    shed.repo.git("checkout", "-q", "main")
    assert authors(shed, CLAIM) == set()
