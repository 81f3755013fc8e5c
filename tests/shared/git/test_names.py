"""A name of git is shown as it is, or with a mark in place of its secret; two names stay two."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from scrubjay.git.branches import branch_in_git
from scrubjay.git.process import Git
from scrubjay.privacy.secrets.masking import find_secrets
from scrubjay.privacy.secrets.shown_names import shown
from tests.conftest import Repo
from tests.shared.privacy.secrets.test_secrets import TOKENS

TOKEN = TOKENS["github-pat"]


@pytest.mark.parametrize("kind", [kind for kind, token in TOKENS.items() if "\n" not in token])
def test_no_secret_is_in_a_shown_name(kind: str) -> None:
    name = shown(f"fix/{TOKENS[kind]}")
    assert "[redacted-" in name
    assert find_secrets(name) == ()


@pytest.mark.parametrize(
    "name",
    [
        "main", "feature/SHOP-123-weigh-parcels", "release/v2.10.1", "dependabot/pip/urllib3-2.5.0", "Anna Berg",
        "Zoë O’Neill", "origin/renovate/node-22.x", "docs/adr/0007-authentication-strategy.md", "山田太郎", "a_b+c@d",
        "9fceb02d0ae598e95dc970b74767f19372d61af8",
    ],
)  # fmt: skip
def test_a_name_without_a_secret_is_shown_as_it_is(name: str) -> None:
    assert shown(name) == name


def test_two_names_of_which_only_the_secret_differs_stay_two_and_a_shown_one_stays_as_it_is() -> None:
    one, other = shown(f"fix/{TOKEN}"), shown(f"fix/{TOKEN[::-1][:-4]}{TOKEN}")
    assert one != other
    assert shown(one) == one
    assert len(one) < len("fix/[redacted-0000]") + 1


def test_git_is_asked_by_the_branchs_own_name(repo: Repo, git_in: Callable[[Path], Git]) -> None:
    repo.commit("first")
    for name in (f"fix/{TOKEN}", "fix/gate"):
        repo.git("branch", name)
        assert branch_in_git(git_in(repo.path), shown(name)) == name
    assert branch_in_git(git_in(repo.path), "fix/[redacted-0000]") == "fix/[redacted-0000]"


def test_a_plain_name_costs_no_scanner() -> None:
    code = (
        "import sys; from scrubjay.privacy.secrets.shown_names import shown; shown('fix/weigh-parcels-123');"
        "print('scrubjay.privacy.secrets.masking' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-I", "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
