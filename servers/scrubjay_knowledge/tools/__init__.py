"""The knowledge server's tools, a family a file: thin, one service call each."""
