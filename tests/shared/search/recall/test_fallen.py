"""What was grounded and is no longer is found by its relevance, as any memory of its grade now."""

import pytest

from scrubjay.app import Workspace
from scrubjay.memory.lifecycle.memories import Memories
from scrubjay.memory.store.request import RememberRequest
from scrubjay.operations.jobs.embed import embed_pending
from scrubjay.search.recall.answer import RecallRequest
from scrubjay.search.recall.recall import Recall
from scrubjay.search.recall.render import render
from tests.conftest import Repo
from tests.shared.search.recall.test_memories import tell

OTTER = "The otter scheduler wakes every {} minutes."
GUIDE = "# Animals\n\n" + OTTER + "\n\nThe canary sings in the morning.\n"
BEASTS = (
    "badger", "crane", "dove", "eagle", "ferret", "goose", "heron", "ibis", "jackal", "kite", "lemur", "marten",
    "newt", "owl", "puffin", "quail", "raven", "seal", "toad", "vole",
)  # fmt: skip
QUESTION = "how often does the otter scheduler wake"


def changed(workspace: Workspace, shop: Repo, files: dict[str, str]) -> None:
    shop.commit("change", files)
    workspace.documents.ingest(workspace.documents.view(), cause="test")
    if workspace.embedder is not None:
        embed_pending(workspace.knowledge_database, workspace.embedder, stop=lambda: False)


def test_a_memory_whose_source_changed_is_found_by_its_relevance(
    workspace: Workspace, recall: Recall, memories: Memories, shop: Repo
) -> None:
    changed(workspace, shop, {"docs/animals.md": GUIDE.format(25)})
    memories.remember(RememberRequest(content=OTTER.format(25) + " (docs/animals.md)"))
    for beast in BEASTS:
        tell(memories, f"The {beast} is fed at dusk.")
    cited = workspace.documents.view().commit
    changed(workspace, shop, {"docs/animals.md": GUIDE.format(35)})
    answer = recall.search(RecallRequest(query=QUESTION, kinds=("memory",)))
    assert answer.memories[0].text.startswith("The otter")
    assert answer.memories[0].grade == "said"
    text = render(answer)
    assert f"(changed since {cited[:10]}, in {workspace.documents.view().commit[:10]}" in text
    assert f'{OTTER.format(25)}"; now "{OTTER.format(35)}"' in text


def test_it_follows_an_answer_that_documents_fill(
    workspace: Workspace, recall: Recall, memories: Memories, shop: Repo
) -> None:
    pages = {f"docs/{beast}.md": f"The otter scheduler wakes the {beast}.\n" for beast in BEASTS}
    changed(workspace, shop, {"docs/animals.md": GUIDE.format(25)} | pages)
    memories.remember(RememberRequest(content=OTTER.format(25) + " (docs/animals.md)"))
    changed(workspace, shop, {"docs/animals.md": GUIDE.format(35)})
    answer = recall.search(RecallRequest(query=QUESTION))
    assert {hit.kind for hit in answer.hits} == {"document"}
    (hit,) = answer.memories
    assert hit.text.startswith("The otter scheduler wakes every 25")
    assert f'{OTTER.format(25)}"; now "{OTTER.format(35)}"' in render(answer)


@pytest.mark.parametrize("edit", ["", "A new line.\n"])
def test_a_renamed_source_keeps_the_grade_and_its_new_path_is_shown(
    workspace: Workspace, recall: Recall, memories: Memories, shop: Repo, edit: str
) -> None:
    changed(workspace, shop, {"docs/zebra.md": GUIDE.format(25)})
    memories.remember(RememberRequest(content=OTTER.format(25) + " (docs/zebra.md)"))
    shop.git("rm", "-q", "docs/zebra.md")
    changed(workspace, shop, {"docs/animals.md": GUIDE.format(25) + edit})
    answer = recall.search(RecallRequest(query=QUESTION))
    (hit,) = answer.memories
    assert (hit.grade, hit.marks) == ("quoted", ())
    (ground,) = hit.grounds
    assert ground.place.startswith("docs/animals.md:3 › Animals")
    assert "→ hit 1" in render(answer)
