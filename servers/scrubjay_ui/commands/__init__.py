"""Commands of this extension: the page, and a report for other people."""
