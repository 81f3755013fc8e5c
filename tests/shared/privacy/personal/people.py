"""Sentences that name a made-up person, in ten languages; what is in them is Faker's."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from faker import Faker

from scrubjay.privacy.personal.find import find_personal, iban_lengths

PHONE = {
    "en_US": "phone", "en_GB": "tel", "de_DE": "Telefon", "fr_FR": "Téléphone", "es_ES": "teléfono",
    "it_IT": "cellulare", "pt_BR": "celular", "nl_NL": "telefoon", "pl_PL": "tel.", "ja_JP": "電話",
}  # fmt: skip
LOCALES = tuple(PHONE)


@dataclass(frozen=True, slots=True)
class Named:
    """A sentence, and what of it leads to a person."""

    text: str
    kind: str
    value: str


def people(locale: str, count: int, seed: int) -> Iterator[Named]:
    """So many people of a country. A national phone number stands behind the word that announces one."""
    fake = Faker(locale)
    fake.seed_instance(seed)
    for _ in range(count):
        phone = fake.phone_number()
        announced = "" if phone.startswith("+") else f"{PHONE[locale]}: "
        iban = fake.iban()
        for kind, before, value in (
            ("e-mail address", "", fake.email()),
            ("e-mail address", "<", fake.company_email()),
            ("card number", "", fake.credit_card_number()),
            ("phone number", announced, phone),
            *([("IBAN", "", iban)] if len(iban) == iban_lengths().get(iban[:2]) else []),
        ):
            yield Named(f"{fake.sentence()} {before}{value}, {fake.sentence()}", kind, value)


def share_found(named: Iterable[Named]) -> dict[str, float]:
    """The share of each kind that is found as a whole."""
    hits: dict[str, list[bool]] = defaultdict(list)
    for one in named:
        start = one.text.index(one.value)
        hits[one.kind].append(
            any(found.start <= start and found.end >= start + len(one.value) for found in find_personal(one.text))
        )
    return {kind: sum(all_) / len(all_) for kind, all_ in hits.items()}
