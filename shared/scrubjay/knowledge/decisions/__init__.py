"""Parser and supersession of decision records in MADR, Nygard, adr-tools, rst and KEP form, in any language. No I/O."""

PARSER_VERSION = "8"
