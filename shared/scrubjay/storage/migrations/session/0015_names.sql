-- Agents are quarantined, too: `quarantine.session` holds every name under which somebody wrote, an agent's id as well.
DROP VIEW trusted_handoff;
CREATE VIEW trusted_handoff AS SELECT * FROM handoff
WHERE sender NOT IN (SELECT session FROM quarantine) AND sender_session NOT IN (SELECT session FROM quarantine);
DROP VIEW trusted_lease;
CREATE VIEW trusted_lease AS SELECT handoff, lease, agent, label, session, taken_at, renewed_at,
  CASE WHEN agent IN (SELECT session FROM quarantine) OR session IN (SELECT session FROM quarantine) THEN ''
  ELSE result END AS result FROM handoff_lease;
