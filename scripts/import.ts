import { parseArgs } from 'node:util';
import { createTRPCClient, httpLink } from '@trpc/client';
import { developmentSecret } from '../server/auth/secret.ts';
import { type Config, parseConfig } from '../server/config.ts';
import type { InternalRouter } from '../server/trpc/router.ts';
import { importFile } from './import/import-file.ts';
import { issueToken } from './issue-token.ts';

// `npm run import -- readings|members FILE.csv`: imports into the running service, through its internal API.

const usage = `usage: npm run import -- readings|members FILE.csv [--from LINE] [--url URL] [--token TOKEN]

  readings  columns email, at: a moment (2026-03-10T09:30:00-03:00) or a day in São Paulo (2026-03-10)
  members   columns groupId, email: into groups that exist, earlier lines first
  --from    the first line to import; without it, where an import of the file that was broken off ended
  --url     the internal API; without it, the one of this configuration
  --token   an administrator's; without it, LEITOR_TOKEN, else one made with this configuration's secret`;

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
  const { imported, bad, badLines } = await importFile(api, what, file, from);
  console.log(`${imported} imported, ${bad} bad`);
  if (badLines) {
    console.log(`the bad lines are in ${badLines}`);
    process.exitCode = 2;
  }
};

try {
  await run();
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
