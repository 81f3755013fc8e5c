"""What is installed beside scrubjay: bounded where a major release could break it, and pinned for CI."""

import re
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path

import grimp
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

from scrubjay.cli.offered import EXTRAS
from tests.project.trees import PRODUCT

TOP = Path(__file__).parents[2]
PROJECT = tomllib.loads((TOP / "pyproject.toml").read_text(encoding="utf-8"))["project"]
ASKED = [
    Requirement(line)
    for lines in (PROJECT["dependencies"], *PROJECT["optional-dependencies"].values())
    for line in lines
    if not line.startswith(("scrubjay[", "types-"))
]
PINNED = [
    Requirement(line)
    for line in (TOP / ".ci/constraints.txt").read_text(encoding="utf-8").splitlines()
    if not line.startswith("#")
]
NOT_TESTED = {"sentence-transformers"}
"""Its tests are opt-in: it brings torch."""
BROUGHT = {
    "joserfc": "authlib", "mcp_types": "mcp", "markupsafe": "jinja2", "psycopg_pool": "psycopg",
    "opentelemetry": "opentelemetry-sdk", "huggingface_hub": "sentence-transformers",
    "transformers": "sentence-transformers",
}  # fmt: skip
"""Modules that the product imports and another requirement brings, by which."""


def test_a_plain_install_asks_for_few_packages() -> None:
    direct = [Requirement(line).name for line in PROJECT["dependencies"]]
    assert len([name for name in direct if not name.startswith("tree-sitter")]) <= 21


def test_what_commands_ask_for_is_what_the_extras_bring() -> None:
    for extra, modules in EXTRAS.items():
        brought = {Requirement(line).name for line in PROJECT["optional-dependencies"][extra]}
        assert {*map(canonicalize_name, brought)} == {canonicalize_name(BROUGHT.get(one, one)) for one in modules}
        assert f"scrubjay[{','.join(['code', *sorted(EXTRAS)])}]" in PROJECT["optional-dependencies"]["dev"]


def test_every_requirement_has_an_upper_bound() -> None:
    unbounded = [str(one) for one in ASKED if not {spec.operator for spec in one.specifier} & {"<", "<=", "=="}]
    assert unbounded == []


def test_ci_pins_every_requirement_to_a_version_that_is_allowed() -> None:
    pins = {canonicalize_name(one.name): one for one in PINNED}
    for asked in ASKED:
        if asked.name not in NOT_TESTED:
            (pin,) = pins[canonicalize_name(asked.name)].specifier
            assert pin.operator == "=="
            assert asked.specifier.contains(Version(pin.version)), asked


def test_the_pins_name_packages_alone_and_ci_uses_them() -> None:
    text = (TOP / ".ci/constraints.txt").read_text(encoding="utf-8")
    assert not re.search(r"https?://|--index|@ |file:|^-", text, re.MULTILINE)
    assert "scrubjay" not in [canonicalize_name(one.name) for one in PINNED]
    assert 'PIP_CONSTRAINT="$PWD/.ci/constraints.txt"' in (TOP / ".ci/run").read_text(encoding="utf-8")


def test_what_the_product_imports_is_installed_with_it() -> None:
    """What a developer's environment has by hand would hide it: a package of the dev extra counts as absent."""
    graph = grimp.build_graph(*PRODUCT, include_external_packages=True, cache_dir=None)
    modules = {name.split(".")[0] for name in graph.modules} - {*PRODUCT} - sys.stdlib_module_names
    extras = [
        PROJECT["optional-dependencies"][name]
        for name in ("st", "multilingual", "code", "ui", "sync", "team", "archive")
    ]
    named = {
        canonicalize_name(Requirement(line).name) for lines in (PROJECT["dependencies"], *extras) for line in lines
    }
    owners = packages_distributions()
    absent = {
        module for module in modules if not {canonicalize_name(owner) for owner in owners.get(module, [module])} & named
    }
    assert absent == BROUGHT.keys()
