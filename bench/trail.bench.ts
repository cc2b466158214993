import { sql } from 'kysely';
import { Pool } from 'undici';
import { openDatabase } from '../db/connection/database.ts';
import { freePort } from '../scripts/servers/local-server.ts';
import { durable, findPostgres, startPostgres } from '../scripts/servers/postgres.ts';
import { signToken } from '../server/auth/tokens.ts';
import { type Benchmark, ignoreIdleErrors, median, table } from './benchmark.ts';
import { benchSecret, type MeasuredProcess, startService } from './measured-process.ts';
import { type ApiRequest, send } from './peers/send.ts';

const connections = 16;
const json = 'application/json';
const tickets = 2_000;

/** A service and the pools of connections to its two interfaces. */
interface Measured {
  service: MeasuredProcess;
  http: Pool;
  trpc: Pool;
}

interface Write {
  title: string;
  on: 'http' | 'trpc';
  status: number;
  request: (n: number) => Omit<ApiRequest, 'token' | 'type'>;
}

const statuses = ['in_progress', 'resolved'];

const writes: readonly Write[] = [
  {
    title: 'create a tag (one statement)',
    on: 'http',
    status: 201,
    request: (n) => ({
      method: 'POST',
      path: '/support/tags',
      body: JSON.stringify({ name: `Tag ${n}`, color: '#1D4ED8' }),
    }),
  },
  {
    title: 'record a reading (one statement)',
    on: 'trpc',
    status: 200,
    request: (n) => ({
      method: 'POST',
      path: '/trpc/streaks.recordReading',
      body: JSON.stringify({ email: `leitor${1 + (n % tickets)}@exemplo.com.br` }),
    }),
  },
  {
    title: 'set the status of a ticket (a transaction)',
    on: 'trpc',
    status: 200,
    request: (n) => ({
      method: 'POST',
      path: '/trpc/tickets.setStatus',
      body: JSON.stringify({
        id: 1 + (n % tickets),
        status: statuses[Math.floor(n / tickets) % statuses.length],
      }),
    }),
  },
  {
    title: 'add a message to a ticket (a transaction)',
    on: 'trpc',
    status: 200,
    request: (n) => ({
      method: 'POST',
      path: '/trpc/tickets.addMessage',
      body: JSON.stringify({
        id: 1 + (n % tickets),
        author: 'Bia',
        origin: 'agent',
        body: 'A edição foi enviada de novo.',
      }),
    }),
  },
];

const start = async (databaseUrl: string, preload?: URL): Promise<Measured> => {
  const internalPort = await freePort();
  const service = await startService(
    { DATABASE_URL: databaseUrl, INTERNAL_PORT: String(internalPort) },
    preload,
  );
  const options = { connections, pipelining: 1 };
  return {
    service,
    http: new Pool(service.url, options),
    trpc: new Pool(`http://127.0.0.1:${internalPort}`, options),
  };
};

const stop = async ({ service, http, trpc }: Measured): Promise<void> => {
  await Promise.all([http.close(), trpc.close()]);
  await service.stop();
};

/** What storing acts costs writes: the service beside itself without its audit trail. */
export const benchmark: Benchmark = {
  title: 'The price of the audit trail',
  run: async ({ short, log }) => {
    const bin = findPostgres();
    if (!bin) throw new Error('needs PostgreSQL');
    const { rounds, seconds } = short ? { rounds: 1, seconds: 0.3 } : { rounds: 15, seconds: 2 };
    const postgres = await startPostgres(bin, { ...durable, shared_buffers: '1GB' });
    const running: Measured[] = [];
    const { db, close } = await openDatabase({ url: postgres.url, poolSize: 1 }, ignoreIdleErrors);
    try {
      const withTrail = await start(postgres.url);
      running.push(withTrail);
      const alone = await start(postgres.url, new URL('./trail/without-trail.ts', import.meta.url));
      running.push(alone);
      await sql`insert into tickets (subject, main, status, requester_email)
        select 'Assunto ' || n, 'Entrega', 'open', 'leitor' || n || '@exemplo.com.br'
        from generate_series(1, ${tickets}::integer) n`.execute(db);
      const token = await signToken(
        benchSecret,
        { role: 'admin', email: 'admin@exemplo.com.br' },
        { expiresAt: new Date(Date.now() + 86_400_000) },
      );
      let next = 0;
      const rateOf = async (measured: Measured, write: Write, duration: number) => {
        const started = performance.now();
        let done = 0;
        const connection = async () => {
          while (performance.now() - started < duration * 1_000) {
            const request = { ...write.request(next++), token, type: json };
            await send(measured[write.on], request, write.status);
            done += 1;
          }
        };
        await Promise.all(Array.from({ length: connections }, connection));
        return (done * 1_000) / (performance.now() - started);
      };
      const acts = async () =>
        Number((await sql<{ n: string }>`select count(*) n from audit_log`.execute(db)).rows[0]?.n);
      const rows: string[][] = [];
      for (const write of writes) {
        const rates: { trail: number; alone: number }[] = [];
        await rateOf(withTrail, write, seconds);
        const before = await acts();
        await rateOf(alone, write, seconds);
        if ((await acts()) !== before) throw new Error('the service without its trail stores acts');
        for (let round = 0; round < rounds; round += 1) {
          const trail = await rateOf(withTrail, write, seconds);
          rates.push({ trail, alone: await rateOf(alone, write, seconds) });
        }
        const middle = (of: (rate: { trail: number; alone: number }) => number) =>
          median(rates.map(of));
        rows.push([
          write.title,
          middle((rate) => rate.trail).toFixed(0),
          middle((rate) => rate.alone).toFixed(0),
          middle((rate) => rate.trail / rate.alone).toFixed(2),
        ]);
        log(rows.at(-1)?.join(' · ') ?? '');
      }
      return [
        `${connections} connections, commits on disk, ${rounds} rounds of ${seconds} s that take turns; writes a second, medians.`,
        table(['', 'with the trail', 'without', 'ratio'], rows),
        'A quiz submission and a reading that a reader records have no act: the attempt and the day are their own records.',
      ].join('\n\n');
    } finally {
      await Promise.all(running.map(stop));
      await close();
      await postgres.stop();
    }
  },
};
