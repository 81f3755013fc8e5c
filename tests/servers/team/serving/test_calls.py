"""What a token may not do: the advice makes a token that may do it, and all that this one may."""

import shlex
from itertools import combinations
from uuid import uuid4

import pytest

from scrubjay.errors import PermissionDenied
from scrubjay.model.pattern import pattern
from scrubjay_team.database.connecting import TeamCaller
from scrubjay_team.people.rights import ROLES, SCOPES, checked_role, checked_scopes, held
from scrubjay_team.serving.calls import check_scope

_COMMAND = pattern(r"`(scrubjay team [^`]+)`")


def followed(role: str, scopes: tuple[str, ...], message: str) -> tuple[str, tuple[str, ...]]:
    """The role and the scopes of the token that a member has once an owner did what a message says."""
    for command in map(shlex.split, _COMMAND.findall(message)):
        if command[2:4] == ["member", "role"]:
            role = checked_role(command[5])
        else:
            scopes = checked_scopes(command[6::2], checked_role(role))
    return role, scopes


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("needed", SCOPES)
def test_who_follows_the_advice_may_do_it_and_loses_nothing(role: str, needed: str) -> None:
    for scopes in (some for count in range(1, 4) for some in combinations(SCOPES, count)):
        caller = TeamCaller(
            token=uuid4(), member=uuid4(), member_name="ben", team=uuid4(), team_name="acme", role=role, scopes=scopes,
            projects=(),
        )  # fmt: skip
        if needed in held(role, scopes):
            check_scope("remember", needed, caller)
            continue
        with pytest.raises(PermissionDenied) as refused:
            check_scope("remember", needed, caller)
        assert {needed, *held(role, scopes)} <= set(held(*followed(role, scopes, str(refused.value)))), str(
            refused.value
        )
