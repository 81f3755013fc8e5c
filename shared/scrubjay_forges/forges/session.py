"""Progress of one round over a repository: its bookmark, stored with each batch, and its counts."""

from collections.abc import Iterable

from scrubjay.model.frozen import replace
from scrubjay_forges.discussions.store import DiscussionStore
from scrubjay_forges.discussions.values import ForgeBatch
from scrubjay_forges.forges.bookmark import Bookmark, bookmark
from scrubjay_forges.forges.limits import PagePlace
from scrubjay_forges.forges.listing import Forge, Listing, PageOf, is_newer


class Session:
    """A round over one repository: its bookmark `at`, the store, and how much was brought."""

    def __init__(self, name: str, kept: DiscussionStore) -> None:
        self.name = name
        self.kept = kept
        self.at: Bookmark = bookmark(kept.position(name))
        self.items = 0
        self.new = 0
        self.changed = 0
        self.gone = 0
        self.left_out = 0
        self.withheld = 0
        self.shown: dict[str, dict[int, str]] = {}
        """By listing: of which discussions another one said that they are there, and when they changed."""

    def put(self, batch: ForgeBatch | None = None, *, synced_at: str = "", listed_at: str = "", note: str = "") -> None:
        """Store a batch with the bookmark, in one transaction."""
        report = self.kept.put(
            self.name, batch or ForgeBatch(), position=self.at.text(), synced_at=synced_at, listed_at=listed_at,
            note=note,
        )  # fmt: skip
        self.new += report.new
        self.changed += report.changed

    def count(self, listing: Listing, brought: PageOf) -> None:
        """Count the items of a page that aren't kept, and note what it shows of another listing."""
        self.shown.setdefault(listing.shows, {}).update(brought.others)
        self.left_out += brought.left_out
        self.withheld += brought.withheld

    def missed(self, listing: Listing, now: str) -> list[int]:
        """The discussions of a listing that exist and weren't read as they are, or that are owed and not kept."""
        shown, owed = self.shown.get(listing.name, {}), self.at.owed.get(listing.name, ())
        if not shown and not owed:
            return []
        texts = self.kept.texts(self.name)
        lacking = [one for one in owed if listing.opening(one) not in texts]
        stale = [one for one, at in shown.items() if is_newer(at, texts.get(listing.opening(one)), now)]
        return [*dict.fromkeys((*lacking, *stale))]

    def stepped_over(self, name: str, places: Iterable[PagePlace], since: str = "") -> None:
        """Note at which places of a listing items stand that can't be read."""
        behind = f" since {since[:16].replace('T', ' ')}" if since else ""
        words = [f"one of the {name}, at place {(one.page - 1) * (one.size or 1) + 1}{behind}" for one in places]
        self.left_out += len(words)
        self.at = self.at.saying(name, words)

    def failed(self, listing: Listing, number: int) -> None:
        """Note a discussion whose details can't be read."""
        self.left_out += 1
        self.at = self.at.tried(listing.name, number, failed=True)


def left_out(at: Bookmark, forge: Forge) -> str:
    """A sentence about what the forge failed to give though it exists; empty if it gave all."""
    named = [f"{one.sign}{number}" for one in forge.listings for number in at.failing.get(one.name, ())]
    more = f" and {len(named) - NAMED} more" if len(named) > NAMED else ""
    details = [f"the details of {', '.join(named[:NAMED])}{more}"] if named else []
    said = [words for ones in at.said.values() for words in ones]
    return f"left out, to be tried again: {'; '.join((*details, *said))}" if details or said else ""


NAMED = 10


def without_left_out(at: Bookmark) -> Bookmark:
    """A bookmark that forgets what was left out of listings, as these are read anew."""
    return replace(at, said={})
