"""What a browser says of itself becomes a short name, and nothing else of it is kept."""

import pytest

from scrubjay_team.signin.browsers import browser_name

CHROME = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36"


@pytest.mark.parametrize(
    ("agent", "name"),
    [
        (CHROME, "Chrome on Linux"),
        (f"{CHROME} Edg/140.0", "Edge on Linux"),
        ("Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox on Windows"),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Safari/604.1", "Safari on iPhone"),
        ("", "a browser"),
        ("<script>" * 1_000, "a browser"),
    ],
)
def test_a_browser_is_known_by_its_name_and_system(agent: str, name: str) -> None:
    assert browser_name(agent) == name
