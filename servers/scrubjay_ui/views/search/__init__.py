"""Search: what is found, how, as of when, and why not; and a document as a commit has it."""
