-- Rankings read indexes alone as long as most pages are known to be visible to all; readers' rows change once a day, so a
-- fifth of them, the default, is too long to wait.
alter table streaks set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.05);
