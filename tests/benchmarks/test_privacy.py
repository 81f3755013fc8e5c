"""How much of what leads to a person is found, how often is a number taken for one, and at what cost?

pytest tests/benchmarks/test_privacy.py -m benchmark -s
"""

import time
from collections import Counter

import pytest

from scrubjay.privacy.personal.find import find_personal
from tests.shared.privacy.personal.lines import lines
from tests.shared.privacy.personal.people import LOCALES, people, share_found

KINDS = ("e-mail address", "card number", "phone number", "IBAN")


@pytest.mark.benchmark
def test_what_is_found_of_people_and_of_none() -> None:
    print(f"\n{'locale':8} " + " ".join(f"{kind:>15}" for kind in KINDS))
    texts = []
    for locale in LOCALES:
        named = list(people(locale, 200, seed=5))
        texts += [one.text for one in named]
        shares = share_found(named)
        print(f"{locale:8} " + " ".join(f"{shares.get(kind, float('nan')):15.3f}" for kind in KINDS))
    nobody = list(lines(10_000, seed=3))
    found = Counter(one.kind for line in nobody for one in find_personal(line))
    print(f"false alarms in {len(nobody):,} lines of logs, lock files and hex: {sum(found.values())} {dict(found)}")
    for name, some in (("people", texts), ("nobody", nobody)):
        started = time.process_time()
        for text in some:
            find_personal(text)
        taken = (time.process_time() - started) * 1000 / (sum(map(len, some)) / 1024)
        print(f"{name}: {taken:.2f} ms/KB")
    print("goals: .95 of each kind, .001 of the lines, .3 ms a KB")
