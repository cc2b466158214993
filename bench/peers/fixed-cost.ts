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
  'limits in Redis',
  'cache',
] as const;
export type Step = (typeof steps)[number];

/** Limits are off where the service is compared, so the whole service lacks them. */
const whole = 'the service, without limits';

/** Measures the cached ranking beside bare Express with ts-rest, and the cost of each step between them. */
export const measureFixedCost = async (
  service: MeasuredProcess,
  services: SharedServices,
  setup: Omit<SamplingSetup, 'servers'>,
  size: { rounds: number; seconds: number },
): Promise<string> => {
  const servers: MeasuredProcess[] = [];
  try {
    for (const step of steps.keys()) {
      const program = fileURLToPath(new URL('fixed-cost-server.ts', import.meta.url));
      servers.push(
        await startMeasured(program, '/livez', (port) => ({
          env: {
            ...sharedEnv(services),
            STORAGE_URL: `file:${services.files}`,
            INTERNAL_PORT: '0',
            LOG_LEVEL: 'warn',
            PORT: String(port),
            STEP: String(step),
          },
        })),
      );
    }
    const fixtures = [...servers, service].flatMap(() => setup.fixtures.slice(0, 1));
    const samples = await sampleServers(
      'global-ranking',
      { ...setup, fixtures, servers: [...servers, service] },
      size,
    );
    const [bare = []] = samples;
    const timesBare = (index: number): number =>
      median(bare.map(({ cpu }, round) => (samples[index]?.[round]?.cpu ?? Number.NaN) / cpu));
    const bareCpu = median(bare.map(({ cpu }) => cpu));
    const costs = table(
      ['', 'CPU, times bare', 'CPU µs of the step'],
      [...steps, whole].map((step, index) => {
        const before = index === 0 || step === whole ? 0 : timesBare(index - 1);
        const times = timesBare(index);
        return [step, `${times.toFixed(2)}×`, ((times - before) * bareCpu).toFixed(0)];
      }),
    );
    return `The fixed cost of a request: the cached ranking's body sent by bare Express with ts-rest, then with the service's own parts one after the other (medians of the rounds).\n\n${costs}`;
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
  }
};
