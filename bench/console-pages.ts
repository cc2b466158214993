import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { buildConsole } from '../scripts/build-console.ts';
import {
  type SandboxAccount,
  startSandboxIdentityProvider,
} from '../scripts/sandbox/identity-provider.ts';
import { freePort } from '../scripts/servers/local-server.ts';
import { findPostgres, startPostgres } from '../scripts/servers/postgres.ts';
import { signToken } from '../server/auth/tokens.ts';
import type { Role } from '../server/config/roles.ts';
import { openBrowser } from '../test/sessions/browser.ts';
import { benchSecret, startService } from './measured-process.ts';

/** The agent of the benchmarks of the console. */
export const agent = { email: 'agente@exemplo.com.br', name: 'Agente', role: 'agent' } as const;

/** A token of an agent, or of somebody with another role. */
export const tokenOf = (email: string, role: Role = 'agent'): Promise<string> =>
  signToken(benchSecret, { role, email }, { expiresAt: new Date('2040-01-01') });

/** The service on PostgreSQL in its own process, and a browser whose pages are signed in as a person. */
export const startConsole = async (
  env: Record<string, string> = {},
  person: SandboxAccount & { role: Role } = agent,
) => {
  const bin = findPostgres();
  if (!bin) throw new Error('needs PostgreSQL');
  await buildConsole();
  const postgres = await startPostgres(bin);
  const provider = await startSandboxIdentityProvider('roles', [person]);
  const internalUrl = `http://127.0.0.1:${await freePort()}`;
  const service = await startService({
    // Cookies over http, as on a developer's machine.
    NODE_ENV: 'development',
    DATABASE_URL: postgres.url,
    INTERNAL_PORT: new URL(internalUrl).port,
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: provider.clientId,
    OIDC_CLIENT_SECRET: provider.clientSecret,
    ...env,
  });
  const browser = await chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: ['--no-sandbox'],
  });
  const { jar, signIn } = openBrowser({ internalUrl });
  await signIn(person.email);
  const cookies = [...jar].map(([name, value]) => ({ name, value, url: internalUrl }));
  return {
    service,
    internalUrl,
    databaseUrl: postgres.url,
    token: await tokenOf(person.email, person.role),
    /** Opens a page with an empty cache; its context is to be closed. */
    open: async (): Promise<{ page: Page; context: BrowserContext }> => {
      const context = await browser.newContext({
        baseURL: internalUrl,
        locale: 'pt-BR',
        viewport: { width: 1280, height: 800 },
      });
      await context.addCookies(cookies);
      return { page: await context.newPage(), context };
    },
    stop: async () => {
      await browser.close();
      await service.stop();
      await provider.close();
      await postgres.stop();
    },
  };
};
