import { openDatabase } from '../../db/connection/database.ts';
import { migrate } from '../../db/migrate.ts';
import { runStatement } from '../../scripts/servers/postgres.ts';
import { ignoreIdleErrors } from '../benchmark.ts';
import { fillQuizzes } from '../fill-quizzes.ts';
import { fillTickets } from '../fill-tickets.ts';
import { groupId } from './requests.ts';

// One member in twenty has neither an account nor a streak.
const tagsAndGroup = `
  insert into tags (name, color, is_default) select 'Assunto ' || n, '#1D4ED8', n = 1 from generate_series(1, 30) n;
  insert into groups (id, name, description, is_public, owner_email)
  values ('${groupId}', 'Leitores do bairro', 'Quem lê antes do café', true, 'leitora1@exemplo.com.br');
  insert into group_members (group_id, email)
  select '${groupId}', case when n % 20 = 0 then 'visita' else 'leitora' end || n || '@exemplo.com.br'
  from generate_series(1, 1000) n`;

/**
 * Migrates and fills the database: tickets with the service's counts and the peers' covering index,
 * 20 000 readers with 200 credited days each (fewer in a short run), 200 quizzes, 30 tags and a
 * group of 1 000.
 */
export const seed = async (
  url: string,
  { tickets, short }: { tickets: number; short: boolean },
): Promise<void> => {
  const { db, close } = await openDatabase({ url, poolSize: 1 }, ignoreIdleErrors);
  await migrate(db);
  await close();
  await fillQuizzes(url, { short });
  await runStatement(url, tagsAndGroup);
  await fillTickets(url, tickets);
  await runStatement(url, 'create index peers_counting on tickets (created_at, main, status)');
  await runStatement(url, 'vacuum (analyze)');
};
