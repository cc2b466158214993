import { startService } from '../server/boot.ts';
import { type Config, parseConfig } from '../server/config.ts';
import { createLogger } from '../server/logging.ts';
import { stopOnSignal } from '../server/signals.ts';
import { issueToken } from './issue-token.ts';
import { withStandIns } from './sandbox/stand-ins.ts';
import { seedDemo } from './seed/demo.ts';

// `npm start`: the service as a newcomer wants it, with demo data and tokens to paste.

const people = [
  { role: 'reader', email: 'maria@exemplo.com.br', name: 'Maria Souza' },
  { role: 'agent', email: 'atendimento@exemplo.com.br', name: 'Atendimento' },
  { role: 'admin', email: 'admin@exemplo.com.br', name: 'Administração' },
] as const;

const describe = (config: Config): string[] => [
  config.database
    ? 'PostgreSQL (DATABASE_URL)'
    : `embedded PostgreSQL in ${config.dataDirectory}/database (set DATABASE_URL for a server)`,
  config.redisUrl ? 'Redis (REDIS_URL)' : 'rate limits in this process (set REDIS_URL to share)',
];

const printBanner = async (
  config: Config,
  standIns: readonly string[],
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
    '',
    ...[...describe(config), ...standIns].map((line) => `  on ${line}`),
    '',
  ];
  if (secret) {
    lines.push('  Tokens, valid for 30 days:', '');
    for (const person of people) {
      const token = await issueToken(config, secret, person, 30);
      lines.push(`  ${person.role.padEnd(6)} ${token}`, '');
      if (person.role === 'agent') lines.push('');
    }
    const agent = await issueToken(config, secret, people[1], 30);
    lines.push(
      '  Try:',
      '',
      `  curl -H 'Authorization: Bearer ${agent}' ${urls.public}/support/tags`,
      '',
    );
  }
  console.log(lines.join('\n'));
};

/** npm's shell does not pass SIGTERM on: when it is gone, whoever started the service has ended it. */
const stopWithNpm = (): void => {
  if (!process.env.npm_lifecycle_event) return;
  const shell = process.ppid;
  setInterval(() => {
    if (process.ppid !== shell) process.kill(process.pid, 'SIGTERM');
  }, 500).unref();
};

try {
  stopWithNpm();
  const { config, lines: standIns } = await withStandIns(parseConfig(process.env));
  const log = createLogger(config.logLevel, process.stdout.isTTY);
  // With stand-ins a missed noon is nobody's loss, and a newcomer may want to generate the quiz themselves.
  const service = await startService(config, log, { jobs: { catchUp: standIns.length === 0 } });
  stopOnSignal(service, log);
  if (config.seedDemo && (await seedDemo(service.contextFor('seed')))) log.info('demo data added');
  await printBanner(
    config,
    standIns,
    { public: service.publicUrl, internal: service.internalUrl },
    service.tokenSecret,
  );
} catch (error) {
  console.error(`leitor: ${error instanceof Error ? error.message : String(error)}`);
  process.exit(1);
}
