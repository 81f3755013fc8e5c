-- A memory is looked up by the passages that its grounds stand in.
CREATE INDEX citation_blob ON citation (blob, start_line, end_line, status) WHERE blob <> '';
