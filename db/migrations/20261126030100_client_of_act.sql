-- The program that a caller of the internal API says it is, such as mcp.
alter table audit_log add column client text;
