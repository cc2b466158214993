-- Retention deletes rows of these tables for hours: vacuum follows it, rather than a fifth of the
-- table later. Neither reads nor writes wait for this.
alter table audit_log_default set (autovacuum_vacuum_scale_factor = 0.02);
alter table quiz_attempts_default set (autovacuum_vacuum_scale_factor = 0.02);
alter table webhook_deliveries_default set (autovacuum_vacuum_scale_factor = 0.02);
alter table newsletter_events set (autovacuum_vacuum_scale_factor = 0.02);
alter table outbox set (autovacuum_vacuum_scale_factor = 0.02);
alter table inbound_mails set (autovacuum_vacuum_scale_factor = 0.02);
alter table idempotency_keys set (autovacuum_vacuum_scale_factor = 0.02);
alter table ticket_assignments set (autovacuum_vacuum_scale_factor = 0.02);
alter table sessions set (autovacuum_vacuum_scale_factor = 0.02);
