import { sql } from 'kysely';
import { type Db, openDatabase } from '../db/connection/database.ts';
import { migrate } from '../db/migrate.ts';
import { findPostgres, runStatement, startPostgres } from '../scripts/servers/postgres.ts';
import { type Benchmark, ignoreIdleErrors, table } from './benchmark.ts';
import { fillMessages, fillTickets } from './fill-tickets.ts';

const sizes = {
  short: [2_000, 4_000, 8_000],
  long: [100_000, 200_000, 400_000],
};

/** What grows with the product: its tables, and how rows of it are counted. */
const kinds = {
  'a ticket (without its messages)': ['tickets', 'ticket_counts', 'ticket_category_counts'],
  'a message of a few words': ['ticket_messages'],
  'a reader with 200 credited days': ['streaks'],
  'a quiz attempt of ten answers': ['quiz_attempts'],
  'an audit row': ['audit_log'],
} as const;

const quizzes = `
  insert into quizzes (id, quiz_date, title, description, edition_id, edition_title)
  select md5(n::text)::uuid, date '2020-01-01' + n, 'Quiz', 'Dez perguntas', 'post_' || n, 'Edição'
  from generate_series(1, 100) n`;

/** Adds rows numbered from `from` to `to`. */
const addRows = (from: number, to: number): readonly string[] => [
  `insert into streaks (email, read_days, last_interaction_at, since)
   select 'leitor' || n || '@exemplo.com.br',
     (select range_agg(daterange(current_date - d, current_date - d, '[]')) from generate_series(1, 300) d where (d + n) % 3 > 0), now(), now()
   from generate_series(${from}, ${to}) n`,
  `insert into quiz_attempts (quiz_id, email, answers, correct_answers, passed, attempted_at)
   select md5((1 + n % 100)::text)::uuid, 'leitor' || n || '@exemplo.com.br',
     (select jsonb_object_agg(md5((n * 10 + p)::text)::uuid, 'Uma resposta de algumas palavras') from generate_series(1, 10) p), 7, true, now()
   from generate_series(${from}, ${to}) n`,
  `insert into audit_log (at, actor, actor_email, role, channel, action, changes, target)
   select now(), md5(n::text), 'agente' || n % 40 || '@exemplo.com.br', 'agent', 'http', 'tickets.setStatus',
     '[{"field": "status", "before": "open", "after": "closed"}]', 'ticket:' || n
   from generate_series(${from}, ${to}) n`,
];

const bytesOf = async (db: Db, tables: readonly string[]): Promise<number> => {
  const { rows } = await sql<{ bytes: string }>`
    select sum(pg_total_relation_size(name::regclass)) as bytes from unnest(${tables}::text[]) name
  `.execute(db);
  return Number(rows[0]?.bytes);
};

/** The least-squares line through the points, and the share of the variance it explains. */
const fitLine = (points: readonly { x: number; y: number }[]) => {
  const mean = (of: (point: { x: number; y: number }) => number) =>
    points.reduce((sum, point) => sum + of(point), 0) / points.length;
  const [x, y] = [mean((point) => point.x), mean((point) => point.y)];
  const covariance = mean((point) => (point.x - x) * (point.y - y));
  const slope = covariance / mean((point) => (point.x - x) ** 2);
  const residual = mean((point) => (point.y - y - slope * (point.x - x)) ** 2);
  return { slope, explained: 1 - residual / mean((point) => (point.y - y) ** 2) };
};

/** Bytes a row of what grows, from three sizes. */
export const benchmark: Benchmark = {
  title: 'Storage a row',
  run: async ({ short, log }) => {
    const bin = findPostgres();
    if (!bin) throw new Error('needs PostgreSQL');
    const postgres = await startPostgres(bin, { shared_buffers: '512MB', max_wal_size: '4GB' });
    const counts = short ? sizes.short : sizes.long;
    try {
      const { db, close } = await openDatabase(
        { url: postgres.url, poolSize: 1 },
        ignoreIdleErrors,
      );
      await migrate(db);
      await runStatement(postgres.url, quizzes);
      const points = new Map<string, { x: number; y: number }[]>();
      let present = 0;
      for (const count of counts) {
        log(`${count} rows`);
        await fillTickets(postgres.url, count);
        await fillMessages(postgres.url, count - present, 40);
        for (const statement of addRows(present + 1, count)) {
          await runStatement(postgres.url, statement);
        }
        for (const [kind, tables] of Object.entries(kinds)) {
          const point = { x: count, y: await bytesOf(db, tables) };
          points.set(kind, [...(points.get(kind) ?? []), point]);
        }
        present = count;
      }
      await close();
      const rows = [...points].map(([kind, measured]) => {
        const { slope, explained } = fitLine(measured);
        const gigabytes = (count: number) => `${((slope * count) / 1e9).toFixed(1)} GB`;
        return [
          kind,
          ...measured.map(({ y }) => `${(y / 1e6).toFixed(0)} MB`),
          slope.toFixed(0),
          explained.toFixed(4),
          gigabytes(50_000_000),
        ];
      });
      return [
        'Tables with their indexes, freshly loaded (a table that is updated has up to half as much again). The fit is a straight line through the three sizes.',
        table(
          [
            '',
            ...counts.map((count) => count.toLocaleString('en')),
            'bytes a row',
            'R² of the fit',
            '50 million rows',
          ],
          rows,
        ),
      ].join('\n\n');
    } finally {
      await postgres.stop();
    }
  },
};
