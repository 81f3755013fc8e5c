"""Public API for other parts: archives imported, texts judged, words for both, and which addresses are public."""

from scrubjay_forges.addresses import is_public
from scrubjay_forges.discussions.judging import judge_texts
from scrubjay_forges.discussions.stored import Discussion, ForgeRepository, StoredPart
from scrubjay_forges.discussions.views import part_marks, title_mark, titled
from scrubjay_forges.forges.offline.bring import FileImport
from scrubjay_forges.history import NamingPassage
from scrubjay_forges.search import place_of, said_as

__all__ = [
    "Discussion", "FileImport", "ForgeRepository", "NamingPassage", "StoredPart", "is_public", "judge_texts",
    "part_marks", "place_of", "said_as", "title_mark", "titled",
]  # fmt: skip
