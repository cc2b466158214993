import cluster from 'node:cluster';
import type { Logger } from 'pino';
import { startService } from '../server/boot.ts';
import { type Config, parseConfig } from '../server/config/config.ts';
import { checkOutside } from '../server/process/check-outside.ts';
import {
  isFirst,
  isPrimaryOf,
  reportReady,
  stopSignals,
  superviseProcesses,
} from '../server/process/processes.ts';
import { stopOnSignal } from '../server/process/signals.ts';
import { createLogger } from '../server/telemetry/logging.ts';
import { reasonOf } from '../server/text/error-reason.ts';
import { buildConsole } from './build-console.ts';
import { startSandbox } from './sandbox/start-sandbox.ts';
import { hasStubQuiz, seedDemo } from './seed/demo.ts';
import { demoPeople } from './seed/demo-people.ts';
import { issueToken } from './tokens/issue-token.ts';
import { storeStartedAddress } from './tokens/started-address.ts';

// `npm start`: the service for development, with demo data and tokens.

const describe = (config: Config): string[] => [
  config.database
    ? 'PostgreSQL (DATABASE_URL)'
    : `embedded PostgreSQL in ${config.dataDirectory}/database (set DATABASE_URL for a server)`,
  config.redisUrl ? 'Redis (REDIS_URL)' : 'rate limits in this process (set REDIS_URL to share)',
];

const printBanner = async (
  config: Config,
  stubs: readonly string[],
  urls: { public: string; internal: string },
  secret: string | undefined,
): Promise<void> => {
  const lines = [
    '',
    '  leitor is ready',
    '',
    `  API        ${urls.public}`,
    `  Reference  ${urls.public}/docs`,
    `  Internal   ${urls.internal}  (tRPC, /metrics)`,
    ...(config.oidc ? [`  Console    ${config.consoleUrl ?? urls.internal}/console/`] : []),
    '',
    ...[...describe(config), ...stubs].map((line) => `  on ${line}`),
    `  for pages of ${config.corsOrigins.join(', ') || 'localhost, any port'} (CORS_ORIGINS)`,
    '',
  ];
  if (secret) {
    lines.push(
      '  eval "$(npm run -s token -- --env)" sets API, READER, AGENT and ADMIN for examples',
      '',
    );
    lines.push('  Tokens, valid for 30 days:', '');
    for (const person of demoPeople) {
      const token = await issueToken(config, secret, person, 30);
      lines.push(`  ${person.role.padEnd(6)} ${token}`, '');
      if (person.role === 'agent') lines.push('');
    }
    const agent = await issueToken(config, secret, demoPeople[1], 30);
    lines.push(
      '  Try:',
      '',
      `  curl -H 'Authorization: Bearer ${agent}' ${urls.public}/support/tags`,
      '',
    );
  }
  console.log(lines.join('\n'));
};

/** Stops when npm's shell has ended, because it does not forward SIGTERM. */
const stopWithNpm = (): void => {
  if (!process.env.npm_lifecycle_event) return;
  const shell = process.ppid;
  setInterval(() => {
    if (process.ppid !== shell) process.kill(process.pid, 'SIGTERM');
  }, 500).unref();
};

/** Starts the service in this process with stubs and demo data. */
const start = async (parsed: Config, log: Logger): Promise<void> => {
  const { config, lines: stubs } = await startSandbox(parsed);
  // The demo data has a quiz, so with stubs a missed noon run is not repeated.
  const service = await startService(config, log, { jobs: { catchUp: stubs.length === 0 } });
  stopOnSignal(service, log, stopSignals());
  if (config.seedDemo && isFirst()) {
    const added = await seedDemo(service.contextFor('seed'), { quiz: hasStubQuiz(parsed) });
    if (added) log.info('demo data added');
  }
  reportReady();
  if (!isFirst()) return;
  // The stubs need no check.
  checkOutside(parsed, log);
  await storeStartedAddress(config.dataDirectory, service.publicUrl);
  await printBanner(
    config,
    stubs,
    { public: service.publicUrl, internal: service.internalUrl },
    service.tokenSecret,
  );
};

try {
  stopWithNpm();
  const config = parseConfig(process.env);
  const log = createLogger(config.logLevel, process.stdout.isTTY);
  if (cluster.isPrimary) await buildConsole();
  if (isPrimaryOf(config.processes)) superviseProcesses(config.processes, log);
  else await start(config, log);
} catch (error) {
  console.error(`leitor: ${reasonOf(error)}`);
  process.exit(1);
}
