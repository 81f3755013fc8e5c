-- A memory is looked up by the passages that its grounds stand in.
CREATE INDEX citation_blob ON citation (blob) WHERE blob <> '';
