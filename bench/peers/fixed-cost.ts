import { fileURLToPath } from 'node:url';
import { median, table } from '../benchmark.ts';
import { type MeasuredProcess, startMeasured } from '../measured-process.ts';
import { type SamplingSetup, sampleServers } from './samples.ts';
import { type SharedServices, sharedEnv } from './start.ts';

/** What is added to bare Express with ts-rest, one after the other. */
export const steps = [
  'bare Express and ts-rest',
  'headers, id, log, metrics',
  'admission',
  'load shedding',
  'cache',
  'all routes, sockets',
  'jobs',
] as const;
export type Step = (typeof steps)[number];

/** The service differs from the last step by its unit's flags, and by the requests that it has served before. */
const lastStep = 'the service, after the requests above';
/** The compared service has no limits, so they are measured on a step before it. */
const limited = steps.indexOf('cache');

/** Measures the cached ranking beside bare Express with ts-rest, and the cost of each step between them. */
export const measureFixedCost = async (
  service: MeasuredProcess,
  services: SharedServices,
  setup: Omit<SamplingSetup, 'servers'>,
  size: { rounds: number; seconds: number },
): Promise<string> => {
  const started: MeasuredProcess[] = [];
  const start = async (step: number, env: Record<string, string> = {}): Promise<void> => {
    const program = fileURLToPath(new URL('fixed-cost-server.ts', import.meta.url));
    const server = await startMeasured(program, '/livez', (port) => ({
      env: {
        ...sharedEnv(services),
        STORAGE_URL: `file:${services.files}`,
        HOST: '127.0.0.1',
        INTERNAL_PORT: '0',
        LOG_LEVEL: 'warn',
        PORT: String(port),
        STEP: String(step),
        ...env,
      },
    }));
    started.push(server);
  };
  try {
    for (const step of steps.keys()) await start(step);
    await start(limited, { LIMITS: 'on' });
    const servers = [...started, service];
    const fixtures = servers.flatMap(() => setup.fixtures.slice(0, 1));
    const samples = await sampleServers('global-ranking', { ...setup, fixtures, servers }, size);
    const [bare = []] = samples;
    const timesBare = (index: number): number =>
      median(bare.map(({ cpu }, round) => (samples[index]?.[round]?.cpu ?? Number.NaN) / cpu));
    const bareCpu = median(bare.map(({ cpu }) => cpu));
    const row = (name: string, index: number, before: number | undefined): string[] => {
      const times = timesBare(index);
      const own = before === undefined ? times : times - timesBare(before);
      const micros = [times, own].map((share) => (share * bareCpu).toFixed(0));
      return [name, `${times.toFixed(2)}×`, ...micros];
    };
    const costs = table(
      ['', 'CPU, times bare', 'CPU µs', 'CPU µs of the step'],
      [
        ...steps.map((step, index) => row(step, index, index === 0 ? undefined : index - 1)),
        row(lastStep, servers.length - 1, steps.length - 1),
        row(`limits in Redis, on the step “${steps[limited]}”`, steps.length, limited),
      ],
    );
    return `The fixed cost of a request: the cached ranking's body sent by bare Express with ts-rest, then with the service's own parts one after the other, up to the service (medians of the rounds).\n\n${costs}`;
  } finally {
    await Promise.all(started.map((server) => server.stop()));
  }
};
