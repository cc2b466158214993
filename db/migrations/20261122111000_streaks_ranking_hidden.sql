-- With `hidden`, rankings and neighbours read this index alone. Processes of the former version use it as they used the old one.
create index streaks_ranking_hidden_idx on streaks
  (active_quarter, current_streak desc, max_streak desc, seniority desc, email) include (last_interaction_at, hidden);
drop index streaks_ranking_idx;
alter index streaks_ranking_hidden_idx rename to streaks_ranking_idx;
