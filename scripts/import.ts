import { parseArgs } from 'node:util';
import { createTRPCClient, httpLink } from '@trpc/client';
import { SingleBar } from 'cli-progress';
import { developmentSecret } from '../server/auth/secret.ts';
import { type Config, parseConfig } from '../server/config.ts';
import type { InternalRouter } from '../server/trpc/router.ts';
import { usePortugueseMessages } from '../server/validation.ts';
import { type ImportProgress, importCsv } from './import/import-csv.ts';
import { membersPlan, readingsPlan } from './import/plans.ts';
import { issueToken } from './issue-token.ts';

// `npm run import -- readings|members FILE.csv`: imports into the running service, through its internal API.

const usage = `usage: npm run import -- readings|members FILE.csv [--from LINE] [--url URL] [--token TOKEN]

  readings  columns email, at: a moment (2026-03-10T09:30:00-03:00) or a day in São Paulo (2026-03-10)
  members   columns groupId, email: into groups that exist, earlier lines first
  --from    the first line to import; without it, where an import of the file that was broken off ended
  --url     the internal API; without it, the one of this configuration
  --token   an administrator's; without it, LEITOR_TOKEN, else one made with this configuration's secret`;

const shownBadLines = 20;

const makeToken = async (config: Config): Promise<string> => {
  const { keys } = config.auth;
  if (keys && !('secret' in keys)) throw new Error('tokens come from AUTH_JWKS_URL here: give one');
  const secret = keys?.secret ?? (await developmentSecret(config.dataDirectory));
  return issueToken(config, secret, { role: 'admin' }, 1);
};

const run = async (): Promise<void> => {
  const { values, positionals } = parseArgs({
    options: { from: { type: 'string' }, url: { type: 'string' }, token: { type: 'string' } },
    allowPositionals: true,
  });
  const [what, file, ...rest] = positionals;
  const from = values.from === undefined ? undefined : Number(values.from);
  const known = what === 'readings' || what === 'members';
  if (!known || !file || rest.length > 0 || (from !== undefined && !(from >= 1))) {
    throw new Error(usage);
  }
  usePortugueseMessages();
  const config = parseConfig(process.env);
  const { host, port } = config.internalListen;
  const token = values.token ?? process.env.LEITOR_TOKEN ?? (await makeToken(config));
  const api = createTRPCClient<InternalRouter>({
    links: [
      httpLink({
        url: `${values.url ?? `http://${host}:${port}`}/trpc`,
        headers: { authorization: `Bearer ${token}` },
      }),
    ],
  });
  const bar = new SingleBar({
    format: '{bar} {percentage}% | {imported} imported, {bad} bad | {eta_formatted} left',
    etaBuffer: 50,
  });
  let shown = 0;
  const options = {
    from,
    onProgress: (progress: ImportProgress) => {
      if (!bar.isActive) bar.start(progress.totalBytes, 0, progress);
      bar.update(progress.bytesRead, progress);
    },
    onBadLine: (line: number, problem: string) => {
      shown += 1;
      if (shown <= shownBadLines) console.error(`\nline ${line}: ${problem}`);
    },
  };
  try {
    const done =
      what === 'readings'
        ? await importCsv(file, readingsPlan(api), options)
        : await importCsv(file, membersPlan(api), options);
    bar.stop();
    console.log(`${done.imported} imported, ${done.bad} bad`);
    if (done.bad > 0) {
      console.log(`the bad lines are in ${file}.bad-lines`);
      process.exitCode = 2;
    }
  } catch (error) {
    bar.stop();
    throw error;
  }
};

try {
  await run();
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
