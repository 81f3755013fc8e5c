"""Clones that joined unasked are named by doctor, with what to do about each."""

from dataclasses import dataclass
from typing import cast

from scrubjay.doctor.clones import unasked
from scrubjay.projects.registry import ProjectRegistry


@dataclass(frozen=True, slots=True)
class Registry:
    """Stands for a home that knows such clones."""

    found: tuple[tuple[str, str], ...]

    def joined_without_consent(self) -> tuple[tuple[str, str], ...]:
        return self.found


def test_each_is_named_with_its_project_and_the_two_ways_out() -> None:
    check = unasked(cast("ProjectRegistry", Registry((("/a/.git", "shop"), ("/b/.git", "shop")))))
    assert check.ok
    assert "/a/.git (shop); /b/.git (shop)" in check.found
    assert "project join" in check.do
    assert "uninstall" in check.do


def test_without_any_nothing_is_to_be_done() -> None:
    assert unasked(cast("ProjectRegistry", Registry(()))).do == ""
