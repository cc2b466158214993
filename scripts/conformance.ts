import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { startService } from '../server/boot.ts';
import { parseConfig } from '../server/config/config.ts';
import { fillWithData } from './conformance/data.ts';
import { installTool, type Outcome, runTool } from './conformance/tool.ts';
import { startSandbox } from './sandbox/start-sandbox.ts';
import { findPostgres, startPostgres } from './servers/postgres.ts';
import { issueToken } from './tokens/issue-token.ts';

// `npm run conformance`: checks a running service against openapi.json with thousands of generated
// requests. Needs PostgreSQL and Python 3 with venv. Arguments are passed to `schemathesis run`.

const person = { role: 'agent', email: 'atendimento@exemplo.com.br' } as const;
const newsletterSecret = 'the-secret-of-the-conformance-run';
const fewestCases = 2_000;

const runConformance = async (databaseUrl: string, directory: string): Promise<Outcome> => {
  const program = installTool();
  const { config, close: closeStandIns } = await startSandbox(
    parseConfig({
      PORT: '0',
      INTERNAL_PORT: '0',
      DATA_DIR: directory,
      DATABASE_URL: databaseUrl,
      RATE_LIMIT: 'off',
      BEEHIIV_WEBHOOK_SECRET: newsletterSecret,
    }),
  );
  const log = pino({ level: 'error' }, pino.destination({ dest: logOf(directory), sync: true }));
  const service = await startService(config, log, { jobs: { scheduled: false } });
  try {
    const token = await issueToken(config, service.tokenSecret ?? '', person, 1);
    const url = service.publicUrl;
    const access = { baseUrl: url, token, email: person.email };
    const data = join(directory, 'data.json');
    const filled = await fillWithData(service.contextFor('conformance'), access);
    await writeFile(data, JSON.stringify({ ...filled, newsletterSecret }));
    return await runTool(program, { url, token, data, directory }, process.argv.slice(2));
  } finally {
    await service.close();
    await closeStandIns();
  }
};

const logOf = (directory: string): string => join(directory, 'errors.log');

/** Prints the figures and returns the problems. */
const judge = (outcome: Outcome, errorLog: string): string[] => {
  const operations = Object.groupBy(outcome.answers, ({ operation }) => operation);
  for (const [operation, answers = []] of Object.entries(operations)) {
    const counts = answers
      .sort((a, b) => a.status - b.status)
      .map(({ status, count }) => `${status}: ${count}`);
    console.log(`  ${operation.padEnd(24)}${counts.join(', ')}`);
  }
  const neverServed = Object.entries(operations)
    .filter(([, answers = []]) => !answers.some(({ status }) => status < 300))
    .map(([operation]) => operation);
  const { generated, failed, expectedRefusals } = outcome;
  console.log(`${generated} cases, ${failed} failures (${expectedRefusals} refused for the data)`);
  return [
    ...(outcome.passed ? [] : ['the service does not conform to openapi.json']),
    ...(generated < fewestCases ? [`fewer than ${fewestCases} cases`] : []),
    ...(neverServed.length > 0 ? [`never returned a success: ${neverServed}`] : []),
    ...(errorLog === '' ? [] : [`errors in the service's log:\n${errorLog}`]),
  ];
};

const bin = findPostgres();
if (!bin) {
  console.error('install PostgreSQL, or put its programs on the PATH');
  process.exit(1);
}
const directory = await mkdtemp(join(tmpdir(), 'leitor-conformance-'));
const postgres = await startPostgres(bin);
try {
  const outcome = await runConformance(postgres.url, directory);
  const problems = judge(outcome, await readFile(logOf(directory), 'utf8'));
  for (const problem of problems) console.error(problem);
  process.exitCode = problems.length > 0 ? 1 : 0;
} finally {
  await postgres.stop();
  await rm(directory, { recursive: true, force: true });
}
