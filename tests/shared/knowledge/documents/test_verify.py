"""What should be there is git's tree and the selection alone, so that nothing can be left out in silence."""

from dataclasses import replace

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scrubjay.app import App
from scrubjay.git.tree import TreeListing
from scrubjay.knowledge.documents.listing import TreeFiles
from scrubjay.knowledge.documents.selection import Selection
from scrubjay.settings.code import DEFAULT_EXCLUDE, DEFAULT_INCLUDE
from tests.conftest import Repo

TOKEN = "ghp_" + "aB3dE5fG7h" * 3 + "jK9mN1"
PARTS = st.sampled_from(
    ["docs", "adr", "0042-the-default-branch-is-now-called-main", "0001-use-postgres-15", "secrets", "vendor",
     "00u1234567890-abcdefghij-klmnopqrst-uvwxyz", "id_rsa", "credentials", "notes", TOKEN]
)  # fmt: skip
ENDINGS = st.sampled_from([".md", ".rst", ".txt", ".yaml", "", ".pem"])
PATHS = st.builds(lambda parts, end: "/".join(parts) + end, st.lists(PARTS, min_size=1, max_size=3), ENDINGS)
TEXTS = st.sampled_from(["# A\n\nWords.\n", "# B\n\nMore.\n", "\0\1", "version https://git-lfs.github.com/spec/v1\n"])


@settings(derandomize=True, max_examples=15, deadline=None, database=None,
          suppress_health_check=[HealthCheck.function_scoped_fixture])  # fmt: skip
@given(st.dictionaries(PATHS, TEXTS, min_size=1, max_size=8))
def test_each_selected_file_is_held_or_named_with_a_reason(app: App, repo: Repo, files: dict[str, str]) -> None:
    repo.git("read-tree", "--empty")
    for path, text in files.items():
        repo.write("../blob", text)
        blob = repo.git("hash-object", "-w", str(repo.path.parent / "blob"))
        repo.git("update-index", "--add", "--replace", "--cacheinfo", f"100644,{blob},{path}")
    repo.git("commit", "-q", "--allow-empty", "-m", "change")
    at = app.initialise(repo.path)
    view = at.documents.view()
    at.documents.ingest(view, cause="test")
    found = at.documents.verify(view, deep=True)
    expected = tuple(TreeFiles(TreeListing(at.git, view.tree), Selection(DEFAULT_INCLUDE, DEFAULT_EXCLUDE)))
    assert found.ok
    assert found.checked == len(expected)
    assert found.matching + len(found.omitted) == len(expected)
    assert found.omitted == at.documents.left_out(view).files
    assert all(one.reason and TOKEN not in one.path for one in found.omitted)
    indexed = {file.path for file in expected if at.documents.explain(file.path).indexed}
    assert len(indexed) == found.matching
    assert all(at.documents.explain(file.path).refused for file in expected if file.path not in indexed)


def test_what_a_filter_leaves_out_without_a_reason_is_missing(app: App, repo: Repo) -> None:
    repo.commit("start", {"a.md": "# A\n", "b.md": "# B\n"})
    at = app.initialise(repo.path)
    whole = at.documents.view()
    at.documents.ingest(whole, cause="test")
    assert at.documents.verify(whole).ok
    narrowed = replace(whole, key="narrowed", files=whole.files[1:])
    assert at.documents.verify(narrowed).missing == ("a.md",)
