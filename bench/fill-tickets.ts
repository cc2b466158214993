import { runStatement } from '../scripts/servers/postgres.ts';

/** Number of ticket categories. */
const categories = 8;

// Parts of a PL/pgSQL block that loads tables without their indexes.
const indexVariables = 'definitions text[]; definition text;';
const dropIndexes = (tables: readonly string[]): string => `
      select array_agg(pg_get_indexdef(indexrelid)) into definitions
      from pg_index where indrelid = any('{${tables}}'::regclass[]) and not indisprimary;
      foreach definition in array definitions loop
        execute 'drop index ' || (regexp_match(definition, 'INDEX (\\S+) ON'))[1];
      end loop;`;
const createIndexes = 'foreach definition in array definitions loop execute definition; end loop;';

/**
 * Adds tickets until there are `upTo`, in creation order, evenly over the years 2022 to 2025.
 * Indexes and counts are rebuilt afterwards, as in any bulk load.
 */
export const fillTickets = async (url: string, upTo: number): Promise<void> => {
  await runStatement(
    url,
    `do $$
    declare
      ${indexVariables}
      present integer;
    begin
      select coalesce(max(id), 0) into present from tickets;
      ${dropIndexes(['tickets'])}
      alter table tickets disable trigger user;
      insert into tickets (subject, main, issue, newsletter, status, requester_email, created_at)
      select
        'Assunto do ticket ' || i % 1000,
        'Categoria ' || i % ${categories},
        case when i % 5 > 0 then 'Motivo ' || i % 97 end,
        case when i % 3 > 0 then 'Newsletter ' || i % 13 end,
        (enum_range(null::ticket_status))[1 + i % 17 % 4],
        'leitor' || i % 500000 || '@exemplo.com.br',
        timestamptz '2022-01-01' + (i - present) * (interval '1461 days' / (${upTo} - present))
      from generate_series(present + 1, ${upTo}) as i;
      alter table tickets enable trigger user;
      ${createIndexes}
      perform rebuild_ticket_counts();
    end $$`,
  );
  await fillBesideTickets(url);
  for (const name of ['tickets', 'ticket_counts', 'ticket_category_counts']) {
    await runStatement(url, `vacuum (analyze) ${name}`);
  }
};

/** Adds messages, half of them written by `agents` different agents, and what triggers would keep. */
export const fillMessages = async (url: string, count: number, agents: number): Promise<void> => {
  await runStatement(
    url,
    `alter table ticket_messages disable trigger user;
    insert into ticket_messages (ticket_id, author, origin, body)
    select
      1 + i % (select max(id) from tickets),
      case when i % 2 = 0 then 'agente' || i / 2 % ${agents} || '@exemplo.com.br' else 'Maria' end,
      (case when i % 2 = 0 then 'agent' else 'requester' end)::message_origin,
      'Olá'
    from generate_series(1, ${count}) as i;
    alter table ticket_messages enable trigger user;
    alter table tickets disable trigger user;
    update tickets set waiting_since = ticket_waiting_since(id)
    where status in ('open', 'in_progress') and ticket_waiting_since(id) is not null;
    alter table tickets enable trigger user`,
  );
  await fillBesideTickets(url);
  for (const name of ['ticket_messages', 'tickets'])
    await runStatement(url, `vacuum (analyze) ${name}`);
};

/** Fills what triggers keep beside tickets and messages: the search tables and response times. */
const fillBesideTickets = async (url: string): Promise<void> => {
  await runStatement(
    url,
    `do $$
    declare
      ${indexVariables}
    begin
      ${dropIndexes(['ticket_texts', 'ticket_search'])}
      truncate ticket_texts, ticket_search;
      insert into ticket_texts (ticket_id, tsv) select id, ticket_text(id, subject) from tickets;
      perform refresh_ticket_search((select array_agg(id) from tickets where status in ('resolved', 'closed')));
      ${createIndexes}
      truncate ticket_responses;
      insert into ticket_responses (ticket_id, opened_at, resolved_at)
      select id, created_at, case when status in ('resolved', 'closed') then updated_at end from tickets;
      perform refresh_ticket_responses((select array_agg(id) from tickets));
      analyze ticket_texts, ticket_search, ticket_responses;
    end $$`,
  );
};
