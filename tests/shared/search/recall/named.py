"""A shop whose pages and commits name numbers, records, symbols and paths: for tests of what a question names."""

from scrubjay.app import App, Workspace
from scrubjay.search.recall.answer import RecallAnswer, RecallRequest
from scrubjay.search.recall.recall import Recall
from tests.conftest import Repo

ADR = "# 12. Cut parcels\n\n* Status: accepted\n* Date: 2025-01-01\n\nParcels are cut at 12 inches.\n"
FILES = {
    "docs/adr/0012-cut-parcels.md": ADR,
    "docs/belt.md": "# The belt\n\nIt runs twice.\n\n## Limits\n\nOf 12 parcels `cut_parcel` takes one.\n",
    "docs/cutting.md": "# Cutting\n\nSharp.\n\n## cut_parcel\n\nCuts what is wet.\n",
    "docs/talks.md": "# Talks\n\nElsewhere: acme/other#12 was about a request of 12 parcels.\n",
    "docs/numbers.md": "# Numbers\n\nOpen since long: #77, and the 77 others.\n",
    "docs/news.md": "# News\n\n* [FEATURE #261](https://github.com/acme/shop/issues/261): the belt is dried.\n",
    "docs/table.md": "# Tables\n\nSee Table #88 for the sizes of pears.\n",
    "a/b/c/d/e/f/g/deep.md": "# Deep\n\nFar below.\n",
    "src/weigh.py": "def weigh_pear(pear):\n    return 1\n",
    "README.md": "# Shop\n\n[CI](https://github.com/acme/shop/actions), by [a friend](https://github.com/ann/pen).\n",
}


def commits(repo: Repo) -> dict[str, str]:
    repo.git("remote", "add", "origin", "git@github.com:acme/shop.git")
    shas = {"files": repo.commit("Describe it, 12 pages", dict(FILES))}
    shas["squashed"] = repo.commit("Dry the belt at night (#12)", {"belt.txt": "dry"})
    shas["cites"] = repo.commit("Follow up\n\nSee #12 and #13.", {"belt.txt": "drier"})
    shas["closes"] = repo.commit("Weigh pears\n\nFixes #34", {"pears.py": "1"})
    shas["elsewhere"] = repo.commit("Take a fix\n\nFrom ann/pen#56", {"pears.py": "2"})
    return shas


def opened(app: App, repo: Repo) -> Workspace:
    workspace = app.initialise(repo.path)
    view = workspace.documents.view()
    workspace.documents.ingest(view, cause="test")
    list(workspace.index_sources.ingest(view))
    return workspace


def ask(recall: Recall, query: str, **more: object) -> RecallAnswer:
    return recall.search(RecallRequest(query=query, trimmed=True, **more))  # type: ignore[arg-type]
