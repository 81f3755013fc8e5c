-- claude-mem 13.25.3, dumped from the file that it wrote
CREATE TABLE sdk_sessions (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        content_session_id TEXT NOT NULL,
        memory_session_id TEXT UNIQUE,
        project TEXT NOT NULL,
        platform_source TEXT NOT NULL DEFAULT 'claude',
        user_prompt TEXT,
        started_at TEXT NOT NULL,
        started_at_epoch INTEGER NOT NULL,
        completed_at TEXT,
        completed_at_epoch INTEGER,
        status TEXT CHECK(status IN ('active', 'completed', 'failed')) NOT NULL DEFAULT 'active'
      , worker_port INTEGER, prompt_counter INTEGER DEFAULT 0, custom_title TEXT, observed_model TEXT, observed_billing TEXT);
INSERT INTO sdk_sessions VALUES(1, 'c0', 'm0', 'magpie', 'claude', 'sort the parcels', '2026-03-01T10:00:00.000Z', 1772359200000, NULL, NULL, 'completed', NULL, 0, NULL, NULL, NULL);
INSERT INTO sdk_sessions VALUES(2, 'c1', 'm1', 'other', 'claude', 'sort the parcels', '2026-03-01T10:00:00.000Z', 1772359200000, NULL, NULL, 'completed', NULL, 0, NULL, NULL, NULL);
INSERT INTO sdk_sessions VALUES(3, 'manual-content-magpie-claude', 'manual-magpie-claude', 'magpie', 'claude', NULL, '2026-11-23T20:14:31.692Z', 1795464871692, NULL, NULL, 'active', NULL, 0, NULL, NULL, NULL);
CREATE TABLE "observations" (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        memory_session_id TEXT NOT NULL,
        project TEXT NOT NULL,
        text TEXT,
        type TEXT NOT NULL,
        title TEXT,
        subtitle TEXT,
        facts TEXT,
        narrative TEXT,
        concepts TEXT,
        files_read TEXT,
        files_modified TEXT,
        prompt_number INTEGER,
        created_at TEXT NOT NULL,
        created_at_epoch INTEGER NOT NULL, discovery_tokens INTEGER DEFAULT 0, content_hash TEXT, generated_by_model TEXT, relevance_count INTEGER DEFAULT 0, merged_into_project TEXT, agent_type TEXT, agent_id TEXT, metadata TEXT, synced_at INTEGER, origin_device_id TEXT, origin_local_id TEXT, sync_rev TEXT NOT NULL DEFAULT '1',
        FOREIGN KEY(memory_session_id) REFERENCES sdk_sessions(memory_session_id) ON DELETE CASCADE ON UPDATE CASCADE
      );
INSERT INTO observations VALUES(1, 'm0', 'magpie', NULL, 'decision', 'The parcel queue drains every 15 minutes.', 'About queue', '["The parcel queue drains every 15 minutes.", "Noted for queue number 0."]', 'While working on queue: The parcel queue drains every 15 minutes.', '["queue"]', '[]', '["router.py"]', 1, '2026-03-01T10:00:00.000Z', 1772359200000, 10, NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '1');
INSERT INTO observations VALUES(2, 'm0', 'magpie', NULL, 'bugfix', 'Magpie stores parcels in SQLite, because one file is enough.', 'About storage', '["Magpie stores parcels in SQLite, because one file is enough.", "Noted for storage number 1."]', 'While working on storage: Magpie stores parcels in SQLite, because one file is enough.', '["storage", "sqlite"]', '[]', '[]', 1, '2026-03-01T10:01:00.000Z', 1772359260000, 10, NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '1');
INSERT INTO observations VALUES(3, 'm0', 'magpie', NULL, 'feature', 'The staging depot listens on port 8042.', 'About staging', '["The staging depot listens on port 8042.", "Noted for staging number 2."]', 'While working on staging: The staging depot listens on port 8042.', '["staging"]', '[]', '[]', 1, '2026-03-01T10:02:00.000Z', 1772359320000, 10, NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '1');
INSERT INTO observations VALUES(4, 'm0', 'magpie', NULL, 'refactor', 'Labels are printed by the worker, never by the web process.', 'About labels', '["Labels are printed by the worker, never by the web process."]', 'While working on labels: Labels are printed by the worker, never by the web process.', '["labels"]', '[]', '[]', 1, '2026-03-01T10:03:00.000Z', 1772359380000, 10, NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '1');
INSERT INTO observations VALUES(5, 'm0', 'magpie', NULL, 'discovery', 'Ada prefers small pull requests.', 'About people', '["Ada prefers small pull requests."]', 'While working on people: Ada prefers small pull requests.', '["people"]', '[]', '[]', 1, '2026-03-01T10:04:00.000Z', 1772359440000, 10, NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '1');
INSERT INTO observations VALUES(6, 'm0', 'magpie', NULL, 'change', 'We decided to keep one queue per depot.', 'About queue', '["We decided to keep one queue per depot."]', 'While working on queue: We decided to keep one queue per depot.', '["queue"]', '[]', '[]', 1, '2026-03-01T10:05:00.000Z', 1772359500000, 10, NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '1');
INSERT INTO observations VALUES(7, 'm0', 'magpie', NULL, 'decision', 'To rebuild the index, run `make index` and then restart the worker.', 'About howto', '["To rebuild the index, run `make index` and then restart the worker."]', 'While working on howto: To rebuild the index, run `make index` and then restart the worker.', '["howto"]', '[]', '[]', 1, '2026-03-01T10:06:00.000Z', 1772359560000, 10, NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '1');
INSERT INTO observations VALUES(8, 'm0', 'magpie', NULL, 'bugfix', 'On 2026-02-03 the Leeds depot lost power for two hours.', 'About incident', '["On 2026-02-03 the Leeds depot lost power for two hours."]', 'While working on incident: On 2026-02-03 the Leeds depot lost power for two hours.', '["incident"]', '[]', '[]', 1, '2026-03-01T10:07:00.000Z', 1772359620000, 10, NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '1');
INSERT INTO observations VALUES(9, 'm0', 'magpie', NULL, 'feature', 'The routing table is reloaded by a signal, not by a restart.', 'About routing', '["The routing table is reloaded by a signal, not by a restart."]', 'While working on routing: The routing table is reloaded by a signal, not by a restart.', '["routing"]', '[]', '[]', 1, '2026-03-01T10:08:00.000Z', 1772359680000, 10, NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '1');
INSERT INTO observations VALUES(10, 'm0', 'magpie', NULL, 'refactor', 'Größe und Gewicht stehen auf jedem Etikett: 30 kg höchstens.', 'About labels', '["Gr\u00f6\u00dfe und Gewicht stehen auf jedem Etikett: 30 kg h\u00f6chstens."]', 'While working on labels: Größe und Gewicht stehen auf jedem Etikett: 30 kg höchstens.', '["labels", "de"]', '[]', '[]', 1, '2026-03-01T10:09:00.000Z', 1772359740000, 10, NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '1');
INSERT INTO observations VALUES(11, 'm0', 'magpie', NULL, 'discovery', '荷物は重さで並べ替えます。', 'About labels', '["\u8377\u7269\u306f\u91cd\u3055\u3067\u4e26\u3079\u66ff\u3048\u307e\u3059\u3002"]', 'While working on labels: 荷物は重さで並べ替えます。', '["labels", "ja"]', '[]', '[]', 1, '2026-03-01T10:10:00.000Z', 1772359800000, 10, NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '1');
INSERT INTO observations VALUES(12, 'm0', 'magpie', NULL, 'change', 'A retry waits 2 s, then 4 s, then 8 s.', 'About retry', '["A retry waits 2 s, then 4 s, then 8 s."]', 'While working on retry: A retry waits 2 s, then 4 s, then 8 s.', '["retry"]', '[]', '[]', 1, '2026-03-01T10:11:00.000Z', 1772359860000, 10, NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '1');
INSERT INTO observations VALUES(13, 'm0', 'magpie', NULL, 'decision', 'The API answers 429 above 50 requests a second.', 'About api', '["The API answers 429 above 50 requests a second."]', 'While working on api: The API answers 429 above 50 requests a second.', '["api"]', '[]', '[]', 1, '2026-03-01T10:12:00.000Z', 1772359920000, 10, NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '1');
INSERT INTO observations VALUES(14, 'm0', 'magpie', NULL, 'bugfix', 'Scanners send their battery level with each 100th scan.', 'About scanner', '["Scanners send their battery level with each 100th scan."]', 'While working on scanner: Scanners send their battery level with each 100th scan.', '["scanner"]', '[]', '[]', 1, '2026-03-01T10:13:00.000Z', 1772359980000, 10, NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '1');
INSERT INTO observations VALUES(15, 'm0', 'magpie', NULL, 'feature', 'The nightly export writes "closed" parcels only.', 'About export', '["The nightly export writes \"closed\" parcels only."]', 'While working on export: The nightly export writes "closed" parcels only.', '["export"]', '[]', '[]', 1, '2026-03-01T10:14:00.000Z', 1772360040000, 10, NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '1');
INSERT INTO observations VALUES(16, 'm0', 'magpie', NULL, 'refactor', 'Tests of the router need no network.', 'About tests', '["Tests of the router need no network."]', 'While working on tests: Tests of the router need no network.', '["tests", "routing"]', '[]', '[]', 1, '2026-03-01T10:15:00.000Z', 1772360100000, 10, NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '1');
INSERT INTO observations VALUES(17, 'm0', 'magpie', NULL, 'discovery', 'The old label format, L1, ended with release 3.2.', 'About labels', '["The old label format, L1, ended with release 3.2."]', 'While working on labels: The old label format, L1, ended with release 3.2.', '["labels"]', '[]', '[]', 1, '2026-03-01T10:16:00.000Z', 1772360160000, 10, NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '1');
INSERT INTO observations VALUES(18, 'm0', 'magpie', NULL, 'change', 'Weights are kept in grams; the page shows kilograms.', 'About units', '["Weights are kept in grams; the page shows kilograms."]', 'While working on units: Weights are kept in grams; the page shows kilograms.', '["units"]', '[]', '[]', 1, '2026-03-01T10:17:00.000Z', 1772360220000, 10, NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '1');
INSERT INTO observations VALUES(19, 'm1', 'other', NULL, 'decision', 'Which depot owns parcels without a postcode?', 'About open', '["Which depot owns parcels without a postcode?"]', 'While working on open: Which depot owns parcels without a postcode?', '["open"]', '[]', '[]', 1, '2026-03-01T10:18:00.000Z', 1772360280000, 10, NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '1');
INSERT INTO observations VALUES(20, 'm1', 'other', NULL, 'bugfix', 'Drivers see at most 40 stops on one page.', 'About drivers', '["Drivers see at most 40 stops on one page."]', 'While working on drivers: Drivers see at most 40 stops on one page.', '["drivers"]', '[]', '[]', 1, '2026-03-01T10:19:00.000Z', 1772360340000, 10, NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '1');
INSERT INTO observations VALUES(21, 'manual-magpie-claude', 'magpie', NULL, 'discovery', 'Depot numbers', 'Manual memory', '[]', 'Depots are numbered from the north.', '[]', '[]', '[]', NULL, '2026-11-23T20:14:31.693Z', 1795464871693, 0, 'eb5d42865ebe3914', NULL, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '1');
CREATE TABLE "session_summaries" (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        memory_session_id TEXT NOT NULL,
        project TEXT NOT NULL,
        request TEXT,
        investigated TEXT,
        learned TEXT,
        completed TEXT,
        next_steps TEXT,
        files_read TEXT,
        files_edited TEXT,
        notes TEXT,
        prompt_number INTEGER,
        created_at TEXT NOT NULL,
        created_at_epoch INTEGER NOT NULL, discovery_tokens INTEGER DEFAULT 0, merged_into_project TEXT, synced_at INTEGER, origin_device_id TEXT, origin_local_id TEXT, sync_rev TEXT NOT NULL DEFAULT '1',
        FOREIGN KEY(memory_session_id) REFERENCES sdk_sessions(memory_session_id) ON DELETE CASCADE ON UPDATE CASCADE
      );
INSERT INTO session_summaries VALUES(1, 'm0', 'magpie', 'Sort the parcels', 'The router', 'The router needs one table.', 'Sorted', '', '', '', '', 1, '2026-03-01T11:00:00.000Z', 1772362800000, 5, NULL, NULL, NULL, NULL, '1');
