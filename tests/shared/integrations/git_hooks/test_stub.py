"""Where the block goes in a hook, and that it comes out again byte for byte."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scrubjay.integrations.git_hooks.stub import (
    HookCommand,
    installed_block,
    render,
    unfit_reason,
    with_block,
    without_block,
)

CALLER = HookCommand(("/usr/bin/py thon",), Path("/home/a'b"))
TEMPLATE = "# >>> scrubjay {origin}{owner}: x\nSCRUBJAY_HOME={home}\n{start} {home} {event}\n# <<< scrubjay <<<\n"


def blocks(caller: HookCommand) -> tuple[bytes, bytes]:
    """The block in a file that was there, and in one that scrubjay makes."""
    added, own = (render(TEMPLATE, caller, "post-commit", own_file=mine) for mine in (False, True))
    return added, own


ADDED, OWN = blocks(CALLER)
OWNER = CALLER.owner
HOMES = tuple(HookCommand(("/python",), Path(f"/home/{n}"), id) for n, id in enumerate(("a" * 32, "b" * 32, "")))
"""Two homes that have ids, and one that has none yet."""

lines = st.lists(
    st.sampled_from([b"", b"exit 0", b"\xff\xfe", b"# >>> other", b"exec x", b"\t", b"echo a\r"]), max_size=6
)


@given(lines, st.sampled_from([b"", b"\n", b"\n\n"]))
@settings(max_examples=60, derandomize=True, deadline=None)
def test_a_hook_comes_back_byte_for_byte(body: list[bytes], tail: bytes) -> None:
    before = b"\n".join([b"#!/bin/bash", *body]) + tail
    after = with_block(before, OWNER, ADDED, OWN)
    assert installed_block(after, OWNER) == ADDED
    assert with_block(after, OWNER, ADDED, OWN) == after
    assert without_block(after, OWNER) == before


def test_a_file_of_ours_is_deleted_and_one_that_was_added_to_keeps_the_additions() -> None:
    made = with_block(None, OWNER, ADDED, OWN)
    assert without_block(made, OWNER) is None
    assert without_block(made + b"echo mine\n", OWNER) == b"#!/bin/sh\necho mine\n"


@given(
    st.none()
    | st.builds(lambda body, tail: b"\n".join([b"#!/bin/sh", *body]) + tail, lines, st.sampled_from([b"", b"\n"])),
    st.lists(st.tuples(st.booleans(), st.sampled_from(HOMES)), max_size=8),
    st.permutations(HOMES),
)
@settings(max_examples=150, derandomize=True, deadline=None)
def test_homes_come_and_go_in_any_order_and_the_last_leaves_the_text_of_before(
    before: bytes | None, acts: list[tuple[bool, HookCommand]], leaving: list[HookCommand]
) -> None:
    text, present = before, set()
    for comes, home in acts:
        if comes:
            text = with_block(text, home.owner, *blocks(home))
            present.add(home)
        elif text is not None:
            text = without_block(text, home.owner)
            present.discard(home)
        for each in HOMES:
            found = installed_block(text or b"", each.owner)
            assert found in (blocks(each) if each in present else (b"",))
    for home in leaving:
        text = text if text is None else without_block(text, home.owner)
    assert text == before


def test_a_block_without_an_id_is_the_homes_that_it_names_and_gets_its_id() -> None:
    nameless = HookCommand(CALLER.start, Path("/home/0"))
    older = with_block(b"#!/bin/sh\necho a\n", nameless.owner, *blocks(nameless))
    assert installed_block(older, HOMES[1].owner) == b""
    renewed = with_block(older, HOMES[0].owner, *blocks(HOMES[0]))
    assert renewed.count(b"# >>> scrubjay") == 1
    assert without_block(renewed, HOMES[0].owner) == b"#!/bin/sh\necho a\n"


def test_a_home_that_moved_finds_its_block_by_its_id() -> None:
    moved = HookCommand(("/python",), Path("/new"), HOMES[0].id)
    before = with_block(b"#!/bin/sh\n", HOMES[0].owner, *blocks(HOMES[0]))
    after = with_block(before, moved.owner, *blocks(moved))
    assert after.count(b"# >>> scrubjay") == 1
    assert b"SCRUBJAY_HOME=/new\n" in after


def test_a_users_empty_hook_is_not_taken_for_ours() -> None:
    assert without_block(with_block(b"#!/bin/sh\n", OWNER, ADDED, OWN), OWNER) == b"#!/bin/sh\n"


def test_another_python_replaces_the_block_in_place() -> None:
    before = b"#!/bin/sh\necho a\nexit 3"
    other = ADDED.replace(b"thon", b"thon3")
    assert without_block(with_block(with_block(before, OWNER, ADDED, OWN), OWNER, other, OWN), OWNER) == before


def test_the_block_stands_before_anything_that_could_end_the_hook() -> None:
    after = with_block(b"#!/bin/sh\nexit 0\n", OWNER, ADDED, OWN)
    assert after.index(b"scrubjay") < after.index(b"exit 0")


@pytest.mark.parametrize(
    ("hook", "why"),
    [
        (b"#!/bin/sh\n", ""),
        (b"#! /usr/bin/env -S bash -eu\n", ""),
        (b"#!/usr/bin/env zsh", ""),
        (b"#!/usr/bin/env python3\n", "python3"),
        (b"#!/usr/bin/fish\n", "fish"),
        (b"echo no first line\n", "first line"),
        (b"\x7fELF\x02\x00", "first line"),
        (b"#!/bin/sh\n\0\0", "first line"),
        (b"#!/bin/sh\r\n", "Windows"),
        (b"#!\n", "nothing"),
        (b"#!/bin/sh\n# >>> scrubjay (added)\nhalf\n", "damaged"),
    ],
)
def test_only_shell_hooks_that_are_whole_are_written_to(hook: bytes, why: str) -> None:
    assert why in unfit_reason(hook)
    assert bool(why) == bool(unfit_reason(hook))


def test_paths_are_quoted_for_the_shell() -> None:
    assert b"'/usr/bin/py thon' '/home/a'\"'\"'b' post-commit" in ADDED
