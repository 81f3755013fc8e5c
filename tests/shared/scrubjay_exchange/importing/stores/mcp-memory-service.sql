-- mcp-memory-service, dumped from the file that it wrote
CREATE TABLE metadata (
                key TEXT PRIMARY KEY,
                value TEXT NOT NULL
            );
INSERT INTO metadata VALUES('distance_metric', 'cosine');
INSERT INTO metadata VALUES('fts5_enabled', 'true');
INSERT INTO metadata VALUES('schema_version', '19');
INSERT INTO metadata VALUES('sync_hlc_physical', '0');
INSERT INTO metadata VALUES('sync_hlc_logical', '0');
CREATE TABLE memories (
                        id INTEGER PRIMARY KEY AUTOINCREMENT,
                        content_hash TEXT UNIQUE NOT NULL,
                        content TEXT NOT NULL,
                        tags TEXT,
                        memory_type TEXT,
                        metadata TEXT,
                        created_at REAL,
                        updated_at REAL,
                        created_at_iso TEXT,
                        updated_at_iso TEXT,
                        deleted_at REAL DEFAULT NULL
                    , store TEXT DEFAULT 'default', parent_id TEXT, version INTEGER DEFAULT 1, confidence REAL DEFAULT 1.0, last_accessed INTEGER, superseded_by TEXT, embedding_pending INTEGER NOT NULL DEFAULT 0);
INSERT INTO memories VALUES(1, '304a5a355483af00ad68802718bafec7fb3d89ed578553082c47a0830fc868ec', 'The parcel queue drains every 15 minutes.', 'queue', 'note', '{"source": "drill"}', 1795464166.508318, 1795464166.508318, '2026-11-23T20:02:46.508318Z', '2026-11-23T20:02:46.508318Z', NULL, 'default', NULL, 1, 1.0, NULL, NULL, 0);
INSERT INTO memories VALUES(2, '928dbecc452d60defdd8f4984512b559c7f65463afaaff59d71c1701ec86fd2f', 'Magpie stores parcels in SQLite, because one file is enough.', 'storage,sqlite', 'decision', '{"source": "drill"}', 1795464166.516144, 1795464166.516144, '2026-11-23T20:02:46.516144Z', '2026-11-23T20:02:46.516144Z', NULL, 'default', NULL, 1, 1.0, NULL, NULL, 0);
INSERT INTO memories VALUES(3, '5a136a8e9557ff7699909d7c7eff77652661b9cea2917de9bfe2ed4120ec3024', 'The staging depot listens on port 8042.', 'staging', 'observation', '{"source": "drill"}', 1795464166.5173879, 1795464166.5173879, '2026-11-23T20:02:46.517388Z', '2026-11-23T20:02:46.517388Z', NULL, 'default', NULL, 1, 1.0, NULL, NULL, 0);
INSERT INTO memories VALUES(4, 'fb31f74acac49dcd8063789ff9e1a439452391d96658f93510df475abb142011', 'Labels are printed by the worker, never by the web process.', 'labels', 'reference', '{"source": "drill"}', 1795464166.5185146, 1795464166.5185146, '2026-11-23T20:02:46.518515Z', '2026-11-23T20:02:46.518515Z', NULL, 'default', NULL, 1, 1.0, NULL, NULL, 0);
INSERT INTO memories VALUES(5, '8a9a3e319b5dffbc71550280044098c50211b5c85425f234bcac9a2c03927710', 'Ada prefers small pull requests.', 'people', 'note', '{"source": "drill"}', 1795464166.5196807, 1795464166.5196807, '2026-11-23T20:02:46.519681Z', '2026-11-23T20:02:46.519681Z', NULL, 'default', NULL, 1, 1.0, NULL, NULL, 0);
INSERT INTO memories VALUES(6, '03a5410a6755ceb7e1b7d868c956fce0199c4554c040d3d6a06472ff6bf9baf3', 'We decided to keep one queue per depot.', 'queue', 'decision', '{"source": "drill"}', 1795464166.5208139, 1795464166.5208139, '2026-11-23T20:02:46.520814Z', '2026-11-23T20:02:46.520814Z', NULL, 'default', NULL, 1, 1.0, NULL, NULL, 0);
INSERT INTO memories VALUES(7, 'fd879fb02c7e26db491c19a040765b107e3a326a7ee9632d9a6b58df036565c5', 'To rebuild the index, run `make index` and then restart the worker.', 'howto', 'observation', '{"source": "drill"}', 1795464166.5219131, 1795464166.5219131, '2026-11-23T20:02:46.521913Z', '2026-11-23T20:02:46.521913Z', NULL, 'default', NULL, 1, 1.0, NULL, NULL, 0);
INSERT INTO memories VALUES(8, 'fc7e0d161ad2cf440585548cd2ce0c2012b2b6d0e8f2daaf504ff39047e89e88', 'On 2026-02-03 the Leeds depot lost power for two hours.', 'incident', 'reference', '{"source": "drill"}', 1795464166.5230856, 1795464166.5230856, '2026-11-23T20:02:46.523086Z', '2026-11-23T20:02:46.523086Z', NULL, 'default', NULL, 1, 1.0, NULL, NULL, 0);
INSERT INTO memories VALUES(9, '88a610aaefb5e4a56db2c169732ae77650433e3f16304f699ed7ebec0fd834fe', 'The routing table is reloaded by a signal, not by a restart.', 'routing', 'note', '{"source": "drill"}', 1795464166.524168, 1795464166.524168, '2026-11-23T20:02:46.524168Z', '2026-11-23T20:02:46.524168Z', NULL, 'default', NULL, 1, 1.0, NULL, NULL, 0);
INSERT INTO memories VALUES(10, '5017e9bbc01194cdf1ef7c5926decce12f9af939c7f6eb91bfb004c69b59eb63', 'Größe und Gewicht stehen auf jedem Etikett: 30 kg höchstens.', 'labels,de', 'decision', '{"source": "drill"}', 1795464166.5253213, 1795464166.5253213, '2026-11-23T20:02:46.525321Z', '2026-11-23T20:02:46.525321Z', NULL, 'default', NULL, 1, 1.0, NULL, NULL, 0);
INSERT INTO memories VALUES(11, '28db6bc225ed44841e69b4ad32f25904ee237d3c3f9817d55661b324587bb6fa', '荷物は重さで並べ替えます。', 'labels,ja', 'observation', '{"source": "drill"}', 1795464166.526427, 1795464166.526427, '2026-11-23T20:02:46.526427Z', '2026-11-23T20:02:46.526427Z', NULL, 'default', NULL, 1, 1.0, NULL, NULL, 0);
INSERT INTO memories VALUES(12, '7e0feef71d54a9c03037a8a5d057f24130812b3ac8fd9b2f5b857efe28a73b70', 'A retry waits 2 s, then 4 s, then 8 s.', 'retry', 'reference', '{"source": "drill"}', 1795464166.5275767, 1795464166.5275767, '2026-11-23T20:02:46.527577Z', '2026-11-23T20:02:46.527577Z', NULL, 'default', NULL, 1, 1.0, NULL, NULL, 0);
INSERT INTO memories VALUES(13, '904e8ed61202f56d2ebf77bbd5516d65aaf49f9ac1bec938e9e6d551119591e8', 'The API answers 429 above 50 requests a second.', 'api', 'note', '{"source": "drill"}', 1795464166.5286996, 1795464166.5286996, '2026-11-23T20:02:46.528700Z', '2026-11-23T20:02:46.528700Z', NULL, 'default', NULL, 1, 1.0, NULL, NULL, 0);
INSERT INTO memories VALUES(14, 'a0301857d93f158e5ae8bf251d517a04a7d31ae2b8a0e8ae8d73fd0c1ed78602', 'Scanners send their battery level with each 100th scan.', 'scanner', 'decision', '{"source": "drill"}', 1795464166.5297847, 1795464166.5297847, '2026-11-23T20:02:46.529785Z', '2026-11-23T20:02:46.529785Z', NULL, 'default', NULL, 1, 1.0, NULL, NULL, 0);
INSERT INTO memories VALUES(15, 'be83299079a52ac54d9e77b9a0538b2bcf0f6fff11d8ee141ea2bb0b038587b1', 'The nightly export writes "closed" parcels only.', 'export', 'observation', '{"source": "drill"}', 1795464166.5309625, 1795464166.5309625, '2026-11-23T20:02:46.530962Z', '2026-11-23T20:02:46.530962Z', NULL, 'default', NULL, 1, 1.0, NULL, NULL, 0);
INSERT INTO memories VALUES(16, '73b77bac0e18b2c05bd61bdbe35f1599034ff5f0cab4932d7f7f8e38e3752e41', 'Tests of the router need no network.', 'tests,routing', 'reference', '{"source": "drill"}', 1795464166.5320661, 1795464166.5320661, '2026-11-23T20:02:46.532066Z', '2026-11-23T20:02:46.532066Z', NULL, 'default', NULL, 1, 1.0, NULL, NULL, 0);
INSERT INTO memories VALUES(17, 'a4b2c138eccdf37edaa831e9185803e4147d646b6d66b1719f9767431ae8f5be', 'The old label format, L1, ended with release 3.2.', 'labels', 'note', '{"source": "drill"}', 1795464166.5333352, 1795464166.5333352, '2026-11-23T20:02:46.533335Z', '2026-11-23T20:02:46.533335Z', NULL, 'default', NULL, 1, 1.0, NULL, NULL, 0);
INSERT INTO memories VALUES(18, 'c6e97170c82731fdecd2be298123f1abed702d4fc5b888a1ee4b143bc5cd61f5', 'Weights are kept in grams; the page shows kilograms.', 'units', 'decision', '{"source": "drill"}', 1795464166.5344815, 1795464166.5344815, '2026-11-23T20:02:46.534482Z', '2026-11-23T20:02:46.534482Z', NULL, 'default', NULL, 1, 1.0, NULL, NULL, 0);
INSERT INTO memories VALUES(19, '1b7a0d188da8ee1a9d3cc9345416d5fb7ae8f6094362e51d13817e59932a4280', 'Which depot owns parcels without a postcode?', 'open', 'observation', '{"source": "drill"}', 1795464166.538826, 1795464166.538826, '2026-11-23T20:02:46.538826Z', '2026-11-23T20:02:46.538826Z', NULL, 'default', NULL, 1, 1.0, NULL, NULL, 0);
INSERT INTO memories VALUES(20, 'e78c1feb0ef46df716d213c80aca9198a1fb630b576ce85b519017b670ae601c', 'Drivers see at most 40 stops on one page.', 'drivers', 'reference', '{"source": "drill"}', 1795464166.539988, 1795464166.539988, '2026-11-23T20:02:46.539988Z', '2026-11-23T20:02:46.539988Z', 1795464166.5414014, 'default', NULL, 1, 1.0, NULL, NULL, 0);
