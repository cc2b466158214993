import { findHaproxy, startHaproxy } from '../../scripts/servers/haproxy.ts';
import { type MeasuredProcess, sendRequests } from '../measured-process.ts';
import { cpuMicrosecondsOf } from '../peers/cpu-time.ts';

/** What is sent, and to whom. */
interface Load {
  service: MeasuredProcess;
  /** Where the service publishes its metrics. */
  metricsUrl: string;
  path: string;
  rounds: number;
  requests: number;
}

/** How many requests to the path the service has served. */
const servedOf = async ({ metricsUrl, path }: Load): Promise<number> => {
  const text = await (await fetch(metricsUrl)).text();
  return text
    .split('\n')
    .filter((line) => line.startsWith('http_request_duration_seconds_count') && line.includes(path))
    .reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
};

/** How many requests through the published proxy reach the service, and what both spend. */
export const measureProxy = async (load: Load): Promise<string> => {
  const program = findHaproxy();
  if (!program) return 'The proxy was left out: HAProxy is not installed.';
  const { service, path, rounds, requests } = load;
  const proxy = await startHaproxy(program, [Number(new URL(service.url).port)]);
  try {
    await sendRequests(proxy.url + path, requests);
    const [served, cpu, proxyCpu] = [
      await servedOf(load),
      await service.cpu(),
      await cpuMicrosecondsOf(proxy.pid),
    ];
    const started = performance.now();
    for (let round = 0; round < rounds; round += 1) {
      await sendRequests(proxy.url + path, requests);
    }
    const seconds = (performance.now() - started) / 1_000;
    const sent = rounds * requests;
    const reached = (await servedOf(load)) - served;
    const spent = ((await service.cpu()) - cpu) / sent;
    const spentByProxy = ((await cpuMicrosecondsOf(proxy.pid)) ?? Number.NaN) - (proxyCpu ?? 0);
    return `Behind \`deploy/haproxy.cfg\`: of ${sent} requests in ${seconds.toFixed(1)} s, ${reached} reached the service (hit rate ${(100 * (1 - reached / sent)).toFixed(2)} %). CPU a request: ${spent.toFixed(1)} µs of the service, ${(spentByProxy / sent).toFixed(1)} µs of the proxy.`;
  } finally {
    await proxy.stop();
  }
};
