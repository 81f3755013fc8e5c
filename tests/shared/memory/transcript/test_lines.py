"""Lines that are kept are those that a fresh reading would find, whatever became of the file."""

import random
from pathlib import Path

import pytest

from scrubjay.identity.presence.clients import ReportedSession
from scrubjay.memory.transcript.lines import FileLines
from scrubjay.memory.transcript.transcript import Sought, find, read
from tests.shared.memory.transcript.stories import Story

MOST = 60


def last(lines: FileLines, file: Path, most: int = MOST) -> tuple[list[bytes], bool] | None:
    found = lines.last(file, most)
    if found is None:
        return None
    assert found.size == sum(len(line.raw) for line in found.lines)
    return [line.raw for line in found.lines], found.complete


def test_only_whole_lines_are_read(tmp_path: Path) -> None:
    file = tmp_path / "x.jsonl"
    file.write_bytes(b"one\ntwo\nthree\nfo")
    assert last(FileLines(), file, 100) == ([b"one", b"two", b"three"], True)
    assert last(FileLines(), file, 10) == ([b"three"], False)
    assert last(FileLines(), file, 2) == ([], False)
    assert last(FileLines(), tmp_path / "none", 10) is None


def test_what_was_worked_out_of_a_line_is_kept_while_it_stands(tmp_path: Path) -> None:
    file, lines = tmp_path / "x.jsonl", FileLines()
    file.write_bytes(b"one\ntwo\nthr")
    first = lines.last(file, MOST)
    file.write_bytes(b"one\ntwo\nthree\n")
    second = lines.last(file, MOST)
    file.write_bytes(b"one\nTWO\nthree\n")
    third = lines.last(file, MOST)
    assert first
    assert second
    assert third
    assert second.lines[:2] == first.lines
    assert third.lines[0] is not second.lines[0], "a file that was rewritten is read anew"


@pytest.mark.parametrize("seed", range(40))
def test_a_file_is_read_as_it_is_whatever_was_done_to_it(tmp_path: Path, seed: int) -> None:
    chance, files, lines = random.Random(seed), [tmp_path / "x.jsonl", tmp_path / "y.jsonl"], FileLines(most=100)
    for file in files:
        file.write_bytes(b"")
    for _ in range(60):
        file = chance.choice(files)
        data = file.read_bytes()
        place = chance.randrange(len(data) + 1)
        word = bytes(chance.choice(b"abc\n") for _ in range(chance.randrange(9)))
        match chance.randrange(8):
            case 0:
                data = data[:place] + word + data[place:]
            case 1:
                data = data[:place] + data[place:].replace(b"a", b"b", 1)
            case 2:
                data = data[:place]
            case _:
                data += word
        file.write_bytes(data)
        most = chance.choice((MOST, MOST, 20, 0))
        assert last(lines, file, most) == last(FileLines(), file, most)


def test_a_session_that_goes_on_reads_as_if_it_were_new(story: Story) -> None:
    lines, transcript = (
        FileLines(),
        find((ReportedSession(story.session, str(story.file), story.began),), story.folders),
    )
    assert not isinstance(transcript, str)
    for number in range(12):
        story.typed(f"Go on with job {number}, please.")
        story.ran(f"journalctl -u worker{number}", f"lease {number} lost, giving the job back", agent=number == 7)
        story.read("README.md")
        for sought in (Sought(), Sought(b"lease", (b"lease", b"job")), Sought(f"{number}".encode(), (b"worker1",))):
            kept = read(transcript, lambda: 0.0, 1.0, sought, lines)
            assert kept == read(transcript, lambda: 0.0, 1.0, sought)
            assert not isinstance(kept, str)
            assert kept.events
