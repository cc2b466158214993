-- When a failed delivery to an unordered endpoint is due again; null means now.
alter table webhook_deliveries add column retry_at timestamptz;
