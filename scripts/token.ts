import { parseArgs } from 'node:util';
import { developmentSecret } from '../server/auth/secret.ts';
import { parseConfig } from '../server/config.ts';
import type { Role } from '../server/context.ts';
import { issueToken } from './issue-token.ts';

const usage =
  'usage: npm run token -- --email EMAIL [--role reader|agent|admin] [--name NAME] [--days N]';
const roles: readonly Role[] = ['reader', 'agent', 'admin'];

const fail = (text: string): never => {
  console.error(text);
  process.exit(1);
};

try {
  const { values } = parseArgs({
    options: {
      email: { type: 'string' },
      role: { type: 'string', default: 'reader' },
      name: { type: 'string' },
      days: { type: 'string', default: '30' },
    },
  });
  const config = parseConfig(process.env);
  const role = roles.find((known) => known === values.role) ?? fail(usage);
  const days = Number(values.days);
  const email = values.email ?? fail(usage);
  if (!(days > 0 && days <= 3650)) fail('--days must be between 0 and 3650');
  const { keys } = config.auth;
  if (keys && !('secret' in keys)) {
    fail('tokens come from AUTH_JWKS_URL here: ask its issuer for one');
  } else {
    const secret = keys?.secret ?? (await developmentSecret(config.dataDirectory));
    const person = { email: email.toLowerCase(), name: values.name, role };
    console.log(await issueToken(config, secret, person, days));
  }
} catch (error) {
  fail(`${error instanceof Error ? error.message : String(error)}\n${usage}`);
}
