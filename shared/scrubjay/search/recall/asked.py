"""A request's words and filters: its arguments and its query's operators, combined into one narrowing."""

from collections.abc import Iterable, Mapping, Sequence

from scrubjay.errors import UsageError
from scrubjay.knowledge.documents.values import is_in_force
from scrubjay.knowledge.index.kinds import MEMORY, SEARCH_KINDS, Kind
from scrubjay.knowledge.retrieval.operators import KEYS, SYMBOLS, AskedQuery, Operator, read_operators
from scrubjay.knowledge.retrieval.scope import Filters
from scrubjay.model.decision import DecisionEntry, is_date
from scrubjay.model.frozen import dataclass, replace
from scrubjay.search.recall.answer import RecallRequest
from scrubjay.search.recall.evidence import status_of

LONGEST_QUERY = 100_000
CODE: Kind = "code"
ONLY_MEMORIES = (MEMORY,)

MOST_PHRASINGS = 4
"""Further phrasings of a question: each costs a search."""

_ALSO = {"adr": "decision", "doc": "document", "memories": "memory"}


@dataclass(frozen=True, slots=True)
class Narrowed:
    """What the retriever is asked for. Empty `kinds` mean all; `nothing`: the filters exclude each other."""

    words: str
    filters: Filters
    kinds: tuple[str, ...]
    notes: tuple[str, ...] = ()
    nothing: bool = False


def checked(request: RecallRequest, kinds: Sequence[str] = SEARCH_KINDS) -> AskedQuery:
    """The request's query with its operators read; `kinds` are all that exist. Raises UsageError for a bad request."""
    unknown = [kind for kind in request.kinds if kind not in kinds]
    if unknown:
        raise UsageError(f"kind {unknown[0][:40]!r} is unknown. There are: {', '.join(kinds)}.")
    if not request.query.strip() and tuple(request.kinds) != ("memory",):
        raise UsageError("The query is empty. Ask a question, or give an identifier or a number such as ADR-003.")
    if request.query.strip().removesuffix(":") in KEYS and request.query.strip().endswith(":"):
        raise UsageError(f"{request.query.strip()} needs a value right behind it, such as symbol:build_request.")
    if len(request.query) > LONGEST_QUERY:
        raise UsageError(f"The query has more than {LONGEST_QUERY:,} characters. Ask a shorter question.")
    return _with_values_as_words(read_operators(request.query), kinds)


def phrasings(request: RecallRequest, words: str) -> tuple[str, ...]:
    """The question's words, then its further phrasings, each once. Raises UsageError for empty or overlong ones.

    Further phrasings of a single word are asked together, as one: they are its keywords, and alone a word tells little.
    """
    further = request.also_ask
    if len(further) > MOST_PHRASINGS:
        raise UsageError(f"A question takes at most {MOST_PHRASINGS} further phrasings; there are {len(further)}.")
    if further and not words.strip():
        raise UsageError(
            "Further phrasings need a question, and the query has no words. Put the first phrasing into the query."
        )
    for number, text in enumerate(further, 1):
        if not text.strip():
            raise UsageError(f"Further phrasing {number} is empty. Leave it out.")
        if len(text) > LONGEST_QUERY:
            raise UsageError(f"Further phrasing {number} has more than {LONGEST_QUERY:,} characters. Shorten it.")
    single = [text for text in further if len(text.split()) == 1]
    each: dict[str, str] = {}
    for text in (words, *(text for text in further if text not in single), *filter(None, [" ".join(single)])):
        each.setdefault(" ".join(text.casefold().split()), text)
    return tuple(each.values())


def narrowed_request(
    request: RecallRequest,
    asked: AskedQuery,
    decisions: Mapping[str, DecisionEntry],
    services: Mapping[str, Sequence[str]],
    every: Sequence[str] = SEARCH_KINDS,
) -> Narrowed:
    """The filters of a request, from its arguments and operators. `services` are named by the report at each path.

    `every` are all kinds that there are.
    """
    kinds, clash = _allowed_kinds(request.kinds, asked, every)
    since, until = asked.values("since"), asked.values("until")
    dates = asked.values("date")
    wanted, notes = _paths_with_status(asked, decisions)
    only = None if wanted is None else set(wanted)
    for excludes in (False, True):
        if wanted_services := asked.values("service", excludes=excludes):
            served = {path for path, said in services.items() if _serves(path, said, wanted_services) is not excludes}
            only = served if only is None else only & served
            if not served:
                notes.append(f"nothing belongs to service:{','.join(wanted_services)}")
    if any(asked.values(key) for key in SYMBOLS):
        clash += ["symbols stand in code alone"] if kinds and CODE not in kinds else []
        kinds = (CODE,)
    if asked.values("tag") or asked.values("applies"):  # memories alone bear them
        clash += ["tags and places where a fact applies are memories' alone"] if kinds and MEMORY not in kinds else []
        kinds = ONLY_MEMORIES
    filters = Filters(
        path=request.path,
        kinds=kinds,
        within=asked.values("path"),
        outside=asked.values("path", excludes=True),
        only=None if only is None else tuple(sorted(only)),
        since=max([*since, *dates], default=""),
        until=min([*until, *dates], default=""),
        holds=() if asked.is_sentence else asked.values(""),
        prefers=asked.values("") if asked.is_sentence else (),
        lacks=asked.values("", excludes=True),
        tags=tuple(tag.lower() for tag in asked.values("tag")),
        untagged=tuple(tag.lower() for tag in asked.values("tag", excludes=True)),
        applies=tuple(place.lower() for place in asked.values("applies")),
        symbol=asked.values("symbol"),
        callers=asked.values("callers"),
        references=asked.values("references"),
        shared=request.shared,
    )
    left_out = [
        *(_why_taken_as_words(one, every) for one in asked.unread),
        *(f"without {word}" for word in filters.lacks),
    ]
    return Narrowed(asked.words, filters, kinds, (*clash, *notes, *left_out), bool(clash) or only == set())


def _with_values_as_words(asked: AskedQuery, kinds: Sequence[str]) -> AskedQuery:
    """The query, where operators with an unknown kind or date are plain words."""
    kept: list[Operator] = []
    unread: list[Operator] = []
    words = [asked.words]
    for one in asked.operators:
        if one.key == "kind":
            known = {value: kind for value in one.values if (kind := _known_kind(value, kinds))}
        elif one.key in ("date", "since", "until"):
            known = {value: value for value in one.values if is_date(value)}
        else:
            known = {value: value for value in one.values}
        values = tuple(known.values())
        if values:
            kept.append(Operator(one.key, values, one.excludes))
        if other := tuple(value for value in one.values if value not in known):
            unread.append(replace(one, values=other))
            words.append(str(unread[-1]))
    return AskedQuery(" ".join(filter(None, words)), tuple(kept), tuple(unread))


def _why_taken_as_words(one: Operator, kinds: Sequence[str]) -> str:
    """Why an operator is searched for as plain words."""
    if one.key != "kind":
        return f"{one} was taken as words: a date is 2026-03-01, 2026-03 or 2026"
    if any(value.lower().startswith("conversation") for value in one.values):
        return f"{one} was taken as words: what was said is found by search_conversations, or --kind conversation"
    return f"{one} was taken as words: there are kinds {', '.join(kinds)}"


def _known_kind(value: str, kinds: Sequence[str]) -> str:
    """The kind that a value names, also in the plural or by another word; empty for none."""
    lower = value.lower()
    return next((k for k in (_ALSO.get(lower, lower), _ALSO.get(lower[:-1], lower[:-1])) if k in kinds), "")


def _allowed_kinds(
    arguments: Sequence[str], asked: AskedQuery, every: Sequence[str]
) -> tuple[tuple[str, ...], list[str]]:
    """The kinds that both the arguments and the operators allow, and a note if there are none."""
    chosen, without = asked.values("kind"), asked.values("kind", excludes=True)
    if not chosen and not without:
        return tuple(dict.fromkeys(arguments)), []
    left = [
        k
        for k in every
        if (k in SEARCH_KINDS or k in (*arguments, *chosen))
        and (not arguments or k in arguments)
        and (not chosen or k in chosen)
        and k not in without
    ]
    clash = f"kinds={','.join(arguments) or 'all'} and kind: in the query have nothing in common"
    return tuple(left), [] if left else [clash]


def _paths_with_status(asked: AskedQuery, decisions: Mapping[str, DecisionEntry]) -> tuple[set[str] | None, list[str]]:
    """The paths of decisions with an asked status, None if none is asked; and a note where no decision has it."""
    wanted, unwanted = asked.values("status"), asked.values("status", excludes=True)
    if not wanted and not unwanted:
        return None, []
    chosen = {path for path, entry in decisions.items() if not wanted or _has_status(entry, wanted)}
    chosen -= {path for path in chosen if unwanted and _has_status(decisions[path], unwanted)}
    if chosen:
        return chosen, []
    there = sorted({status_of(entry) for entry in decisions.values()} - {""})
    return chosen, [f"no decision has that status; there are: {', '.join(there) or 'no decisions'}"]


def _has_status(entry: DecisionEntry, statuses: Iterable[str]) -> bool:
    lower = [status.lower() for status in statuses]
    return status_of(entry) in lower or ("current" in lower and is_in_force(entry))


def _serves(path: str, said: Iterable[str], wanted: Iterable[str]) -> bool:
    """Whether a path belongs to a service: the text at it names one, or it is in the service's folder or file."""
    *folders, name = path.lower().split("/")
    known = {*folders, name.partition(".")[0], *(service.lower() for service in said)}
    return any(service.lower() in known for service in wanted)


def anywhere(narrowed: Narrowed) -> bool:
    """Whether commits may join the answer: the request names no kinds, paths, tags or places."""
    filters = narrowed.filters
    placed = filters.path or filters.within or filters.outside or filters.only is not None
    return not (narrowed.kinds or placed or filters.tags or filters.applies)


def is_about_all(request: RecallRequest, narrowed: Narrowed) -> bool:
    """Whether commits and discussions may join the answer: no kinds or places are named, and no pool's member asks."""
    words = narrowed.words.strip() and not narrowed.filters.asks_for_places
    return bool(words) and request.discussed and request.shared is None and anywhere(narrowed)


def asks_user(narrowed: Narrowed) -> bool:
    """Whether the user's own memories may be in the answer: the filters ask for no path and no status."""
    filters = narrowed.filters
    placed = filters.path or filters.within or filters.only is not None or filters.shared is not None
    return not placed and (not narrowed.kinds or MEMORY in narrowed.kinds)
