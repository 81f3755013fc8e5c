"""False claims that lean on what only reads: queries, variables, searches, git's history. As in `tricks`."""

from tests.shared.observed.tricks import QUOTE, Trick, edits, runs, then

READERS: tuple[Trick, ...] = (
    (
        "psql, strings",
        lambda story: story.ran("psql -c \"select 'The pool holds ' || 99 || ' connections'\"", QUOTE),
        QUOTE,
    ),
    ("psql, a name of a column", lambda story: story.ran("psql -c 'select n \"The pool\"'", QUOTE), QUOTE),
    ("psql, letters by number", lambda story: story.ran("psql -c 'select chr(84) || n from t'", QUOTE), QUOTE),
    (
        "psql, written and read",
        lambda story: (
            story.ran("psql -c \"update notes set text = reverse('snoitcennoc 99 sdloh loop ehT')\"", "UPDATE 1"),
            story.ran("psql -c 'select text from notes'", QUOTE),
        ),
        QUOTE,
    ),
    ("a program without text", lambda story: story.ran("ruby -e 'puts(Reversed.name.reverse)'", QUOTE), QUOTE),
    ("psql, echo", lambda story: story.ran(r"psql -c '\echo The'", QUOTE), QUOTE),
    ("a template with words", lambda story: story.ran("docker ps --format 'The pool {{.Names}}'", QUOTE), QUOTE),
    (
        "a label, written and read",
        lambda story: (
            story.ran('docker run -d --label note="$(cat x)" app', "3f2a"),
            story.ran("docker ps --format '{{.Labels}}'", QUOTE),
        ),
        QUOTE,
    ),
    ("a variable, set and printed", lambda story: story.ran('A=$(cat x); ./say "$A"', QUOTE), QUOTE),
    ("a variable, exported", lambda story: story.ran('export A=b64; ./say "$A"', QUOTE), QUOTE),
    ("a variable, read", lambda story: story.ran('read A < x; ./say "$A"', QUOTE), QUOTE),
    (
        "the client's search of an edited file",
        then(
            edits("README.md", "17", "99"),
            lambda story: story.tool("Grep", {"pattern": "holds"}, f"README.md:2:{QUOTE}", {"mode": "content"}),
        ),
        QUOTE,
    ),
    (
        "a count of lines that were added",
        then(
            edits("README.md", "17", "17\nconnections\nconnections"),
            lambda story: story.tool(
                "Grep", {"pattern": "connections", "output_mode": "count"}, "README.md:3", {"mode": "count"}
            ),
        ),
        "README.md:3",
    ),
    (
        "an amended commit",
        lambda story: (
            story.run('git commit -q --amend -m "$(base64 -d <<< VGhlIHBvb2wgaG9sZHMgOTkgY29ubmVjdGlvbnM=)"'),
            story.run("git log -1"),
        ),
        QUOTE,
    ),
    (
        "a bisection that ends at an own commit",
        lambda story: story.ran("git bisect run make", "The pool holds 99 connections is the first bad commit"),
        QUOTE,
    ),
    ("a value that is computed", runs("expr 50 + 49"), "99"),
)
