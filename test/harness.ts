import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { createTRPCClient, httpLink } from '@trpc/client';
import { decodeJwt, SignJWT } from 'jose';
import { pino } from 'pino';
import { removeFolder } from '../scripts/servers/remove-folder.ts';
import { signToken } from '../scripts/tokens/issue-token.ts';
import { type BootOptions, startService } from '../server/boot.ts';
import { parseConfig } from '../server/config/config.ts';
import type { Role } from '../server/config/roles.ts';
import type { InternalRouter } from '../server/internal-router.ts';
import { cloneDatabase } from './database.ts';
import { createClient } from './public-client.ts';

/** The claims of a test's token. It has a new e-mail by default and is valid at any time of the clock. */
export interface TokenFor {
  role?: Role;
  email?: string;
  name?: string;
  /** The subject; by default the e-mail. */
  subject?: string;
  expiresAt?: Date;
}

const farFuture = new Date('2040-01-01');

export const testSecret = 'a-secret-of-the-tests-that-is-long-enough';

/** A token for a service with this secret, valid at any time of the clock. */
export const signedToken = (claims: Parameters<typeof signToken>[1], secret = testSecret) =>
  signToken(secret, claims, { expiresAt: farFuture });

/** The service on its own ports and database, with typed clients. */
export type TestApp = Awaited<ReturnType<typeof startApp>>;

/**
 * Starts the service on a cloned database: PostgreSQL if TEST_DATABASE_URL is set, else embedded. Rate
 * limits and load shedding are off unless `env` turns them on; jobs run only when a test runs them.
 */
export const startApp = async (env: Record<string, string> = {}, options: BootOptions = {}) => {
  const directory = await mkdtemp(join(tmpdir(), 'leitor-test-'));
  const database = options.database ? undefined : await cloneDatabase();
  const logs: Record<string, unknown>[] = [];
  const config = parseConfig({
    NODE_ENV: 'test',
    PORT: '0',
    INTERNAL_PORT: '0',
    DATA_DIR: directory,
    RATE_LIMIT: 'off',
    LOAD_SHEDDING: 'off',
    ...('AUTH_JWKS_URL' in env ? {} : { AUTH_JWT_SECRET: testSecret }),
    ...env,
  });
  const service = await startService(config, pino({ level: 'debug' }, collect(logs)), {
    ...(database && { database: database.location }),
    ...options,
    jobs: { scheduled: false, ...options.jobs },
  });
  const token = async ({
    role = 'reader',
    email,
    name,
    subject,
    expiresAt = farFuture,
  }: TokenFor = {}) => {
    const secret = service.tokenSecret ?? testSecret;
    const signed = await signToken(
      secret,
      { role, email: email ?? `${crypto.randomUUID()}@exemplo.com.br`, ...(name && { name }) },
      { expiresAt },
    );
    if (subject === undefined) return signed;
    return new SignJWT({ ...decodeJwt(signed), sub: subject })
      .setProtectedHeader({ alg: 'HS256' })
      .sign(new TextEncoder().encode(secret));
  };
  return {
    url: service.publicUrl,
    internalUrl: service.internalUrl,
    service,
    /** The folder of this service's files, which is removed with it. */
    directory,
    /** Every log line so far, parsed. */
    logs,
    token,
    /** A client of the public API as a person, by default an agent. */
    client: async (person: TokenFor = { role: 'agent' }) =>
      createClient({ baseUrl: service.publicUrl, token: await token(person) }),
    anonymous: createClient({ baseUrl: service.publicUrl }),
    /** A client of the internal API as a person, by default an administrator. */
    trpc: async (person: TokenFor = { role: 'admin' }) => {
      const authorization = `Bearer ${await token(person)}`;
      return createTRPCClient<InternalRouter>({
        links: [httpLink({ url: `${service.internalUrl}/trpc`, headers: { authorization } })],
      });
    },
    /** Stops the service; throws if it returned a failure that its route does not declare. */
    close: async () => {
      await service.close();
      await database?.drop();
      await removeFolder(directory);
      const undeclared = logs.filter((line) => line.msg === undeclaredFailure);
      if (undeclared.length > 0)
        throw new Error(`${undeclaredFailure}: ${JSON.stringify(undeclared)}`);
    },
  };
};

const undeclaredFailure = 'undeclared failure';

const collect = (logs: Record<string, unknown>[]): Writable =>
  new Writable({
    write(chunk: Buffer, _encoding, done) {
      for (const line of chunk.toString().split('\n')) if (line) logs.push(JSON.parse(line));
      done();
    },
  });
