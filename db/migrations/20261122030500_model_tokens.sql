-- Tokens that the language model used, and those reserved for requests in flight, by civil day in São Paulo. All processes share the
-- daily limit, so the count is here.
create table model_tokens (
  day date primary key,
  tokens bigint not null check (tokens >= 0)
);
