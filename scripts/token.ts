import { parseArgs } from 'node:util';
import { email } from '../contract/index.ts';
import { developmentSecret } from '../server/auth/development-secret.ts';
import type { Config } from '../server/config/config.ts';
import { roles } from '../server/config/roles.ts';
import { configOfCommand, runCommand } from './run-command.ts';
import { demoPeople } from './seed/demo-people.ts';
import { issueToken } from './tokens/issue-token.ts';
import { findStartedAddress } from './tokens/started-address.ts';

const usage = `usage: npm run token -- --email EMAIL [--role reader|agent|editor|admin] [--name NAME] [--days N]
       eval "$(npm run -s token -- --env)"   sets API and the tokens READER, AGENT and ADMIN`;

const fail = (text: string): never => {
  throw new Error(`${text} (see --help)`);
};

/** The service refuses a token whose e-mail is invalid. */
const parseEmail = (text: string): string =>
  email.safeParse(text).data ?? fail('--email must be an e-mail address');

/** Shell commands that set the service's address and a token for each role. */
const environmentOf = async (config: Config, secret: string, days: number): Promise<string> => {
  const { host, port } = config.listen;
  const started = process.env.PORT ? undefined : await findStartedAddress(config.dataDirectory);
  const url = config.publicUrl ?? started ?? `http://${host}:${port}`;
  if (!process.env.PORT && !started) {
    console.error(`no service was started with DATA_DIR=${config.dataDirectory}: see npm start`);
  }
  const tokens = await Promise.all(
    demoPeople.map(
      async (person) =>
        `export ${person.role.toUpperCase()}='${await issueToken(config, secret, person, days)}'`,
    ),
  );
  return [`export API='${url}'`, ...tokens].join('\n');
};

await runCommand(async () => {
  const { values } = parseArgs({
    options: {
      email: { type: 'string' },
      role: { type: 'string', default: 'reader' },
      name: { type: 'string' },
      days: { type: 'string', default: '30' },
      env: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) {
    console.log(usage);
    return;
  }
  const config = configOfCommand();
  const role =
    roles.find((known) => known === values.role) ??
    fail(`--role must be one of ${roles.join(', ')}`);
  const days = Number(values.days);
  const person = values.env
    ? undefined
    : {
        email: parseEmail(values.email ?? fail('--email is missing')),
        name: values.name,
        role,
      };
  if (!(days > 0 && days <= 3650)) fail('--days must be between 0 and 3650');
  const { keys } = config.auth;
  if (keys && !('secret' in keys)) {
    throw new Error('tokens come from AUTH_JWKS_URL here: ask its issuer for one');
  }
  const secret = keys?.secret ?? (await developmentSecret(config.dataDirectory));
  console.log(
    person
      ? await issueToken(config, secret, person, days)
      : await environmentOf(config, secret, days),
  );
});
