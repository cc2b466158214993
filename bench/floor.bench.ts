import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findPostgres, startPostgres } from '../scripts/servers/postgres.ts';
import { findRedis, startRedis } from '../scripts/servers/redis.ts';
import { type Benchmark, median, table } from './benchmark.ts';
import { buildFloor, startFloor } from './floor/start.ts';
import { benchSecret, type MeasuredProcess } from './measured-process.ts';
import { cpuMicrosecondsOf } from './peers/cpu-time.ts';
import { createFixtures, openSharedState, uploadFirst } from './peers/fixtures.ts';
import { type ScenarioName, scenarioNames, scenarios } from './peers/requests.ts';
import { type Sample, sampleServers } from './peers/samples.ts';
import { seed } from './peers/seed.ts';
import { buildPeers, startLoad, startServers } from './peers/start.ts';

const poolSize = 16;
const over = 1.5;

/** Why a request takes more than so many times the floor's CPU. */
const reasons: Record<ScenarioName, string> = {
  'list-tags': 'HTTP and rows in JavaScript; id, metrics, log, headers',
  'create-tag': 'as the list, and the body is validated',
  'global-ranking': 'HTTP in JavaScript; id, metrics, log, headers',
  'group-ranking': '1 000 rows read and masked in JavaScript',
  'cached-report': 'reads Redis each time; the floor its own memory',
  'uncached-report': 'reads and writes Redis; rows in JavaScript',
  'quiz-fetch': 'HTTP and rows in JavaScript; id, metrics, log, headers',
  'quiz-submit': 'grades and describes each answer; a transaction, the floor one statement',
  upload: 'multipart, hash and file in JavaScript, each chunk through the thread pool',
  download: 'the file passes through the process; Go has the kernel send it',
};

const micro = (value: number): string =>
  value >= 100 ? value.toFixed(0) : value.toPrecision(value >= 10 ? 3 : 2);

const rowOf = (name: ScenarioName, [service = [], floor = []]: readonly Sample[][]): string[] => {
  const cellsOf = (samples: readonly Sample[]) => {
    const kernel = median(samples.map((sample) => sample.kernel));
    const user = median(samples.map((sample) => sample.cpu)) - kernel;
    return [user, kernel, median(samples.map(({ databaseCpu }) => databaseCpu))].map(micro);
  };
  const times = median(service.map(({ cpu }, round) => cpu / (floor[round]?.cpu ?? Number.NaN)));
  return [
    scenarios[name].title,
    ...cellsOf(service),
    ...cellsOf(floor),
    `${times.toFixed(2)}×`,
    times > over ? reasons[name] : '',
  ];
};

/** The service beside Go: how far each request is from the limit. */
export const benchmark: Benchmark = {
  title: 'The floor: the same requests in Go',
  run: async ({ short, log }) => {
    const [bin, redisProgram] = [findPostgres(), findRedis()];
    if (!bin || !redisProgram) throw new Error('needs PostgreSQL and Redis');
    buildPeers();
    buildFloor();
    const size = short ? { rounds: 1, seconds: 0.1 } : { rounds: 5, seconds: 2 };
    const files = await mkdtemp(join(tmpdir(), 'leitor-floor-'));
    const postgres = await startPostgres(bin, { shared_buffers: '1GB', jit: 'off' });
    const redis = await startRedis(redisProgram);
    const shared = { databaseUrl: postgres.url, redisUrl: redis.url, files, poolSize };
    const servers: MeasuredProcess[] = [];
    try {
      await seed(postgres.url, { tickets: short ? 1_000 : 200_000, short });
      await startServers(shared, servers, []);
      const env = { DATABASE_URL: postgres.url, AUTH_JWT_SECRET: benchSecret, FILES: files };
      servers.push(await startFloor(env));
      const attachmentId = await uploadFirst(servers, benchSecret);
      const load = startLoad();
      const sharedState = await openSharedState(shared);
      const rows: string[][] = [];
      try {
        const fixtures = await createFixtures(servers.length, benchSecret, attachmentId);
        const databaseCpu = async () => (await cpuMicrosecondsOf(postgres.pid)) ?? Number.NaN;
        const setup = { servers, fixtures, load, sharedState, databaseCpu };
        for (const name of scenarioNames) {
          rows.push(rowOf(name, await sampleServers(name, setup, size)));
          log(rows.at(-1)?.join('  ') ?? '');
        }
      } finally {
        await load.stop();
        await sharedState.close();
      }
      return [
        `CPU µs a request of the service and, as a reference, of Go's net/http and pgx without validation, limits, metrics or ids, with the fewest statements, on the same database and with the same load; medians of ${size.rounds} rounds of ${size.seconds} s that alternate.`,
        table(
          [
            '',
            ...['user', 'kernel', 'PostgreSQL'],
            ...['floor: user', 'kernel', 'PostgreSQL'],
            'user and kernel over the floor',
            `why over ${over}×`,
          ],
          rows,
        ),
      ].join('\n\n');
    } finally {
      await Promise.all(servers.map((server) => server.stop()));
      await redis.stop();
      await postgres.stop();
      await rm(files, { recursive: true });
    }
  },
};
