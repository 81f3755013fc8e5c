"""A token's text has 256 random bits behind its prefix; what hasn't its form is nobody's."""

import hashlib
import re

import pytest

from scrubjay.privacy.secrets.masking import masked_text
from scrubjay_team.people.secret import digest_of, new_invitation, new_token


def test_a_token_and_its_digest_belong_together_and_no_two_are_alike() -> None:
    made = [new_token() for _ in range(200)]
    assert len({text for text, _ in made}) == 200
    for text, digest in made:
        assert re.fullmatch(r"sj_pat_[0-9A-Za-z]{43}", text)
        assert digest == digest_of(text) == hashlib.sha256(text.encode()).digest()


def test_an_invitation_is_told_from_a_token() -> None:
    text, digest = new_invitation()
    assert text.startswith("sj_inv_")
    assert digest == digest_of(text)


@pytest.mark.parametrize(
    "change", [str.upper, str.strip, lambda text: text + "\n", lambda text: text[:-1], lambda _: ""]
)
def test_what_has_no_tokens_form_has_no_digest(change: object) -> None:
    text, digest = new_token()
    changed = change(text)  # type: ignore[operator]
    assert digest_of(changed) == (digest if changed == text else b"")
    assert digest_of("sj_pat_" + "é" * 43) == b""


@pytest.mark.parametrize(
    "around", ["{}", "see {}.", "export TOKEN={}", "Authorization: Bearer {}", "https://x.org/?t={}", "foo({})\n"]
)
def test_a_token_is_masked_wherever_the_memory_meets_it(around: str) -> None:
    for make in (new_token, new_invitation):
        for text, _ in (make() for _ in range(20)):
            assert text not in masked_text(around.format(text))
