-- MemPalace, dumped from the file that it wrote
CREATE TABLE "collections" (
    id TEXT PRIMARY KEY, -- unique globally
    name TEXT NOT NULL, -- unique per database
    dimension INTEGER,
    database_id TEXT NOT NULL REFERENCES databases(id) ON DELETE CASCADE, config_json_str TEXT, schema_str TEXT,
    UNIQUE (name, database_id)
);
INSERT INTO collections VALUES('d8b013b1-6937-4845-8f45-42ccd4e4d7fa', 'mempalace_drawers', 384, '00000000-0000-0000-0000-000000000000', '{}', '{"defaults":{"string":{"fts_index":{"enabled":false,"config":{}},"string_inverted_index":{"enabled":true,"config":{}}},"float_list":{"vector_index":{"enabled":false,"config":{"space":"cosine","embedding_function":{"type":"legacy"},"hnsw":{"ef_construction":100,"max_neighbors":16,"ef_search":100,"num_threads":1,"batch_size":100,"sync_threshold":1000,"resize_factor":1.2}}}},"sparse_vector":{"sparse_vector_index":{"enabled":false,"config":{"embedding_function":{"type":"unknown"},"bm25":false}}},"int":{"int_inverted_index":{"enabled":true,"config":{}}},"float":{"float_inverted_index":{"enabled":true,"config":{}}},"bool":{"bool_inverted_index":{"enabled":true,"config":{}}}},"keys":{"filed_at":{"string":{"fts_index":{"enabled":false,"config":{}},"string_inverted_index":{"enabled":true,"config":{}}}},"room":{"string":{"fts_index":{"enabled":false,"config":{}},"string_inverted_index":{"enabled":true,"config":{}}}},"#embedding":{"float_list":{"vector_index":{"enabled":true,"config":{"space":"cosine","embedding_function":{"type":"legacy"},"source_key":"#document","hnsw":{"ef_construction":100,"max_neighbors":16,"ef_search":100,"num_threads":1,"batch_size":100,"sync_threshold":1000,"resize_factor":1.2}}}}},"id_recipe":{"string":{"fts_index":{"enabled":false,"config":{}},"string_inverted_index":{"enabled":true,"config":{}}}},"#document":{"string":{"fts_index":{"enabled":true,"config":{}},"string_inverted_index":{"enabled":false,"config":{}}}},"wing":{"string":{"fts_index":{"enabled":false,"config":{}},"string_inverted_index":{"enabled":true,"config":{}}}},"topic":{"string":{"fts_index":{"enabled":false,"config":{}},"string_inverted_index":{"enabled":true,"config":{}}}},"hall":{"string":{"fts_index":{"enabled":false,"config":{}},"string_inverted_index":{"enabled":true,"config":{}}}},"type":{"string":{"fts_index":{"enabled":false,"config":{}},"string_inverted_index":{"enabled":true,"config":{}}}},"chunk_index":{"int":{"int_inverted_index":{"enabled":true,"config":{}}}},"added_by":{"string":{"fts_index":{"enabled":false,"config":{}},"string_inverted_index":{"enabled":true,"config":{}}}},"last_modified":{"string":{"fts_index":{"enabled":false,"config":{}},"string_inverted_index":{"enabled":true,"config":{}}}},"source_file":{"string":{"fts_index":{"enabled":false,"config":{}},"string_inverted_index":{"enabled":true,"config":{}}}},"agent":{"string":{"fts_index":{"enabled":false,"config":{}},"string_inverted_index":{"enabled":true,"config":{}}}},"date":{"string":{"fts_index":{"enabled":false,"config":{}},"string_inverted_index":{"enabled":true,"config":{}}}}}}');
CREATE TABLE "segments" (
    id TEXT PRIMARY KEY,
    type TEXT NOT NULL,
    scope TEXT NOT NULL,
    collection TEXT REFERENCES collection(id) NOT NULL
);
INSERT INTO segments VALUES('5e14ef32-ebe8-4290-a780-7665bed8dc46', 'urn:chroma:segment/vector/hnsw-local-persisted', 'VECTOR', 'd8b013b1-6937-4845-8f45-42ccd4e4d7fa');
INSERT INTO segments VALUES('c2a6f22e-ce71-4413-8c26-6c5be9df7fbf', 'urn:chroma:segment/metadata/sqlite', 'METADATA', 'd8b013b1-6937-4845-8f45-42ccd4e4d7fa');
CREATE TABLE embeddings (
    id INTEGER PRIMARY KEY,
    segment_id TEXT NOT NULL,
    embedding_id TEXT NOT NULL,
    seq_id BLOB NOT NULL,
    created_at TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP,
    UNIQUE (segment_id, embedding_id)
);
INSERT INTO embeddings VALUES(1, 'c2a6f22e-ce71-4413-8c26-6c5be9df7fbf', 'drawer_magpie_queue_f917c7f11615724a6a8342ff', 1, '2026-11-23 20:04:39');
INSERT INTO embeddings VALUES(2, 'c2a6f22e-ce71-4413-8c26-6c5be9df7fbf', 'drawer_magpie_storage_d25c46d3ad32205986511582', 2, '2026-11-23 20:04:39');
INSERT INTO embeddings VALUES(3, 'c2a6f22e-ce71-4413-8c26-6c5be9df7fbf', 'drawer_magpie_staging_33ff2f6caee998f40a2fbcb9', 3, '2026-11-23 20:04:39');
INSERT INTO embeddings VALUES(4, 'c2a6f22e-ce71-4413-8c26-6c5be9df7fbf', 'drawer_magpie_labels_c11820a47251e81d2dff9cfb', 4, '2026-11-23 20:04:39');
INSERT INTO embeddings VALUES(5, 'c2a6f22e-ce71-4413-8c26-6c5be9df7fbf', 'drawer_other_people_b26c820017acd559fa7e1f3b', 5, '2026-11-23 20:04:40');
INSERT INTO embeddings VALUES(6, 'c2a6f22e-ce71-4413-8c26-6c5be9df7fbf', 'drawer_magpie_queue_a7220fe09d4d4bed558f7cba', 6, '2026-11-23 20:04:40');
INSERT INTO embeddings VALUES(7, 'c2a6f22e-ce71-4413-8c26-6c5be9df7fbf', 'drawer_magpie_howto_1cf69cbd79720b6cf4aad207', 7, '2026-11-23 20:04:40');
INSERT INTO embeddings VALUES(8, 'c2a6f22e-ce71-4413-8c26-6c5be9df7fbf', 'drawer_magpie_incident_16deb128c2fbff85a6960711', 8, '2026-11-23 20:04:40');
INSERT INTO embeddings VALUES(9, 'c2a6f22e-ce71-4413-8c26-6c5be9df7fbf', 'drawer_magpie_routing_c98853f1441173157a14a8fa', 9, '2026-11-23 20:04:40');
INSERT INTO embeddings VALUES(10, 'c2a6f22e-ce71-4413-8c26-6c5be9df7fbf', 'drawer_magpie_labels_3cf19274ea906f4286c2ce2f', 10, '2026-11-23 20:04:40');
INSERT INTO embeddings VALUES(11, 'c2a6f22e-ce71-4413-8c26-6c5be9df7fbf', 'drawer_magpie_labels_85177fae5565623717f10fd3', 11, '2026-11-23 20:04:40');
INSERT INTO embeddings VALUES(12, 'c2a6f22e-ce71-4413-8c26-6c5be9df7fbf', 'drawer_magpie_retry_7321d977ae1cd6af5a1a4d99', 12, '2026-11-23 20:04:40');
INSERT INTO embeddings VALUES(13, 'c2a6f22e-ce71-4413-8c26-6c5be9df7fbf', 'drawer_magpie_api_a58e9a444d297811e0344adf', 13, '2026-11-23 20:04:40');
INSERT INTO embeddings VALUES(14, 'c2a6f22e-ce71-4413-8c26-6c5be9df7fbf', 'drawer_magpie_scanner_9365af7c6c5176e3d91ec29f', 14, '2026-11-23 20:04:40');
INSERT INTO embeddings VALUES(15, 'c2a6f22e-ce71-4413-8c26-6c5be9df7fbf', 'drawer_magpie_export_39645fe961a935856635f26b', 15, '2026-11-23 20:04:41');
INSERT INTO embeddings VALUES(16, 'c2a6f22e-ce71-4413-8c26-6c5be9df7fbf', 'drawer_magpie_tests_379c1ca6099f947ac3627d31', 16, '2026-11-23 20:04:41');
INSERT INTO embeddings VALUES(17, 'c2a6f22e-ce71-4413-8c26-6c5be9df7fbf', 'drawer_magpie_labels_d4d989314313c92984d8242f', 17, '2026-11-23 20:04:41');
INSERT INTO embeddings VALUES(18, 'c2a6f22e-ce71-4413-8c26-6c5be9df7fbf', 'drawer_magpie_units_4ccb4b3f73b11a9b631d33d2', 18, '2026-11-23 20:04:41');
INSERT INTO embeddings VALUES(19, 'c2a6f22e-ce71-4413-8c26-6c5be9df7fbf', 'drawer_magpie_open_0648b73972040a915ec06626', 19, '2026-11-23 20:04:41');
INSERT INTO embeddings VALUES(20, 'c2a6f22e-ce71-4413-8c26-6c5be9df7fbf', 'drawer_magpie_drivers_212b63e53e54576af2970dd2', 20, '2026-11-23 20:04:41');
INSERT INTO embeddings VALUES(21, 'c2a6f22e-ce71-4413-8c26-6c5be9df7fbf', 'diary_wing_claude_20261123_200441733056_2b6fc4068834', 21, '2026-11-23 20:04:41');
CREATE TABLE embedding_metadata (
    id INTEGER REFERENCES embeddings(id),
    key TEXT NOT NULL,
    string_value TEXT,
    int_value INTEGER,
    float_value REAL, bool_value INTEGER,
    PRIMARY KEY (id, key)
);
INSERT INTO embedding_metadata VALUES(1, 'last_modified', '2026-11-23T20:04:39.561444', NULL, NULL, NULL);
INSERT INTO embedding_metadata VALUES(1, 'room', 'queue', NULL, NULL, NULL);
INSERT INTO embedding_metadata VALUES(1, 'chunk_index', NULL, 0, NULL, NULL);
INSERT INTO embedding_metadata VALUES(1, 'wing', 'magpie', NULL, NULL, NULL);
INSERT INTO embedding_metadata VALUES(1, 'source_file', '', NULL, NULL, NULL);
INSERT INTO embedding_metadata VALUES(1, 'filed_at', '2026-11-23T20:04:39.561444', NULL, NULL, NULL);
INSERT INTO embedding_metadata VALUES(1, 'added_by', 'claude', NULL, NULL, NULL);
INSERT INTO embedding_metadata VALUES(1, 'id_recipe', 'v3', NULL, NULL, NULL);
INSERT INTO embedding_metadata VALUES(1, 'chroma:document', 'The parcel queue drains every 15 minutes.', NULL, NULL, NULL);
INSERT INTO embedding_metadata VALUES(2, 'wing', 'magpie', NULL, NULL, NULL);
INSERT INTO embedding_metadata VALUES(2, 'room', 'storage', NULL, NULL, NULL);
INSERT INTO embedding_metadata VALUES(2, 'chroma:document', 'Magpie stores parcels in SQLite, because one file is enough.', NULL, NULL, NULL);
INSERT INTO embedding_metadata VALUES(2, 'id_recipe', 'v3', NULL, NULL, NULL);
INSERT INTO embedding_metadata VALUES(2, 'last_modified', '2026-11-23T20:04:39.710563', NULL, NULL, NULL);
INSERT INTO embedding_metadata VALUES(2, 'added_by', 'claude', NULL, NULL, NULL);
INSERT INTO embedding_metadata VALUES(2, 'filed_at', '2026-11-23T20:04:39.710563', NULL, NULL, NULL);
INSERT INTO embedding_metadata VALUES(2, 'chunk_index', NULL, 0, NULL, NULL);
INSERT INTO embedding_metadata VALUES(2, 'source_file', '', NULL, NULL, NULL);
INSERT INTO embedding_metadata VALUES(3, 'wing', 'magpie', NULL, NULL, NULL);
INSERT INTO embedding_metadata VALUES(3, 'last_modified', '2026-11-23T20:04:39.834883', NULL, NULL, NULL);
INSERT INTO embedding_metadata VALUES(3, 'id_recipe', 'v3', NULL, NULL, NULL);
INSERT INTO embedding_metadata VALUES(3, 'chroma:document', 'The staging depot listens on port 8042.', NULL, NULL, NULL);
INSERT INTO embedding_metadata VALUES(3, 'room', 'staging', NULL, NULL, NULL);
INSERT INTO embedding_metadata VALUES(3, 'added_by', 'claude', NULL, NULL, NULL);
INSERT INTO embedding_metadata VALUES(3, 'source_file', '', NULL, NULL, NULL);
INSERT INTO embedding_metadata VALUES(3, 'chunk_index', NULL, 0, NULL, NULL);
INSERT INTO embedding_metadata VALUES(3, 'filed_at', '2026-11-23T20:04:39.834883', NULL, NULL, NULL);
INSERT INTO embedding_metadata VALUES(4, 'last_modified', '2026-11-23T20:04:39.946272', NULL, NULL, NULL);
INSERT INTO embedding_metadata VALUES(4, 'added_by', 'claude', NULL, NULL, NULL);
INSERT INTO embedding_metadata VALUES(4, 'source_file', '', NULL, NULL, NULL);
INSERT INTO embedding_metadata VALUES(4, 'wing', 'magpie', NULL, NULL, NULL);
INSERT INTO embedding_metadata VALUES(4, 'id_recipe', 'v3', NULL, NULL, NULL);
INSERT INTO embedding_metadata VALUES(4, 'chroma:document', 'Labels are printed by the worker, never by the web process.', NULL, NULL, NULL);
INSERT INTO embedding_metadata VALUES(4, 'filed_at', '2026-11-23T20:04:39.946272', NULL, NULL, NULL);
INSERT INTO embedding_metadata VALUES(4, 'room', 'labels', NULL, NULL, NULL);
INSERT INTO embedding_metadata VALUES(4, 'chunk_index', NULL, 0, NULL, NULL);
INSERT INTO embedding_metadata VALUES(5, 'added_by', 'claude', NULL, NULL, NULL);
INSERT INTO embedding_metadata VALUES(5, 'last_modified', '2026-11-23T20:04:39.977630', NULL, NULL, NULL);
INSERT INTO embedding_metadata VALUES(5, 'chroma:document', 'Ada prefers small pull requests.', NULL, NULL, NULL);
INSERT INTO embedding_metadata VALUES(5, 'chunk_index', NULL, 0, NULL, NULL);
INSERT INTO embedding_metadata VALUES(5, 'filed_at', '2026-11-23T20:04:39.977630', NULL, NULL, NULL);
INSERT INTO embedding_metadata VALUES(5, 'source_file', '', NULL, NULL, NULL);
INSERT INTO embedding_metadata VALUES(5, 'wing', 'other', NULL, NULL, NULL);
INSERT INTO embedding_metadata VALUES(5, 'id_recipe', 'v3', NULL, NULL, NULL);
INSERT INTO embedding_metadata VALUES(5, 'room', 'people', NULL, NULL, NULL);
INSERT INTO embedding_metadata VALUES(6, 'chunk_index', NULL, 0, NULL, NULL);
INSERT INTO embedding_metadata VALUES(6, 'added_by', 'claude', NULL, NULL, NULL);
INSERT INTO embedding_metadata VALUES(6, 'wing', 'magpie', NULL, NULL, NULL);
INSERT INTO embedding_metadata VALUES(6, 'chroma:document', 'We decided to keep one queue per depot.', NULL, NULL, NULL);
INSERT INTO embedding_metadata VALUES(6, 'source_file', '', NULL, NULL, NULL);
INSERT INTO embedding_metadata VALUES(6, 'filed_at', '2026-11-23T20:04:40.079866', NULL, NULL, NULL);
INSERT INTO embedding_metadata VALUES(6, 'room', 'queue', NULL, NULL, NULL);
INSERT INTO embedding_metadata VALUES(6, 'last_modified', '2026-11-23T20:04:40.079866', NULL, NULL, NULL);
INSERT INTO embedding_metadata VALUES(6, 'id_recipe', 'v3', NULL, NULL, NULL);
INSERT INTO embedding_metadata VALUES(7, 'chroma:document', 'To rebuild the index, run `make index` and then restart the worker.', NULL, NULL, NULL);
INSERT INTO embedding_metadata VALUES(7, 'source_file', '', NULL, NULL, NULL);
INSERT INTO embedding_metadata VALUES(7, 'id_recipe', 'v3', NULL, NULL, NULL);
INSERT INTO embedding_metadata VALUES(7, 'chunk_index', NULL, 0, NULL, NULL);
INSERT INTO embedding_metadata VALUES(7, 'wing', 'magpie', NULL, NULL, NULL);
INSERT INTO embedding_metadata VALUES(7, 'filed_at', '2026-11-23T20:04:40.219130', NULL, NULL, NULL);
INSERT INTO embedding_metadata VALUES(7, 'room', 'howto', NULL, NULL, NULL);
INSERT INTO embedding_metadata VALUES(7, 'last_modified', '2026-11-23T20:04:40.219130', NULL, NULL, NULL);
INSERT INTO embedding_metadata VALUES(7, 'added_by', 'claude', NULL, NULL, NULL);
INSERT INTO embedding_metadata VALUES(8, 'filed_at', '2026-11-23T20:04:40.316250', NULL, NULL, NULL);
INSERT INTO embedding_metadata VALUES(8, 'last_modified', '2026-11-23T20:04:40.316250', NULL, NULL, NULL);
INSERT INTO embedding_metadata VALUES(8, 'chunk_index', NULL, 0, NULL, NULL);
INSERT INTO embedding_metadata VALUES(8, 'wing', 'magpie', NULL, NULL, NULL);
INSERT INTO embedding_metadata VALUES(8, 'id_recipe', 'v3', NULL, NULL, NULL);
INSERT INTO embedding_metadata VALUES(8, 'chroma:document', 'On 2026-02-03 the Leeds depot lost power for two hours.', NULL, NULL, NULL);
INSERT INTO embedding_metadata VALUES(8, 'room', 'incident', NULL, NULL, NULL);
INSERT INTO embedding_metadata VALUES(8, 'source_file', '', NULL, NULL, NULL);
INSERT INTO embedding_metadata VALUES(8, 'added_by', 'claude', NULL, NULL, NULL);
INSERT INTO embedding_metadata VALUES(9, 'filed_at', '2026-11-23T20:04:40.404221', NULL, NULL, NULL);
INSERT INTO embedding_metadata VALUES(9, 'wing', 'magpie', NULL, NULL, NULL);
INSERT INTO embedding_metadata VALUES(9, 'source_file', '', NULL, NULL, NULL);
INSERT INTO embedding_metadata VALUES(9, 'id_recipe', 'v3', NULL, NULL, NULL);
INSERT INTO embedding_metadata VALUES(9, 'chunk_index', NULL, 0, NULL, NULL);
INSERT INTO embedding_metadata VALUES(9, 'added_by', 'claude', NULL, NULL, NULL);
INSERT INTO embedding_metadata VALUES(9, 'last_modified', '2026-11-23T20:04:40.404221', NULL, NULL, NULL);
INSERT INTO embedding_metadata VALUES(9, 'room', 'routing', NULL, NULL, NULL);
INSERT INTO embedding_metadata VALUES(9, 'chroma:document', 'The routing table is reloaded by a signal, not by a restart.', NULL, NULL, NULL);
INSERT INTO embedding_metadata VALUES(10, 'filed_at', '2026-11-23T20:04:40.495831', NULL, NULL, NULL);
INSERT INTO embedding_metadata VALUES(10, 'chroma:document', 'Größe und Gewicht stehen auf jedem Etikett: 30 kg höchstens.', NULL, NULL, NULL);
INSERT INTO embedding_metadata VALUES(10, 'added_by', 'claude', NULL, NULL, NULL);
INSERT INTO embedding_metadata VALUES(10, 'wing', 'magpie', NULL, NULL, NULL);
INSERT INTO embedding_metadata VALUES(10, 'chunk_index', NULL, 0, NULL, NULL);
INSERT INTO embedding_metadata VALUES(10, 'room', 'labels', NULL, NULL, NULL);
INSERT INTO embedding_metadata VALUES(10, 'source_file', '', NULL, NULL, NULL);
INSERT INTO embedding_metadata VALUES(10, 'id_recipe', 'v3', NULL, NULL, NULL);
INSERT INTO embedding_metadata VALUES(10, 'last_modified', '2026-11-23T20:04:40.495831', NULL, NULL, NULL);
INSERT INTO embedding_metadata VALUES(11, 'added_by', 'claude', NULL, NULL, NULL);
INSERT INTO embedding_metadata VALUES(11, 'filed_at', '2026-11-23T20:04:40.617576', NULL, NULL, NULL);
INSERT INTO embedding_metadata VALUES(11, 'id_recipe', 'v3', NULL, NULL, NULL);
INSERT INTO embedding_metadata VALUES(11, 'chroma:document', '荷物は重さで並べ替えます。', NULL, NULL, NULL);
INSERT INTO embedding_metadata VALUES(11, 'room', 'labels', NULL, NULL, NULL);
INSERT INTO embedding_metadata VALUES(11, 'source_file', '', NULL, NULL, NULL);
INSERT INTO embedding_metadata VALUES(11, 'chunk_index', NULL, 0, NULL, NULL);
INSERT INTO embedding_metadata VALUES(11, 'wing', 'magpie', NULL, NULL, NULL);
INSERT INTO embedding_metadata VALUES(11, 'last_modified', '2026-11-23T20:04:40.617576', NULL, NULL, NULL);
INSERT INTO embedding_metadata VALUES(12, 'source_file', '', NULL, NULL, NULL);
INSERT INTO embedding_metadata VALUES(12, 'last_modified', '2026-11-23T20:04:40.752026', NULL, NULL, NULL);
INSERT INTO embedding_metadata VALUES(12, 'chroma:document', 'A retry waits 2 s, then 4 s, then 8 s.', NULL, NULL, NULL);
INSERT INTO embedding_metadata VALUES(12, 'added_by', 'claude', NULL, NULL, NULL);
INSERT INTO embedding_metadata VALUES(12, 'id_recipe', 'v3', NULL, NULL, NULL);
INSERT INTO embedding_metadata VALUES(12, 'filed_at', '2026-11-23T20:04:40.752026', NULL, NULL, NULL);
INSERT INTO embedding_metadata VALUES(12, 'room', 'retry', NULL, NULL, NULL);
INSERT INTO embedding_metadata VALUES(12, 'chunk_index', NULL, 0, NULL, NULL);
INSERT INTO embedding_metadata VALUES(12, 'wing', 'magpie', NULL, NULL, NULL);
INSERT INTO embedding_metadata VALUES(13, 'chroma:document', 'The API answers 429 above 50 requests a second.', NULL, NULL, NULL);
INSERT INTO embedding_metadata VALUES(13, 'room', 'api', NULL, NULL, NULL);
INSERT INTO embedding_metadata VALUES(13, 'wing', 'magpie', NULL, NULL, NULL);
INSERT INTO embedding_metadata VALUES(13, 'filed_at', '2026-11-23T20:04:40.879718', NULL, NULL, NULL);
INSERT INTO embedding_metadata VALUES(13, 'last_modified', '2026-11-23T20:04:40.879718', NULL, NULL, NULL);
INSERT INTO embedding_metadata VALUES(13, 'chunk_index', NULL, 0, NULL, NULL);
INSERT INTO embedding_metadata VALUES(13, 'id_recipe', 'v3', NULL, NULL, NULL);
INSERT INTO embedding_metadata VALUES(13, 'added_by', 'claude', NULL, NULL, NULL);
INSERT INTO embedding_metadata VALUES(13, 'source_file', '', NULL, NULL, NULL);
INSERT INTO embedding_metadata VALUES(14, 'last_modified', '2026-11-23T20:04:40.955200', NULL, NULL, NULL);
INSERT INTO embedding_metadata VALUES(14, 'id_recipe', 'v3', NULL, NULL, NULL);
INSERT INTO embedding_metadata VALUES(14, 'filed_at', '2026-11-23T20:04:40.955200', NULL, NULL, NULL);
INSERT INTO embedding_metadata VALUES(14, 'wing', 'magpie', NULL, NULL, NULL);
INSERT INTO embedding_metadata VALUES(14, 'chunk_index', NULL, 0, NULL, NULL);
INSERT INTO embedding_metadata VALUES(14, 'room', 'scanner', NULL, NULL, NULL);
INSERT INTO embedding_metadata VALUES(14, 'source_file', '', NULL, NULL, NULL);
INSERT INTO embedding_metadata VALUES(14, 'added_by', 'claude', NULL, NULL, NULL);
INSERT INTO embedding_metadata VALUES(14, 'chroma:document', 'Scanners send their battery level with each 100th scan.', NULL, NULL, NULL);
INSERT INTO embedding_metadata VALUES(15, 'wing', 'magpie', NULL, NULL, NULL);
INSERT INTO embedding_metadata VALUES(15, 'added_by', 'claude', NULL, NULL, NULL);
INSERT INTO embedding_metadata VALUES(15, 'source_file', '', NULL, NULL, NULL);
INSERT INTO embedding_metadata VALUES(15, 'chroma:document', 'The nightly export writes "closed" parcels only.', NULL, NULL, NULL);
INSERT INTO embedding_metadata VALUES(15, 'chunk_index', NULL, 0, NULL, NULL);
INSERT INTO embedding_metadata VALUES(15, 'id_recipe', 'v3', NULL, NULL, NULL);
INSERT INTO embedding_metadata VALUES(15, 'filed_at', '2026-11-23T20:04:41.103820', NULL, NULL, NULL);
INSERT INTO embedding_metadata VALUES(15, 'last_modified', '2026-11-23T20:04:41.103820', NULL, NULL, NULL);
INSERT INTO embedding_metadata VALUES(15, 'room', 'export', NULL, NULL, NULL);
INSERT INTO embedding_metadata VALUES(16, 'source_file', '', NULL, NULL, NULL);
INSERT INTO embedding_metadata VALUES(16, 'last_modified', '2026-11-23T20:04:41.212038', NULL, NULL, NULL);
INSERT INTO embedding_metadata VALUES(16, 'chroma:document', 'Tests of the router need no network.', NULL, NULL, NULL);
INSERT INTO embedding_metadata VALUES(16, 'wing', 'magpie', NULL, NULL, NULL);
INSERT INTO embedding_metadata VALUES(16, 'added_by', 'claude', NULL, NULL, NULL);
INSERT INTO embedding_metadata VALUES(16, 'room', 'tests', NULL, NULL, NULL);
INSERT INTO embedding_metadata VALUES(16, 'filed_at', '2026-11-23T20:04:41.212038', NULL, NULL, NULL);
INSERT INTO embedding_metadata VALUES(16, 'id_recipe', 'v3', NULL, NULL, NULL);
INSERT INTO embedding_metadata VALUES(16, 'chunk_index', NULL, 0, NULL, NULL);
INSERT INTO embedding_metadata VALUES(17, 'chroma:document', 'The old label format, L1, ended with release 3.2.', NULL, NULL, NULL);
INSERT INTO embedding_metadata VALUES(17, 'added_by', 'claude', NULL, NULL, NULL);
INSERT INTO embedding_metadata VALUES(17, 'source_file', '', NULL, NULL, NULL);
INSERT INTO embedding_metadata VALUES(17, 'filed_at', '2026-11-23T20:04:41.324279', NULL, NULL, NULL);
INSERT INTO embedding_metadata VALUES(17, 'wing', 'magpie', NULL, NULL, NULL);
INSERT INTO embedding_metadata VALUES(17, 'room', 'labels', NULL, NULL, NULL);
INSERT INTO embedding_metadata VALUES(17, 'last_modified', '2026-11-23T20:04:41.324279', NULL, NULL, NULL);
INSERT INTO embedding_metadata VALUES(17, 'chunk_index', NULL, 0, NULL, NULL);
INSERT INTO embedding_metadata VALUES(17, 'id_recipe', 'v3', NULL, NULL, NULL);
INSERT INTO embedding_metadata VALUES(18, 'filed_at', '2026-11-23T20:04:41.456437', NULL, NULL, NULL);
INSERT INTO embedding_metadata VALUES(18, 'source_file', '', NULL, NULL, NULL);
INSERT INTO embedding_metadata VALUES(18, 'added_by', 'claude', NULL, NULL, NULL);
INSERT INTO embedding_metadata VALUES(18, 'id_recipe', 'v3', NULL, NULL, NULL);
INSERT INTO embedding_metadata VALUES(18, 'room', 'units', NULL, NULL, NULL);
INSERT INTO embedding_metadata VALUES(18, 'wing', 'magpie', NULL, NULL, NULL);
INSERT INTO embedding_metadata VALUES(18, 'last_modified', '2026-11-23T20:04:41.456437', NULL, NULL, NULL);
INSERT INTO embedding_metadata VALUES(18, 'chroma:document', 'Weights are kept in grams; the page shows kilograms.', NULL, NULL, NULL);
INSERT INTO embedding_metadata VALUES(18, 'chunk_index', NULL, 0, NULL, NULL);
INSERT INTO embedding_metadata VALUES(19, 'room', 'open', NULL, NULL, NULL);
INSERT INTO embedding_metadata VALUES(19, 'added_by', 'claude', NULL, NULL, NULL);
INSERT INTO embedding_metadata VALUES(19, 'chroma:document', 'Which depot owns parcels without a postcode?', NULL, NULL, NULL);
INSERT INTO embedding_metadata VALUES(19, 'id_recipe', 'v3', NULL, NULL, NULL);
INSERT INTO embedding_metadata VALUES(19, 'source_file', '', NULL, NULL, NULL);
INSERT INTO embedding_metadata VALUES(19, 'filed_at', '2026-11-23T20:04:41.591938', NULL, NULL, NULL);
INSERT INTO embedding_metadata VALUES(19, 'chunk_index', NULL, 0, NULL, NULL);
INSERT INTO embedding_metadata VALUES(19, 'wing', 'magpie', NULL, NULL, NULL);
INSERT INTO embedding_metadata VALUES(19, 'last_modified', '2026-11-23T20:04:41.591938', NULL, NULL, NULL);
INSERT INTO embedding_metadata VALUES(20, 'id_recipe', 'v3', NULL, NULL, NULL);
INSERT INTO embedding_metadata VALUES(20, 'added_by', 'claude', NULL, NULL, NULL);
INSERT INTO embedding_metadata VALUES(20, 'chunk_index', NULL, 0, NULL, NULL);
INSERT INTO embedding_metadata VALUES(20, 'chroma:document', 'Drivers see at most 40 stops on one page.', NULL, NULL, NULL);
INSERT INTO embedding_metadata VALUES(20, 'room', 'drivers', NULL, NULL, NULL);
INSERT INTO embedding_metadata VALUES(20, 'last_modified', '2026-11-23T20:04:41.687927', NULL, NULL, NULL);
INSERT INTO embedding_metadata VALUES(20, 'wing', 'magpie', NULL, NULL, NULL);
INSERT INTO embedding_metadata VALUES(20, 'source_file', '', NULL, NULL, NULL);
INSERT INTO embedding_metadata VALUES(20, 'filed_at', '2026-11-23T20:04:41.687927', NULL, NULL, NULL);
INSERT INTO embedding_metadata VALUES(21, 'hall', 'hall_diary', NULL, NULL, NULL);
INSERT INTO embedding_metadata VALUES(21, 'room', 'diary', NULL, NULL, NULL);
INSERT INTO embedding_metadata VALUES(21, 'chunk_index', NULL, 0, NULL, NULL);
INSERT INTO embedding_metadata VALUES(21, 'chroma:document', 'Learned how the depots are wired.', NULL, NULL, NULL);
INSERT INTO embedding_metadata VALUES(21, 'filed_at', '2026-11-23T20:04:41.733056', NULL, NULL, NULL);
INSERT INTO embedding_metadata VALUES(21, 'agent', 'claude', NULL, NULL, NULL);
INSERT INTO embedding_metadata VALUES(21, 'last_modified', '2026-11-23T20:04:41.733056', NULL, NULL, NULL);
INSERT INTO embedding_metadata VALUES(21, 'date', '2026-11-23', NULL, NULL, NULL);
INSERT INTO embedding_metadata VALUES(21, 'type', 'diary_entry', NULL, NULL, NULL);
INSERT INTO embedding_metadata VALUES(21, 'topic', 'work', NULL, NULL, NULL);
INSERT INTO embedding_metadata VALUES(21, 'wing', 'wing_claude', NULL, NULL, NULL);
