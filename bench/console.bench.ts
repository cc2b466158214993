import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { buildConsole } from '../scripts/build-console.ts';
import { startSandboxIdentityProvider } from '../scripts/sandbox/identity-provider.ts';
import { chromiumOptions } from '../scripts/servers/chromium.ts';
import { freePort } from '../scripts/servers/local-server.ts';
import { findPostgres, runStatement, startPostgres } from '../scripts/servers/postgres.ts';
import { openBrowser } from '../test/sessions/browser.ts';
import { type Benchmark, median, table } from './benchmark.ts';
import { fillMessages, fillTickets } from './fill-tickets.ts';
import { startService } from './measured-process.ts';

const agent = { email: 'agente@exemplo.com.br', name: 'Agente', role: 'agent' } as const;
const longTicket = 1;
const longMessages = 2_000;

type OpenPage = () => Promise<{ page: Page; context: BrowserContext }>;

/** The service on PostgreSQL in its own process, and a browser whose pages are signed in. */
const startConsole = async () => {
  const bin = findPostgres();
  if (!bin) throw new Error('needs PostgreSQL');
  await buildConsole();
  const postgres = await startPostgres(bin);
  const provider = await startSandboxIdentityProvider('roles', [agent]);
  const internalUrl = `http://127.0.0.1:${await freePort()}`;
  const service = await startService({
    // Cookies over http, as on a developer's machine.
    NODE_ENV: 'development',
    DATABASE_URL: postgres.url,
    INTERNAL_PORT: new URL(internalUrl).port,
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: provider.clientId,
    OIDC_CLIENT_SECRET: provider.clientSecret,
  });
  const browser = await chromium.launch(chromiumOptions());
  const { jar, signIn } = openBrowser({ internalUrl });
  await signIn(agent.email);
  const cookies = [...jar].map(([name, value]) => ({ name, value, url: internalUrl }));
  /** Opens a page with an empty cache. */
  const open: OpenPage = async () => {
    const context = await browser.newContext({
      baseURL: internalUrl,
      locale: 'pt-BR',
      viewport: { width: 1280, height: 800 },
    });
    await context.addCookies(cookies);
    return { page: await context.newPage(), context };
  };
  const stop = async () => {
    await browser.close();
    await service.stop();
    await provider.close();
    await postgres.stop();
  };
  return { databaseUrl: postgres.url, open, stop };
};

/** All tickets open and waiting, and one with many messages. */
const fill = async (url: string, count: number): Promise<void> => {
  await fillTickets(url, count);
  await fillMessages(url, count, 50);
  await runStatement(
    url,
    `alter table tickets disable trigger user;
    update tickets set status = 'open', waiting_since = created_at;
    alter table tickets enable trigger user;
    insert into ticket_messages (ticket_id, author, origin, body)
    select ${longTicket}, 'Maria', 'requester', 'Mensagem ' || i || repeat(' da leitora', 20)
    from generate_series(1, ${longMessages}) as i;
    analyze tickets`,
  );
};

/** Milliseconds from the address to what is awaited, each in a browser with nothing cached. */
const timesTo = async (
  open: OpenPage,
  address: string,
  role: 'link' | 'article',
  runs: number,
): Promise<number[]> => {
  const times: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    const { page, context } = await open();
    const began = performance.now();
    await page.goto(`/console${address}`);
    const name = role === 'link' ? 'Chamados' : 'Conversa';
    await page.getByLabel(name, { exact: true }).getByRole(role).first().waitFor();
    times.push(performance.now() - began);
    await context.close();
  }
  return times;
};

const ms = (value: number): string => value.toFixed(0);

/** How fast the console is with many tickets. */
export const benchmark: Benchmark = {
  title: 'The console',
  run: async ({ short, log }) => {
    const [count, runs] = short ? [5_000, 3] : [100_000, 10];
    const { databaseUrl, open, stop } = await startConsole();
    try {
      await fill(databaseUrl, count);
      log(`${count} tickets`);
      const first = await timesTo(open, '/fila', 'link', runs);
      const ticket = await timesTo(open, `/chamados/${longTicket}`, 'article', runs);
      return table(
        ['with nothing cached', 'median ms', 'longest ms'],
        [
          [`first row of ${count} waiting tickets`, ms(median(first)), ms(Math.max(...first))],
          [`a ticket of ${longMessages} messages`, ms(median(ticket)), ms(Math.max(...ticket))],
        ],
      );
    } finally {
      await stop();
    }
  },
};
