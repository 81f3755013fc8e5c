"""The operator's page: a local web page over the same services as the command line and the MCP servers."""
