"""What does masking leave behind? Every place of a secret goes, every line stays. Tokens are built at run time."""

from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scrubjay.privacy.secrets.find import MOST, by_automaton, by_loop, find_secrets, required_words, rules_fingerprint
from scrubjay.privacy.secrets.masking import RULES_VERSION, mask

BODY = "MIIBVQIBADANBgkqhkiG9w0BAQEFAASCAT8wggE7AgEAAkEAq7BFUpkGp3Q4Lmd\n"
BEGIN = "-----BEGIN RSA " + "PRIVATE KEY-----"
END = "-----END RSA " + "PRIVATE KEY-----"
MAILCHIMP = "0123456789abcdef" * 2 + "-us" + "12"
ASSIGNED = "api_token: " + "f3k29dk3l4m5" + "n6b7v8c9x0z1"


def test_a_token_that_stands_twice_on_a_line_is_masked_twice() -> None:
    masked = mask(f"old {MAILCHIMP}, new {MAILCHIMP}.")
    assert MAILCHIMP not in masked.text
    assert (masked.lines, len(masked.kinds)) == (1, 2)


def test_a_private_key_is_masked_up_to_its_end_and_no_line_is_lost() -> None:
    text = f"before\n{BEGIN}\n{BODY * 200}{END}\nafter\n"
    masked = mask(text)
    assert masked.text.split("\n")[0] == "before"
    assert masked.text.endswith("\nafter\n")
    assert "MIIB" not in masked.text
    assert masked.text.count("\n") == text.count("\n")
    assert (masked.lines, masked.kinds) == (202, ("private-key",))


def test_a_private_key_without_an_end_takes_only_its_own_lines_along() -> None:
    masked = mask(f"{BEGIN}\n{BODY * 3}\nThe rest is cut off here, and this text stays.\n")
    assert "MIIB" not in masked.text
    assert masked.text.endswith("\nThe rest is cut off here, and this text stays.\n")


@pytest.mark.parametrize("end", ["\r\n", "\r", "\u2028", "\x85"])
def test_line_ends_of_any_kind_stay_inside_a_masked_key(end: str) -> None:
    text = f"{BEGIN}\n{BODY * 3}{END}\nafter".replace("\n", end)
    assert "private-key" in mask(text).kinds
    assert len(mask(text).text.splitlines()) == len(text.splitlines())


def test_beyond_the_most_findings_the_rest_of_the_text_is_masked() -> None:
    text = "".join(f"{ASSIGNED}{number}\n" for number in range(MOST + 10))
    masked = mask(text)
    assert "f3k29dk3" not in masked.text
    assert len(masked.kinds) == MOST
    assert masked.kinds[-1] == "too-many-secrets"
    assert masked.text.count("\n") == text.count("\n")


def test_what_looks_like_a_token_inside_an_image_is_left_alone() -> None:
    token = "AK" + "IA" + "Z7Q3W5E2R4T6Y7U2"
    image = "data:image/png;base64," + "iVBORw0KGgoAAAANSUhEUgAA" * 10 + f"/{token}/" + "q83vEjRWeJq83v+Sg" * 10
    assert find_secrets(f"![a picture]({image})") == ()
    assert find_secrets(f"![a picture](i.png) {token}") != ()


def test_letters_that_only_look_alike_change_nothing_between_the_pre_filters() -> None:
    for text in ("\u017fquare_key = " + "a1b2c3d4" * 4, "to\u212aen = " + "a1b2c3d4" * 4, "\u0130fl" + "a1" * 20):
        everything = find_secrets(text, filter=lambda _: set(required_words()))
        assert find_secrets(text, filter=by_loop) == find_secrets(text, filter=by_automaton) == everything


@settings(max_examples=60, derandomize=True, deadline=None, database=None)
@given(
    st.lists(
        st.one_of(
            st.sampled_from(
                [MAILCHIMP, ASSIGNED, BEGIN, END, BODY, "password='", "'", "\n", "\r\n", "curl -u a:", "://"]
            ),
            st.text(max_size=12),
        ),
        max_size=12,
    ).map("".join)
)
def test_masking_any_text_keeps_its_lines_and_what_stands_between_findings(text: str) -> None:
    found, masked = find_secrets(text), mask(text)
    assert all(before.end <= after.start for before, after in pairwise(found))
    assert all(0 <= one.start < one.end <= len(text) for one in found)
    assert all(one.line == text.count("\n", 0, one.start) + 1 for one in found)
    assert masked.text.count("\n") == text.count("\n")
    assert masked.kinds == tuple(one.kind for one in found)
    for before, after in pairwise(found):
        assert text[before.end : after.start] in masked.text


def test_threads_that_start_together_find_the_same() -> None:
    text = f"{ASSIGNED}\n{MAILCHIMP}\n{BEGIN}\n{BODY}{END}\n"
    with ThreadPoolExecutor(4) as pool:
        assert len(set(pool.map(find_secrets, [text] * 8))) == 1


def test_the_rules_have_the_fingerprint_that_is_written_down() -> None:
    assert rules_fingerprint() == RULES_VERSION, "the rules have changed: write the new fingerprint into masking.py"
