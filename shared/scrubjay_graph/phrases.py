"""The words by which a question names relations, and how each is said of the other end; pure."""

import re
from typing import Final

from scrubjay.model.pattern import pattern
from scrubjay_graph.model import EdgeKind

_BE: Final = r"(?:is|are|was|were|been|got|gets)?\s*"
_F, _B = True, False
NAMING: Final = (EdgeKind.CITES, EdgeKind.LINKS)
DEPENDING: Final = (EdgeKind.DEPENDS, EdgeKind.IMPORTS)
USING: Final = (*DEPENDING, EdgeKind.CALLS, EdgeKind.EXTENDS)
CHECKING: Final = (EdgeKind.TESTS, EdgeKind.IMPORTS, EdgeKind.CALLS)
PHRASES: Final[tuple[tuple[str, tuple[EdgeKind, ...], bool], ...]] = (
    (rf"{_BE}(?:superseded|replaced) by", (EdgeKind.SUPERSEDES,), _B),
    (r"supersed(?:es?|ed|ing)|replac(?:es?|ed|ing)", (EdgeKind.SUPERSEDES,), _F),
    (rf"{_BE}amended by", (EdgeKind.AMENDS,), _B),
    (r"amend(?:s|ed|ing)?", (EdgeKind.AMENDS,), _F),
    (rf"{_BE}(?:needed|required|depended on) by", DEPENDING, _B),
    (r"depend(?:s|ed|ing)? (?:up)?on|need(?:s|ing)?|requir(?:es?|ing)|rel(?:y|ies|ying) on", DEPENDING, _F),
    (rf"{_BE}used (?:by|in)", USING, _B),
    (r"us(?:es?|ing)", USING, _F),
    (rf"{_BE}imported (?:by|from|in)|{_BE}included (?:by|from|in)", (EdgeKind.IMPORTS,), _B),
    (r"import(?:s|ed|ing)?|includ(?:es?|ed|ing)", (EdgeKind.IMPORTS,), _F),
    (rf"{_BE}(?:defined|declared) (?:by|in)", (EdgeKind.DEFINES,), _B),
    (r"defin(?:es?|ed|ing)|declar(?:es?|ed|ing)", (EdgeKind.DEFINES,), _F),
    (rf"{_BE}(?:called|invoked) (?:by|from|in)", (EdgeKind.CALLS,), _B),
    (r"call(?:s|ed|ing)?|invok(?:es?|ed|ing)", (EdgeKind.CALLS,), _F),
    (rf"{_BE}(?:extended|implemented|inherited|subclassed|derived) (?:by|in|from)", (EdgeKind.EXTENDS,), _B),
    (r"extend(?:s|ed|ing)?|implement(?:s|ed|ing)?|inherit(?:s|ed|ing)?(?: from)?|subclass(?:es|ed|ing)?|"
     r"deriv(?:es?|ed|ing) from", (EdgeKind.EXTENDS,), _F),
    (rf"{_BE}(?:tested|covered|exercised) (?:by|in)", CHECKING, _B),
    (r"tests?|testing|tested|cover(?:s|ed|ing)?|exercis(?:es?|ing)", CHECKING, _F),
    (rf"{_BE}linked (?:from|by|in|to by)", (EdgeKind.LINKS,), _B),
    (r"link(?:s|ed|ing)? to|(?:point|direct|lead|send)(?:s|ed|ing)? (?:(?:the |a )?(?:reader|user)s? |you )?(?:to|at)",
     (EdgeKind.LINKS,), _F),
    (rf"{_BE}(?:cited|mentioned|referenced|named|documented|described) (?:by|in|from)", NAMING, _B),
    (r"cit(?:es?|ed|ing)|mention(?:s|ed|ing)?|referenc(?:es?|ed|ing)|refer(?:s|red|ring)? to|leans? on|nam(?:es?|ing)|"
     r"discuss(?:es|ed|ing)?|describ(?:es?|ed|ing)|documents?", NAMING, _F),
    (rf"{_BE}(?:touched|changed|modified|edited) (?:by|in)", (EdgeKind.TOUCHES,), _B),
    (r"(?:last |first |most |recently )*(?:touch(?:es|ed|ing)?|chang(?:es?|ed|ing)|modif(?:y|ies|ied|ying)|"
     r"edit(?:s|ed|ing)?|worked on|works on|contributed to|knows)", (EdgeKind.TOUCHES,), _F),
    (rf"{_BE}merged as", (EdgeKind.MERGED,), _F),
    (rf"{_BE}(?:brought|merged) by", (EdgeKind.MERGED,), _B),
    (rf"{_BE}reverted (?:by|in)", (EdgeKind.REVERTS,), _B),
    (r"reverts?|reverted|reverting", (EdgeKind.REVERTS,), _F),
    (rf"{_BE}(?:written|authored|made|committed) by|by", (EdgeKind.WROTE,), _B),
    (r"wrote|writes?|authored|committed|made|created", (EdgeKind.WROTE,), _F),
    (rf"{_BE}(?:owned|maintained) by", (EdgeKind.OWNS,), _B),
    (rf"{_BE}(?:reviewed|approved) by", (EdgeKind.OWNS,), _B),
    (r"owns?|maintains?|owning|reviews?|approves?|(?:is|are) responsible for", (EdgeKind.OWNS,), _F),
    (rf"{_BE}(?:affected|hit) by|concerned by", (EdgeKind.CONCERNS,), _B),
    (r"concern(?:s|ing)?|affect(?:s|ed|ing)?|hit", (EdgeKind.CONCERNS,), _F),
    (r"(?:(?:is|are) )?about", (EdgeKind.CONCERNS, *NAMING), _F),
)  # fmt: skip
"""What a relation is called, which it is, and whether what stands before the words is its source."""

_ENDING: Final[tuple[tuple[str, str], ...]] = (
    (r"supersed(?:e|es|ed)|replac(?:e|es|ed)", "superseded by"),
    (r"amend(?:s|ed)?", "amended by"),
    (r"depend(?:s|ed)?(?: on)?|needs?|requires?|rel(?:y|ies) on", "needed by"),
    (r"uses?", "used by"),
    (r"imports?|includes?", "imported by"),
    (r"defines?|declares?|contains?", "defined in"),
    (r"calls?|invokes?", "called by"),
    (r"extends?|implements?|inherits?(?: from)?|subclass(?:es)?|derives? from", "extended by"),
    (r"tests?|covers?", "tested by"),
    (r"links?(?: to)?|points?(?: to)?", "linked from"),
    (r"cites?|mentions?|references?|refers? to|names?", "cited by"),
    (r"touch(?:es|ed)?|changed?|changes|modif(?:y|ies|ied)|edit(?:s|ed)?", "touched by"),
    (r"owns?|maintains?", "owned by"),
    (r"wrote|writes?|authored|made|committed", "written by"),
    (r"reverts?|reverted", "reverted by"),
)
"""How a relation is said whose source stands before it at a question's end, as in "what does app.py import"."""

_OF_THINGS: Final = (
    r"import|includ|call|invok|us(?:e|es)\b|need|requir|depend|rel(?:y|ies)|extend|implement|inherit|subclass|deriv|"
    r"link|point|cit(?:e|es)|mention|referenc|refer|test|cover|exercis|defin|declar|supersed|replac"
)

_NOUNS: Final[tuple[tuple[str, str], ...]] = (
    (r"callers? of", "what calls {}"),
    (r"(?:callees?|calls) (?:of|from|in|by)", "what is called by {}"),
    (r"importers? of", "files that import {}"),
    (r"(?:imports|dependencies|requirements|includes) (?:of|in|from|for)", "what is needed by {}"),
    (r"(?:dependents|dependants|users|usages?|uses|consumers|clients) of", "what uses {}"),
    (r"(?:subclasses|subclass|subtypes|implementations?|implementers?|implementors?|children|descendants) (?:of|for)",
     "symbols that extend {}"),
    (r"(?:base classes|base class|superclass(?:es)?|bases?|parents?(?: class(?:es)?)?|supertypes?) of",
     "symbols extended by {}"),
    (r"(?:unit |integration )?tests? (?:files? )?(?:of|for|covering)", "tests that test {}"),
    (r"what (?:tests|covers|exercises)(?!\s+(?:test|cover|exercis|that|import|call|use|of|for)\w*\s)",
     "tests that test {}"),
    (r"(?:authors?|contributors?|committers?|editors?|experts?) (?:of|to|for|on)", "who changed {}"),
    (r"(?:owners?|maintainers?|code ?owners?|reviewers?|approvers?) (?:of|for)", "who owns {}"),
    (r"whose (?:review|approval) (?:(?:do|must|should) (?:i|we) (?:need|get|have)|is (?:needed|required)) "
     r"(?:for|to change)", "who owns {}"),
    (r"(?:backlinks?|links|inbound links) to", "documents that link to {}"),
    (r"(?:links|outgoing links|outbound links) (?:of|in|from)", "what is linked from {}"),
    (r"(?:references|mentions|citations) (?:of|to)", "what mentions {}"),
    (r"(?:symbols|functions|classes|methods|types|definitions) (?:in|inside)", "symbols defined in {}"),
    (r"(?:history|changes|last change|last commit|latest commits?) (?:of|to|in|for)", "commits that touch {}"),
)  # fmt: skip
"""Nouns that say a relation, as "callers of"."""

_BEFORE_NOUN: Final = r"(?:the |all |which are the |wh[oa]t? (?:are|is) the |list |show |find )*"
_NOUN_FORMS: Final = tuple(
    (pattern(rf"{_BEFORE_NOUN}(?:{noun})\s+(?P<name>\S.*)\Z", re.IGNORECASE), said) for noun, said in _NOUNS
)
_NAMED: Final = (
    r"(?:(?:the|an|a)\s+)?(?P<name>(?!(?:that|which|who)\b)\S+|\"[^\"]+\"|'[^']+'|`[^`]+`|"
    r"(?:class|function|method|file|module|symbol|service) \S+)"
)
_END: Final = "|".join(f"(?P<v{n}>{verbs})" for n, (verbs, _) in enumerate(_ENDING))
_DOES: Final = pattern(
    rf"(?P<kind>what|whom|who|(?:which|what) [a-z]+(?: requests?)?)\s+(?:all )?(?:do|does|did|has|have|is|are)\s+"
    rf"(?P<deep>(?:transitively|indirectly) )?{_NAMED}\s+(?P<deeper>(?:transitively|indirectly) )?(?:{_END})\Z",
    re.IGNORECASE,
)
_THAT: Final = pattern(
    rf"(?:the |all |which |what )?(?P<kind>[a-z]+)\s+(?:that |which )?(?P<deep>(?:transitively|indirectly) )?"
    rf"{_NAMED}\s+(?P<deeper>(?:transitively|indirectly) )?(?:{_END})\Z",
    re.IGNORECASE,
)
_WHO: Final = pattern(rf"(?:who|whoever|which|whose)\s+(?P<rest>(?:all |else )?(?:{_OF_THINGS}).*)\Z", re.IGNORECASE)
_WHEN: Final = pattern(
    rf"when (?:was|were|did|has)\s+{_NAMED}\s+(?:been )?(?:last |first )?"
    r"(?:changed?|modified|edited|touched|updated|written|created|added)\Z",
    re.IGNORECASE,
)
_WHERE_USED: Final = pattern(
    rf"(?:where|how|is|are)\s+(?:(?:is|are|was|were)\s+)?{_NAMED}\s+"
    r"(?:(?P<calls>called|invoked)|(?P<imports>imported|included)|(?P<tests>tested|covered)|"
    r"(?P<mentions>mentioned|documented|described|referenced|cited)|(?P<extends>extended|implemented by|subclassed)|"
    r"(?P<uses>used|needed|required))\Z",
    re.IGNORECASE,
)
_WHERE: Final = pattern(
    r"(?:where\s+(?:(?:is|are|was|were|do|does|did|can i find|to find)\s+)?|(?:the )?definitions? of\s+|"
    r"(?:which|what) file (?:defines|declares|has|contains)\s+)"
    r"(?:(?:we|you) (?:define|declare)\s+)?(?:the )?(?:definition of |definitions of )?"
    r"(?P<name>\S.*?)(?:\s+(?:defined|declared|implemented|located|live|lives|found|kept|stand|stands))?\Z",
    re.IGNORECASE,
)
_PATHS: Final = tuple(pattern(form, re.IGNORECASE) for form in (
    r"(?:what|who|which)(?: things?| files?| documents?)? (?:links|connects|relates|joins|ties)\s+(?!to\b)(?:both )?"
    r"(?P<a>\S.*?)\s+(?:and|with|to)\s+(?P<b>\S.*)",
    r"how (?:is|are|does|do|can)\s+(?P<a>\S.*?)\s+(?:and|to|with)\s+(?P<b>\S.*?)\s+"
    r"(?:related|connected|linked|hang together|relate|connect)(?: to each other)?",
    r"how (?:is|are)\s+(?P<a>\S.*?)\s+(?:related|connected|linked|tied) (?:to|with)\s+(?P<b>\S.*)",
    r"how (?:does|do|can)\s+(?P<a>\S+)\s+(?:reach|get to|lead to|depend on|use|call|come to|relate to|import|"
    r"connect to|link to)\s+(?P<b>\S+)",
    r"(?:the |shortest |a |show )*(?:path|way|connection|link|relation|route)s?\s+(?:from|between)\s+(?P<a>\S.*?)\s+"
    r"(?:and|to)\s+(?P<b>\S.*)",
    r"(?:does|do|did|is|are)\s+(?P<a>\S+)\s+(?:transitively |indirectly )?(?:imports?|calls?|uses?|depends? on|"
    r"depending on|links? to|cites?|extends?|implements?|mentions?|needs?|tests?|related to|connected to|linked to)"
    r"\s+(?P<b>\S+)",
))  # fmt: skip


MOST: Final = 300
"""Characters of a question that may have another form than KINDS RELATION NAME."""


def asked_way(text: str) -> tuple[str, str]:
    """The two ends of a question such as "what links A and B"; both empty for any other question."""
    for form in _PATHS if len(text) <= MOST else ():
        if match := form.fullmatch(text):
            return match["a"].strip(), match["b"].strip()
    return "", ""


def asked_place(text: str) -> str:
    """The name in a question such as "where is F defined"; empty for any other question."""
    match = None if len(text) > MOST or _WHERE_USED.match(text) else _WHERE.match(text)
    return match["name"].strip() if match else ""


def reworded_question(text: str) -> str:
    """A question in words that begin with kinds and a relation: "callers of f" is "what calls f"."""
    if len(text) > MOST:
        return text
    for form, said in _NOUN_FORMS:
        if match := form.match(text):
            return said.format(match["name"])
    if match := _WHEN.match(text):
        return f"commits that touch {match['name']}"
    if match := _WHERE_USED.match(text):
        verb = next(verb for verb in ("calls", "imports", "tests", "mentions", "extends", "uses") if match[verb])
        return f"{'tests that test' if verb == 'tests' else f'what {verb}'} {match['name']}"
    if match := _DOES.match(text) or _THAT.match(text):
        said = next(said for n, (_, said) in enumerate(_ENDING) if match[f"v{n}"])
        kind = re.sub(r"(?i)\A(?:which|what)\s+", "", match["kind"])
        kind = "what" if kind.lower() in ("who", "whom") and said != "written by" else kind
        deep = "transitively " if match["deep"] or match["deeper"] else ""
        return f"{kind} {deep}{said} {match['name']}"
    if match := _WHO.match(text):
        return f"what {match['rest']}"
    return text
