"""A small repository whose index every database must answer from alike."""

OWLS = """# Owls

An owl hunts at night and hears a mouse under the snow. It has hunted there since the first winter, and will be hunting
in the last.

## Nest

The nest of an owl lies in a hollow tree. Nobody built the hollow: a woodpecker left it, and the rain made it wide.

## Barn

Some owls live in a barn. `feed_owl` puts a mouse on the beam, and `--dry-run` only says where.
"""

MICE = """# Mice

A mouse lives under the snow in winter. An owl that hears a mouse dives into the snow, where the mouse has its paths.

## Food

Seeds, roots and now and then a beetle. A mouse keeps no store: what it finds under the snow it eats at once. Its café
is the barn, where seeds fall from the sacks.
"""

FEED = """# 7. Feed the owl

## Status

Accepted

## Decision

The barn's owl is fed in hard winters only, because a fed owl hunts no mouse.
"""

EULEN = """# Eulen

Die Eule ist ein Vogel, der nachts jagt und auf den Balken der Scheune sitzt. Sie hört eine Maus auch unter dem Schnee,
und wenn sie nicht jagt, dann schläft sie bis zum Abend in ihrer Höhle.
"""

BARN = '''"""A barn and what lives in it."""


class Barn:
    """Keeps owls and sacks."""

    def open_door(self, wide):
        """Let the owl out at night."""
        self.door = "wide" if wide else "open"

    def count_owls(self):
        """How many owls sit on the beams."""
        return len(self.owls)


def feed_owl(barn, mouse):
    """Put a mouse on the beam for the owl."""
    barn.beam.append(mouse)
'''

DOOR = '''"""Doors of other houses."""


class Gate:
    """A door in a fence."""

    def open_door(self):
        """Lift the bolt."""
        self.bolt = 0
'''

OTHERS = ("badger", "beaver", "crane", "falcon", "heron", "lizard", "otter", "salmon", "squirrel", "weasel")
"""Animals of which a page and a function tell no more than where they live, so that the words above are rare."""

FILES = {
    "docs/owls.md": OWLS,
    "docs/mice.md": MICE,
    "docs/de/eulen.md": EULEN,
    "docs/decisions/0007-feed-the-owl.md": FEED,
    "src/barn.py": BARN,
    "src/houses/door.py": DOOR,
    "src/others.py": "\n\n".join(f"def find_{one}():\n    return look_for('{one}', near='water')\n" for one in OTHERS),
    "attic/docs/owls.md": OWLS.replace("winter", "summer"),
    "attic/barn.py": BARN.replace("wide", "narrow"),
} | {f"docs/others/{one}.md": f"# The {one}\n\nThe {one} lives near water, and says little.\n" for one in OTHERS}
"""The files of the repository, by path."""

OUTSIDE = "attic"
"""The folder that a search leaves out, so that nothing of it is in any answer."""

SHOWN = frozenset(path for path in FILES if not path.startswith(f"{OUTSIDE}/"))
