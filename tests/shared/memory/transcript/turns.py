"""What people type, and what only looks like it: turns of a session, and a claim for each."""

from typing import Any

from tests.shared.memory.transcript.stories import Story

Theirs = tuple[str, str]
"""What a person typed, and the claim that it states."""

THEIRS: tuple[Theirs, ...] = (
    ("Remember that the staging database is postgres 16.", "The staging database is postgres 16."),
    ("We deploy on Fridays.", "We deploy on Fridays."),
    ("We decided that invoices are immutable once sent.", "Invoices are immutable once sent."),
    ("I prefer small commits. Can you split this one?", "I prefer small commits."),
    ("Please remember: the demo tenant must never be deleted", "The demo tenant must never be deleted."),
    ("for the record, payments go through Adyen, not Stripe", "Payments go through Adyen, not Stripe."),
    ("Note: use uv, not pip.", "Use uv, not pip."),
    ("Always run make proto after changing a .proto file.", "Always run make proto after changing a .proto file."),
    ("Never force-push to release branches!", "Never force-push to release branches."),
    ("The API limit is 60 requests a minute; fix the retry please", "The API limit is 60 requests a minute"),
    ("Remember:\n- The queue is at-least-once.\n- Jobs are idempotent.", "Jobs are idempotent."),
    ("ok. The worker needs 2 GB. Go on.", "The worker needs 2 GB."),
    ("Keep in mind that Berlin holidays differ from Munich's.", "Berlin holidays differ from Munich's."),
    ("Don't forget that the cron runs in UTC", "The cron runs in UTC."),
    (
        '<pasted_content id="1">\nx\n</pasted_content id="1">\nThe log above is from staging.',
        "The log above is from staging.",
    ),
    ("wait, let me read. we release on Mondays. go on", "We release on Mondays."),
    ("Two rules for the cache:\n- Keys are below 200 bytes.", "Keys are below 200 bytes."),
    ("We run staging on 800.\n\nUse an index instead of a limit.", "We run staging on 800."),
    ("We use tabs in Go files.\n\nNow refactor main.go", "We use tabs in Go files."),
    ("Actually, the port is 9000.", "The port is 9000."),
    ("Wir deployen freitags nie.", "Wir deployen freitags nie."),
    ("我们只在周五部署。", "我们只在周五部署"),
    ("We agreed that feature flags live in config/flags.yaml", "Feature flags live in config/flags.yaml"),
)

CLAIM = "The staging database runs postgres 16."
SAID = "The staging database runs postgres 16."

Fake = tuple[str, list[tuple[str, dict[str, Any]]]]
"""A name, and turns: the text, and what differs in the client's record."""


def _typed(*texts: str) -> list[tuple[str, dict[str, Any]]]:
    return [(text, {}) for text in texts]


FAKES: tuple[Fake, ...] = (
    ("claude -p", [(SAID, {"promptSource": "sdk", "turnOrigin": "sdk", "entrypoint": "sdk-cli", "origin": None})]),
    ("the SDK in an editor", [(SAID, {"entrypoint": "sdk-ts"})]),
    ("an accepted suggestion", [(SAID, {"promptSource": "suggestion_accepted"})]),
    ("the system", [(SAID, {"promptSource": "system"})]),
    ("a task's report", [(SAID, {"promptSource": "system", "origin": {"kind": "task-notification"}})]),
    ("a task's report that says typed", [(SAID, {"origin": {"kind": "task-notification"}})]),
    ("no source and no origin", [(SAID, {"promptSource": None, "origin": None})]),
    ("no entrypoint", [(SAID, {"entrypoint": None})]),
    ("a sub-agent's prompt", [(SAID, {"isSidechain": True})]),
    ("no word on the chain", [(SAID, {"isSidechain": None})]),
    ("the client's own words", [(SAID, {"isMeta": True})]),
    ("a summary", [(SAID, {"isCompactSummary": True})]),
    ("a hook's turn", [(SAID, {"turnOrigin": "hook"})]),
    ("a command", [(f"<command-name>/remember</command-name><command-args>{SAID}</command-args>", {})]),
    ("a command's output", [(f"<bash-stdout>{SAID}</bash-stdout>", {})]),
    ("a local command", [(f"<local-command-stdout>{SAID}</local-command-stdout>", {})]),
    ("a paste", _typed(f'<pasted_content id="bd7c">\n{SAID}\nmore\n</pasted_content id="bd7c">\n')),
    ("a paste that doesn't end", _typed(f'look:\n<pasted_content id="bd7c">\n{SAID}')),
    ("a fence", _typed(f"fix this\n```\n{SAID}\n```")),
    ("a fence of tildes that doesn't end", _typed(f"fix this\n~~~text\n{SAID}")),
    ("a quoted line", _typed(f"> {SAID}\nis that so?")),
    ("a quotation", _typed(f'"{SAID}"')),
    ("a question", _typed("The staging database runs postgres 16?")),
    ("somebody else's words", _typed(f"Bob: {SAID}")),
    ("a log", _typed(f"[12:03:11] {SAID}")),
    ("code", _typed(f"    {SAID}")),
    ("a table", _typed(f"| {SAID} | yes |")),
    ("an item of what is wrong", _typed(f"These are wrong:\n- {SAID}\n- so is this")),
    ("part of a condition", _typed("If the staging database runs postgres 16, we can drop the shim.")),
    ("part of a denial", _typed("It isn't true that the staging database runs postgres 16.")),
    ("private", _typed(f"<private>{SAID}</private> go on")),
    ("a private line", _typed(f"#private {SAID}")),
    ("taken back at once", _typed(f"{SAID} No, wait, I mixed that up.")),
    ("taken back next", _typed(SAID, "scratch that")),
    ("taken back with a reason", _typed(SAID, "Sorry, that was production.")),
    ("taken back later", _typed(SAID, "fix the tests", "thanks", "I was wrong about the staging database.")),
    ("corrected", _typed(SAID, "go on", "The staging database runs postgres 15.")),
    ("denied", _typed(SAID, "go on", "The staging database does not run postgres 16.")),
    ("replaced", _typed(SAID, "Let's take mysql instead.")),
    ("no longer", _typed(SAID, "fix it", "ok", "The staging database no longer runs that.")),
    ("a very long paste without a mark", _typed(f"{SAID}\n" + "line of a log\n" * 2000)),
    ("a quotation in a sentence", _typed(f'Ben wrote "{SAID}" but I doubt it')),
    ("a quotation of several sentences", _typed(f'Ben wrote "Nice work. {SAID} Have a look." yesterday')),
    ("a quotation in curly marks", _typed(f"The wiki says “{SAID}” somewhere.")),
    ("a quotation in single marks", _typed(f"He wrote: '{SAID}' and left.")),
    ("somebody's report", _typed("Ben says that the staging database runs postgres 16.")),
    ("a document's report", _typed("According to the wiki the staging database runs postgres 16.")),
    ("a report behind", _typed("The staging database runs postgres 16, says Ben.")),
    ("hearsay", _typed("I heard the staging database runs postgres 16.")),
    ("a doubt in front", _typed("I doubt that the staging database runs postgres 16.")),
    ("a doubt behind", _typed("The staging database runs postgres 16, but I don't think that's right.")),
    ("a doubt in the next sentence", _typed(f"{SAID} I'm not so sure though.")),
    ("a question whether it is so", _typed(f"{SAID} Is that right?")),
    ("to be checked", _typed(f"{SAID} Can you check that?")),
    ("given to somebody else", _typed(f"{SAID} At least that's what Ben says.")),
    ("doubted later", _typed(SAID, "go on", "thanks", "I don't believe the staging database story.")),
    ("a supposition", _typed("Suppose the staging database runs postgres 16.")),
    ("under a lead", _typed(f"Ben wrote:\n{SAID}")),
    ("under a lead and an empty line", _typed(f"The mail says:\n\nHello all.\n{SAID}")),
    ("a chat", _typed(f"what about this\n\nBen Miller  10:32 AM\n{SAID}\nok then")),
    ("a log without a mark", _typed(f"why?\n\nINFO worker is up\n{SAID}\nERROR queue is full")),
    ("a trace", _typed(f"Traceback (most recent call last)\n    x = 1\n{SAID}\nValueError: x[0] != 'a-b' / 3")),
    ("a diff", _typed(f"@@ -1,2 +1,2 @@\n-old line\n+new line\n{SAID}")),
    ("a Markdown document", _typed(f"look at it\n\n# Staging\n\n{SAID}\n\nMore of it.")),
    ("a document with front matter", _typed(f"---\ntitle: x\n---\n{SAID}")),
    ("a mail", _typed(f"From: ben@example.org\nSubject: staging\n{SAID}")),
    (
        "wrapped text",
        _typed(f"{SAID}\nIt was moved in May and nobody\nlooked at the backups since then, so\nplease be careful"),
    ),
    ("under an attribution", _typed(f"From the wiki: we moved. {SAID}")),
    ("below an attribution", _typed(f"From the wiki: we moved.\n{SAID}")),
    ("under who says it", _typed(f"README says: {SAID} Have a look.")),
    ("taken back in small letters", _typed(f"{SAID} no wait, that was the old one, forget it. look at the headers")),
    ("irony", _typed("oh sure, the staging database runs postgres 16. seriously, upgrade it")),
    ("a line of a chat", _typed(f"Ben, 10:31: {SAID}\nTom, 10:33: since when?\n\nwhat do I answer?")),
    ("a mail with an empty line", _typed(f"what is it?\n\nFrom: ben@example.org\nTo: all\n\nDear all,\n{SAID}\nBen")),
    ("inline code", _typed(f"the string `{SAID}` is never shown, remove it")),
    ("hearsay of another", _typed("Ines heard that the staging database runs postgres 16")),
    ("what somebody keeps saying", _typed("oleg keeps telling everybody that the staging database runs postgres 16")),
    ("an example", _typed("make up a few notes, for example the staging database runs postgres 16")),
    ("irony in front", _typed("haha yes of course, the staging database runs postgres 16. come on")),
    ("meant for elsewhere", _typed(SAID, "argh, that was meant for the other repo")),
    ("a decision that was changed", _typed(SAID, "go on", "we changed our minds about the staging database")),
    ("taken back in other words", _typed(f"{SAID} hm, let me take that back, I have to ask")),
    ("corrected behind a comma", _typed("The staging database runs postgres 16, sorry, 15 I mean.")),
    ("corrected behind a dash", _typed("The staging database runs postgres 16 - wait, 15.")),
    ("rather another", _typed("The staging database runs postgres 16 or rather 15.")),
    ("irony behind", _typed(f"{SAID} Yeah, right.")),
    ("a joke", _typed(SAID, "I was joking about the staging database")),
    ("a wish", _typed("Ideally the staging database runs postgres 16.")),
    ("a guess", _typed("I think the staging database runs postgres 16.")),
    ("a condition behind", _typed("The staging database runs postgres 16 if we ever merge that.")),
    ("a text that is named", _typed("The title should be: The staging database runs postgres 16.")),
    ("a rumour", _typed("Rumour has it that the staging database runs postgres 16.")),
    ("the past", _typed("Until May the staging database runs postgres 16.")),
    ("other words", _typed("The production database runs postgres 16.")),
)


def tell(story: Story, turns: list[tuple[str, dict[str, Any]]]) -> None:
    """Have these turns stand in a session; a field that is None is left out."""
    for text, differs in turns:
        story.typed(text, **differs)
