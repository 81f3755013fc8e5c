"""`/search` and `/document`: a question over several repositories and the team's memories, and the file of a hit."""

from typing import Final
from urllib.parse import urlencode

from scrubjay.errors import NotFound
from scrubjay.model.frozen import dataclass
from scrubjay.search.recall.answer import RecallAnswer, RecallHit, RecallRequest
from scrubjay_team.page.mirrored import narrowed, repositories
from scrubjay_team.page.route import PageCall, ShownPage

KINDS: Final = ("code", "decision", "document", "incident", "memory")
HITS: Final = 10
LONGEST: Final = 2_000
SHOWN: Final = 1_500
HEADING: Final = 160
"""Characters of a question, of a hit's text, and of a memory's heading."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownHit:
    """A hit with its heading, the address of what it stands in, how it is cited and whose words it is; `cut`: there is
    more of its text.
    """

    hit: RecallHit
    title: str
    address: str
    cited: str
    source: str
    text: str
    cut: bool


def search(call: PageCall) -> ShownPage:
    """The form, and the answer to what it asked."""
    member = call.member
    there = repositories(member)
    chosen = set(call.query.every("repo"))
    question, kinds = call.query["q"].strip()[:LONGEST], [one for one in KINDS if one in call.query.every("kind")]
    values: dict[str, object] = {
        "title": "Search", "question": question, "repositories": there, "chosen": chosen, "kinds": KINDS,
        "asked_kinds": kinds, "answer": None, "hits": (), "memories": (), "below": (),
    }  # fmt: skip
    if question:
        if unknown := sorted(chosen.difference(one.name for one in there)):
            raise NotFound(f"There is no repository {unknown[0][:60]!r} for you. The page Repositories lists yours.")
        if chosen:
            member = narrowed(member, {one.id for one in there if one.name in chosen})
        request = RecallRequest(query=question, kinds=tuple(kinds), limit=HITS, detail="whole")
        answer: RecallAnswer = call.services.recall.search(member, request)
        values |= {"answer": answer, "memories": tuple(map(_shown, answer.memories))}
        values |= {"hits": tuple(map(_shown, answer.hits)), "below": tuple(map(_shown, answer.below))}
    return ShownPage(template="search/page.html", values=values)


def document(call: PageCall) -> ShownPage:
    """A file as its repository's default branch has it, with numbered lines."""
    repo, path = call.query["repo"], call.query["path"]
    views = call.services.views.of(call.member, repo).views if repo else ()
    text = call.services.views.text(call.member.connection, views[0], path) if views else None
    if text is None:
        raise NotFound(f"{path[:200] or 'That file'} isn't in {repo[:60] or 'any repository'} as it is mirrored now.")
    values = {"title": path, "repo": repo, "view": views[0], "lines": text.text.splitlines()}
    return ShownPage(template="search/document.html", values=values)


def _shown(hit: RecallHit) -> ShownHit:
    if hit.id:
        address, cited, title = f"/memories/{hit.id}", hit.id[:12], " ".join(hit.text.split())
        title = title if len(title) <= HEADING else f"{title[:HEADING]} …"
    else:
        pairs = urlencode({"repo": hit.repository, "path": hit.path})
        address, title = f"/document?{pairs}#L{hit.start_line}", hit.title or hit.path
        cited = f"{hit.repository}:{hit.path}:{hit.start_line}-{hit.end_line} @ {hit.commit[:10]}"
    return ShownHit(
        hit=hit, title=title, address=address, cited=cited, source=hit.source.removeprefix(f"{hit.grade} · "),
        text=hit.text[:SHOWN], cut=len(hit.text) > SHOWN,
    )  # fmt: skip
