-- Attachments that wait for the malware scanner: state 'quarantined', with lease_until 'infinity', so that no janitor, of the former
-- version either, takes them for abandoned.
alter table attachments add column scan_due_at timestamptz;
-- What the scan job takes, the longest due first.
create index if not exists attachments_scan_due_idx on attachments (scan_due_at) where scan_due_at is not null;
