import { type ClientRequest, get } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../scripts/servers/local-server.ts';
import { findPgbouncer, startPgbouncer } from '../scripts/servers/pgbouncer.ts';
import { findPostgres, startPostgres } from '../scripts/servers/postgres.ts';
import { signToken } from '../server/auth/tokens.ts';
import { type Benchmark, percentile, table } from './benchmark.ts';
import { benchSecret, startService } from './measured-process.ts';

const streamsPerPerson = 20;
const changesPerSecond = 20;

const tokenOf = (person: number): Promise<string> =>
  signToken(
    benchSecret,
    { role: 'agent', email: `agente-${person}@exemplo.com.br` },
    { expiresAt: new Date('2040-01-01') },
  );

/** Calls `onHint` with each hint in the text of a stream. */
export const readHints = (onHint: (target: string) => void) => {
  let rest = '';
  return (text: string): void => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (line.startsWith('data: ')) onHint(line.slice(6));
  };
};

/** Opens a stream; resolves with what ends it once its headers are there. */
export const openStream = (
  url: string,
  headers: Record<string, string>,
  onText: (text: string) => void,
): Promise<ClientRequest> =>
  new Promise((resolve, reject) => {
    const request = get(`${url}/console/events`, { headers, agent: false }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${response.statusCode}`));
      response
        .setEncoding('utf8')
        .on('data', onText)
        .on('error', () => undefined);
      resolve(request);
    });
    request.on('error', reject);
  });

/** Two processes behind PgBouncer, without Redis: one holds the streams, the other makes the changes. */
const startProcesses = async () => {
  const bin = findPostgres();
  const pgbouncer = findPgbouncer();
  if (!bin || !pgbouncer) throw new Error('needs PostgreSQL and PgBouncer');
  const postgres = await startPostgres(bin);
  const pooler = await startPgbouncer(pgbouncer, postgres.url);
  const start = async () => {
    const port = await freePort();
    const service = await startService({
      DATABASE_URL: pooler.url,
      INTERNAL_PORT: String(port),
      // Without a provider there are no streams. Nobody signs in.
      OIDC_ISSUER: 'https://login.exemplo.com',
      OIDC_CLIENT_ID: 'console',
      OIDC_CLIENT_SECRET: 'segredo',
      CONSOLE_URL: 'https://console.exemplo.com',
    });
    return { ...service, internalUrl: `http://127.0.0.1:${port}` };
  };
  const [reading, writing] = [await start(), await start()];
  return {
    reading,
    writing,
    stop: async () => {
      await reading.stop();
      await writing.stop();
      await pooler.stop();
      await postgres.stop();
    },
  };
};

/** What open event streams cost, and how late hints arrive. */
export const benchmark: Benchmark = {
  title: 'Event streams',
  run: async ({ short, log }) => {
    const [streams, seconds] = short ? [200, 3] : [2_000, 60];
    const { reading, writing, stop } = await startProcesses();
    const requests: ClientRequest[] = [];
    try {
      const sent = new Map<string, number>();
      /** When each stream that is read closely received what. */
      const received: Map<string, number>[] = [];
      const watch = () => {
        const targets = new Map<string, number>();
        received.push(targets);
        return readHints((target) => {
          if (!targets.has(target)) targets.set(target, performance.now());
        });
      };
      const emptyRss = await reading.rss();
      // One stream a person is read closely; the others only have to be written to.
      for (let person = 0; person < streams / streamsPerPerson; person += 1) {
        const headers = { authorization: `Bearer ${await tokenOf(person)}` };
        const watched = watch();
        for (let n = 0; n < streamsPerPerson; n += 1) {
          const onText = n === 0 ? watched : () => undefined;
          requests.push(await openStream(reading.internalUrl, headers, onText));
        }
      }
      await pause(2_000);
      const openRss = await reading.rss();
      const share = async (work: () => Promise<unknown>): Promise<number> => {
        const [before, began] = [await reading.cpu(), performance.now()];
        await work();
        return ((await reading.cpu()) - before) / 10 / (performance.now() - began);
      };
      const idle = await share(() => pause(seconds * 1_000));
      const token = await tokenOf(0);
      const change = async () => {
        const at = performance.now();
        const response = await fetch(`${writing.internalUrl}/trpc/tickets.create`, {
          method: 'POST',
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          body: JSON.stringify({ subject: 'Pauta', body: 'Olá', main: 'Entrega' }),
        });
        // A busy machine may refuse one.
        if (response.ok) sent.set(`ticket:${(await response.json()).result.data.id}`, at);
      };
      const busy = await share(async () => {
        const changes: Promise<void>[] = [];
        for (let n = 0; n < seconds * changesPerSecond; n += 1) {
          changes.push(change());
          await pause(1_000 / changesPerSecond);
        }
        await Promise.all(changes);
        await pause(2_000);
      });
      const delays = received.flatMap((targets) =>
        [...sent].flatMap(([target, at]) => (targets.get(target) ?? Number.NaN) - at),
      );
      const known = delays.filter((delay) => !Number.isNaN(delay));
      const row = [
        String(streams),
        ((openRss - emptyRss) / streams).toFixed(1),
        idle.toFixed(1),
        busy.toFixed(1),
        percentile(known, 0.5).toFixed(0),
        percentile(known, 0.99).toFixed(0),
        percentile(known, 1).toFixed(0),
        `${delays.length - known.length} of ${delays.length}`,
      ];
      log(row.join(' '));
      return [
        `One process with all streams, another with ${changesPerSecond} changes a second for ${seconds} s, behind PgBouncer in transaction mode, without Redis. The delay is from sending the change to receiving its hint.`,
        table(
          [
            'streams',
            'KiB a stream',
            '% CPU idle',
            '% CPU under load',
            'delay p50 ms',
            'p99',
            'longest',
            'missed',
          ],
          [row],
        ),
      ].join('\n\n');
    } finally {
      for (const request of requests) request.destroy();
      await stop();
    }
  },
};
