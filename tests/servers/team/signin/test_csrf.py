"""A form is taken only with the field of its own session."""

import pytest

from scrubjay_team.errors import NotGranted
from scrubjay_team.people.secret import new_session
from scrubjay_team.signin.csrf import check_csrf, csrf_of


def test_the_field_of_a_session_is_its_own_and_tells_nothing_of_it() -> None:
    session, other = new_session()[0], new_session()[0]
    field = csrf_of(session)
    assert field == csrf_of(session)
    assert len(field) == 43
    assert field != csrf_of(other)
    assert session.removeprefix("sj_ses_") not in field
    check_csrf(field, field)


@pytest.mark.parametrize("given", ["", "x", "é", "other"])
def test_another_field_is_refused(given: str) -> None:
    field = csrf_of(new_session()[0])
    with pytest.raises(NotGranted, match="nothing was done"):
        check_csrf(field, csrf_of(new_session()[0]) if given == "other" else given)


def test_without_a_session_no_field_is_right() -> None:
    with pytest.raises(NotGranted):
        check_csrf("", "")
