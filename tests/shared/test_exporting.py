"""The names that a package offers are found, and importing the package imports none of their modules."""

import subprocess
import sys
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages

import pytest

import scrubjay
from scrubjay.exporting import exported

PACKAGES = [
    package.name
    for package in walk_packages(scrubjay.__path__, "scrubjay.")
    if package.ispkg and "exported" in vars(import_module(package.name))
]


@pytest.mark.parametrize("name", PACKAGES)
def test_every_name_that_a_package_offers_is_found_and_is_no_module_of_it(name: str) -> None:
    package = import_module(name)
    folder = Path(str(package.__file__)).parent
    assert all(getattr(package, offered) is not None for offered in package.__all__)
    taken = [offered for offered in package.__all__ if (folder / f"{offered}.py").exists()]
    assert taken == [], "once that module is imported, the package's name is the module"


@pytest.mark.parametrize("name", PACKAGES)
def test_a_package_imports_its_modules_when_their_names_are_used(name: str) -> None:
    code = f"import sys, {name}; print([m for m in sys.modules if m.startswith('{name}.')])"
    done = subprocess.run([sys.executable, "-I", "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_a_name_that_a_package_does_not_offer_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="module 'parcels' has no attribute 'crate'"):
        exported("parcels", {})("crate")
    with pytest.raises(ImportError, match="crate"):
        from scrubjay.recall import crate  # type: ignore[attr-defined]  # noqa: F401
