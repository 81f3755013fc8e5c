"""Which addresses name something to watch?"""

import pytest

from scrubjay.errors import UsageError
from scrubjay.extensions.kinds.watched import Watched, watched_at
from scrubjay_watch.declared import RESOURCES
from scrubjay_watch.watching import named


@pytest.mark.parametrize(
    ("address", "name", "value"),
    [
        ("scrubjay://task/HEAD", "task", "HEAD"),
        ("scrubjay://task/feature/owl%20box", "task", "feature/owl box"),
        ("scrubjay://memories/*", "memories", "*"),
        ("scrubjay://memories/team/ops", "memories", "team/ops"),
    ],
)
def test_an_address_has_a_kind_and_a_value(address: str, name: str, value: str) -> None:
    assert watched_at(address, RESOURCES) == Watched(address, name, value)


@pytest.mark.parametrize(
    "address",
    ["", "task/main", "scrubjay://task/", "scrubjay://document/README.md", "scrubjay://task/%00", "scrubjay://TASK/main",
     f"scrubjay://task/{'x' * 500}", "http://task/main"],
)  # fmt: skip
def test_any_other_address_names_nothing(address: str) -> None:
    assert watched_at(address, RESOURCES) is None


def test_a_person_names_it_shorter_and_is_told_what_there_is() -> None:
    assert named("memories/ops", RESOURCES).uri == "scrubjay://memories/ops"
    with pytest.raises(UsageError, match=r"called 'owls'. There are: task/\{name\}, memories/\{tag\}"):
        named("owls", RESOURCES)
