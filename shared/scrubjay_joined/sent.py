"""What a home that joined sends to its team's server: all of it, by request and field, in words for people.

The client sends nothing else. Beside it go the token, this program's version, and what a connection shows.
"""

from collections.abc import Iterable, Mapping
from typing import Final

from scrubjay.model.frozen import dataclass
from scrubjay.model.pattern import pattern

_ID: Final = pattern(r"[0-9a-f]{4,64}")


@dataclass(frozen=True, slots=True)
class Sent:
    """Something that goes there, when it does, and the fields that hold it, by request."""

    what: str
    when: str
    fields: Mapping[str, str]


SENT: Final = (
    Sent(
        "a search's question and further wordings, of every repository of this home; kinds, path, number of hits",
        "you or an agent searches",
        {"/search": "query also_ask kinds path limit project"},
    ),
    Sent(
        "a memory with its quote, sources, tags and dates, whose word it is, and by which client",
        "you or an agent stores or changes it with scope `team`",
        {
            "/memories": "content kind scope project sources quote supersedes valid_until applies key tags client told "
            "after limit",
            "/memories/ID": "how content version client key",
        },
    ),
    Sent(
        "a handoff with its words, names of files, branch and commit; its result, or why not",
        "you or an agent leaves it for `team` or `team:NAME`, takes it or ends it",
        {
            "/handoffs": "target context ttl_seconds project session client limit",
            "/handoffs/ID/accept": "session client",
            "/handoffs/ID/complete": "session status notes files_modified lease",
            "/handoffs/ID/reject": "session reason",
            "/handoffs/ID/cancel": "session",
        },
    ),
    Sent(
        "a pool's name, its members, ids of memories, a question to it",
        "you or an agent makes, shares in or asks `team/NAME`",
        {
            "/pools": "name",
            "/pools/join": "pool permission member",
            "/pools/leave": "pool member",
            "/pools/share": "pool memory",
            "/pools/ask": "pool query limit",
        },
    ),
    Sent(
        "ids of files and hashes of passages",
        "the team has this repository too, and something is to be embedded",
        {"/vectors": "project fingerprint wanted"},
    ),
    Sent(
        "hashes of a repository's address and of its newest commit ids, each with a number of the server's",
        "a repository is searched or shown, again each hour while it isn't matched",
        {"/projects/nonce": "", "/projects/match": "address nonce proofs"},
    ),
    Sent(
        "of a session: a number that nobody can read it from, which of the team's memories it had, whether it ended "
        "well, the day, the client's name; no text",
        "the setting team.evidence is `counts` (it is off unless you choose it), or you ask for it or take it back",
        {"/evidence": "sessions", "/evidence/forget": ""},
    ),
    Sent(
        "what you and agents said in a session, masked, without what tools printed; its client, its times, a number",
        "the setting team.archive is `mine` (it is off unless you choose it) and a session ended; you search, list or "
        "forget what was said",
        {
            "/archives": "after limit",
            "/archives/ID/parts/ID": "project client branch started_at ended_at parts turns",
            "/archives/search": "query project limit",
            "/archives/forget": "sessions everything",
        },
    ),
    Sent(
        "this machine's name",
        "you join without a token: who lets it in sees the name",
        {"/oauth/device": "client_id machine", "/oauth/token": "grant_type client_id device_code"},
    ),
    Sent(
        "that this home is there, a random name of its session, its client, what it was told, where a list goes on",
        "an agent works, you watch, publish or ask how it stands, or you list and replay stores",
        {
            "/me": "",
            "/promotions": "",
            "/changes": "after wait",
            "/handoffs/pending": "session client limit",
            "/handoffs/ID": "session client",
            "/handoffs/told": "ids",
            "/handoffs/renew": "session",
        },
    ),
)
"""Each thing that goes there, with when and in which requests."""

_FIELDS: Final = {path: frozenset(names.split()) for one in SENT for path, names in one.fields.items()}


def request_of(path: str) -> str:
    """A path as it is declared: `/memories/ID` for one with an id or a number."""
    return "/".join("ID" if _ID.fullmatch(part) or part.isdecimal() else part for part in path.split("/"))


def undeclared(path: str, names: Iterable[str]) -> frozenset[str]:
    """What nobody was told that it goes there: fields of a request, or the request itself."""
    request = request_of(path)
    return frozenset(names) - _FIELDS[request] if request in _FIELDS else frozenset([request])


def announced() -> tuple[str, ...]:
    """What goes there, as it is shown before somebody joins."""
    lines = (f"  {one.what} (when {one.when})" for one in SENT)
    return ("From then on this goes to that server, and nothing else:", *lines)
