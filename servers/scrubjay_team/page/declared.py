"""The views of the page that are nobody else's: what a member finds, and what an owner looks after."""

from typing import Final

from scrubjay_team.page.route import OWNERS, REVIEWERS, WRITERS, PageRoute

_RUNS: Final = "scrubjay_team.page"

VIEW_PAGES: Final[tuple[PageRoute, ...]] = (
    PageRoute(
        method="GET", path="/", runs=f"{_RUNS}.today:today", link="Today", order=1, summary="What waits for you."
    ),
    PageRoute(
        method="GET", path="/search", runs=f"{_RUNS}.search:search", link="Search", order=2,
        summary="Search the repositories and memories that you are granted.",
    ),
    PageRoute(
        method="GET", path="/document", runs=f"{_RUNS}.search:document",
        summary="Read a file of a mirrored repository.",
    ),
    PageRoute(
        method="GET", path="/memories", runs=f"{_RUNS}.memories:listed", link="Memories", order=3,
        summary="What the team remembers.",
    ),
    PageRoute(
        method="GET", path="/memories/{id}", runs=f"{_RUNS}.memories:one", summary="A memory with its history."
    ),
    PageRoute(
        method="POST", path="/memories/{id}/choice", runs=f"{_RUNS}.memories:hand_on",
        summary="Let a memory of yours be handed over once you leave, or no longer.",
    ),
    PageRoute(
        method="GET", path="/handoffs", runs=f"{_RUNS}.handoffs:listed", link="Handoffs", order=6, roles=WRITERS,
        summary="Work that was handed over.",
    ),
    PageRoute(
        method="POST", path="/handoffs", runs=f"{_RUNS}.handoffs:leave", roles=WRITERS, summary="Hand a task over."
    ),
    PageRoute(
        method="POST", path="/handoffs/{id}", runs=f"{_RUNS}.handoffs:act", roles=WRITERS,
        summary="Refuse or withdraw a handoff.",
    ),
    PageRoute(
        method="GET", path="/repositories", runs=f"{_RUNS}.repositories:listed", link="Repositories", order=7,
        summary="The repositories, how fresh they are, and who may see them.",
    ),
    PageRoute(
        method="GET", path="/repositories/{id}", runs=f"{_RUNS}.repositories:one", roles=OWNERS,
        summary="Choose who may see a repository.",
    ),
    PageRoute(
        method="POST", path="/repositories/{id}", runs=f"{_RUNS}.repositories:grant", roles=OWNERS,
        summary="Choose who may see a repository.",
    ),
    PageRoute(
        method="GET", path="/members", runs=f"{_RUNS}.members:listed", link="Members", order=8,
        summary="Who is in the team, and in what role.",
    ),
    PageRoute(
        method="POST", path="/members/invite", runs=f"{_RUNS}.members:invite", roles=OWNERS, summary="Invite somebody."
    ),
    PageRoute(
        method="POST", path="/members/uninvite", runs=f"{_RUNS}.members:uninvite", roles=OWNERS,
        summary="Take an invitation back.",
    ),
    PageRoute(
        method="GET", path="/members/{id}", runs=f"{_RUNS}.members:one", roles=OWNERS,
        summary="Change a member's role, hand their work over, let them leave.",
    ),
    PageRoute(
        method="POST", path="/members/{id}", runs=f"{_RUNS}.members:act", roles=OWNERS,
        summary="Change a member's role, hand their work over, let them leave.",
    ),
    PageRoute(
        method="GET", path="/tokens", runs=f"{_RUNS}.tokens:listed", link="Tokens", order=9,
        summary="What signs in for you: tokens, programs and browsers.",
    ),
    PageRoute(method="POST", path="/tokens", runs=f"{_RUNS}.tokens:make", summary="Make a token."),
    PageRoute(method="POST", path="/tokens/end", runs=f"{_RUNS}.tokens:end", summary="End a token or a program."),
    PageRoute(
        method="GET", path="/usage", runs=f"{_RUNS}.usage:shown", link="Usage", order=10,
        summary="How much is asked and stored.",
    ),
    PageRoute(
        method="GET", path="/audit", runs=f"{_RUNS}.audit:shown", link="Audit", order=11, roles=REVIEWERS,
        summary="Who did what.",
    ),
)  # fmt: skip
