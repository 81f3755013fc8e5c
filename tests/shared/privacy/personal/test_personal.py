"""What leads to a person is found, and numbers that don't are left alone. People are Faker's, made as the test runs."""

import pytest
from faker import Faker

from scrubjay.privacy.personal.find import find_personal, iban_lengths, luhn, mask_personal
from scrubjay.privacy.personal.policy import masked_memory, masked_turn, personal_warning, without_addresses
from tests.shared.privacy.personal.lines import lines
from tests.shared.privacy.personal.people import LOCALES, people, share_found


@pytest.mark.parametrize("locale", LOCALES)
def test_nearly_all_of_what_is_well_formed_is_found(locale: str) -> None:
    shares = share_found(people(locale, 40, seed=11))
    assert min(shares.values()) >= 0.95, shares


def test_logs_lock_files_and_checksums_hold_nobody() -> None:
    found = [one.kind for line in lines(4_000, seed=5) for one in find_personal(line)]
    assert len(found) <= 4, found


@pytest.mark.parametrize(
    "text",
    [
        "bytes=4155552671",
        "+4155552671",
        "@@ -1,5 +12345678,9 @@",
        "1.0.0+20130313144700",
        "lodash@4.17.21.tgz and @babel/core@7.0.0-beta.1",
        "git@github.com:jay/magpie.git",
        "12345+jay@users.noreply.github.com",
        "noreply@example.org",
        "image@2x.png getty@tty1.service",
        "@property.setter",
        "telemetry 9635588",
        "phone: 2024-01-01",
        "tel 127.0.0.1",
        "4111 1111 1111 1112",
        "DE89 3704 0044 0532 0130 01",
        "sha256:4111111111111111aabbcc",
        "UTC+05:30 and 1e+10000000",
    ],
)
def test_what_only_looks_like_a_person_is_left_alone(text: str) -> None:
    assert find_personal(text) == ()


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("ask anna.berg@magpie.dev for it", "e-mail address"),
        ("<mailto:anna@magpie.co.uk>", "e-mail address"),
        ("card 4111 1111 1111 1111, 12/28", "card number"),
        ("pay to DE89 3704 0044 0532 0130 00 today", "IBAN"),
        ("IBAN GB82WEST12345698765432.", "IBAN"),
        ("call +44 20 7946 0958 before noon", "phone number"),
        ("Anna's phone number is 020 7946 0958", "phone number"),
        ('"home_phone": "(415) 555-2671 x12"', "phone number"),
        ("Tel.: 030/901820", "phone number"),
    ],
)
def test_what_leads_to_a_person_is_found_and_masked(text: str, kind: str) -> None:
    assert [one.kind for one in find_personal(text)] == [kind]
    masked, count = mask_personal(f"before\n{text}\nafter")
    assert count == 1
    assert f"[personal: {kind}]" in masked
    assert masked.startswith("before\n")
    assert masked.endswith("\nafter")


def test_one_setting_says_what_is_done() -> None:
    text = "Anna's phone is +44 20 7946 0958"
    assert [masked_turn(text, one) == text for one in ("auto", "mask", "flag", "off")] == [False, False, True, True]
    assert [masked_memory(text, one) == text for one in ("auto", "mask", "flag", "off")] == [True, False, True, True]
    assert [bool(personal_warning(text, one)) for one in ("auto", "mask", "flag", "off")] == [True, False, True, False]
    assert "phone number" in personal_warning(text, "auto")
    assert personal_warning("The build takes 30 s", "auto") == ""


def test_authors_keep_their_names_and_lose_their_addresses() -> None:
    text = "Sort parcels\n\nCo-authored-by: Anna Berg <anna@magpie.dev>\nSigned-off-by: jay@magpie.dev"
    assert without_addresses(text) == "Sort parcels\n\nCo-authored-by: Anna Berg\nSigned-off-by: [address]"


@pytest.mark.parametrize("address", ["7+bob@users.noreply.github.com", "noreply@magpie.dev", "bob@localhost"])
def test_an_address_behind_a_name_goes_whatever_made_it(address: str) -> None:
    assert without_addresses(f"Co-authored-by: Bob <{address}>") == "Co-authored-by: Bob"


def test_faker_and_our_checks_agree_on_what_is_well_formed() -> None:
    fake = Faker("de_DE")
    fake.seed_instance(3)
    assert all(luhn(fake.credit_card_number("visa16")) for _ in range(20))
    assert all(len(fake.iban()) == iban_lengths()["DE"] for _ in range(20))


def test_a_hostile_text_costs_no_more_than_its_length() -> None:
    import time

    def cost(size: int) -> float:
        started = time.process_time()
        for unit in ("a@", "a.", "+1 ", "tel ", "4 ", "1", "DE00 ", "phone:", "+49(", "1-"):
            find_personal(unit * (size // len(unit)))
        return time.process_time() - started

    cost(1000)
    assert cost(80_000) < 12 * cost(20_000) + 0.2
