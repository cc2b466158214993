import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { startService } from '../server/boot.ts';
import { parseConfig } from '../server/config/config.ts';
import { createLogger } from '../server/telemetry/logging.ts';
import { addNote } from '../server/tickets/conversation/notes.ts';
import { buildConsole } from './build-console.ts';
import { runTool } from './run-tool.ts';
import { startSandbox } from './sandbox/start-sandbox.ts';
import { seedDemo } from './seed/demo.ts';
import { chromiumOptions } from './servers/chromium.ts';

// `npm run console:screenshots [folder]`: signs in to a service with demo data and takes pictures
// of each screen for docs/console.md.

/**
 * A picture: its file's name, the address below `/console`, who sees it, and what is on the page
 * once it is ready.
 */
interface Shot {
  name: string;
  address: string;
  person: 'agente' | 'editora' | 'admin';
  ready: string;
  /** Whether to take one as on a phone, too. */
  phone?: boolean;
}

const shots: readonly Shot[] = [
  { name: 'fila', address: '/fila', person: 'agente', ready: 'Cobranças que esperam', phone: true },
  {
    name: 'chamado',
    address: '/chamados/459',
    person: 'agente',
    phone: true,
    ready: 'Usar',
  },
  {
    name: 'rascunhos',
    address: '/rascunhos/1',
    person: 'agente',
    ready: 'Olá! Recebemos',
  },
  { name: 'quiz', address: '/quiz', person: 'editora', ready: 'Descrição' },
  {
    name: 'relatorios',
    address: '/relatorios',
    person: 'editora',
    ready: 'pela primeira vez',
  },
  {
    name: 'leitor',
    address: '/leitores/maria@exemplo.com.br',
    person: 'admin',
    ready: 'Maria Souza',
  },
];

const folder = process.argv[2] ?? 'docs/console';
const desk = { width: 1280, height: 800 };
const phone = { width: 375, height: 750 };
const quality = 55;

const startDemo = async (dataDirectory: string) => {
  const parsed = parseConfig({
    DATA_DIR: dataDirectory,
    PORT: '0',
    INTERNAL_PORT: '0',
    LOG_LEVEL: 'warn',
  });
  const { config, close } = await startSandbox(parsed);
  const service = await startService(config, createLogger('warn', true), {
    jobs: { scheduled: false },
  });
  const ctx = service.contextFor('screenshots');
  await seedDemo(ctx, { quiz: true });
  await addNote(ctx, { ticketId: 459, body: 'Conferir no financeiro.', inPrompt: false });
  return {
    url: service.internalUrl,
    close: async () => {
      await service.close();
      await close();
    },
  };
};

const signIn = async (browser: Browser, url: string, person: Shot['person']): Promise<Page> => {
  const context = await browser.newContext({
    baseURL: url,
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
  });
  const page = await context.newPage();
  await page.goto('/console/');
  await page.getByRole('button', { name: 'Entrar' }).click();
  await page.getByRole('button', { name: `${person}@exemplo.com` }).click();
  await page.getByRole('navigation', { name: 'Principal' }).waitFor();
  return page;
};

/** Takes a picture as WebP, which Playwright itself does not offer. */
const capture = async (page: Page, path: string): Promise<void> => {
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality });
  await writeFile(path, Buffer.from(data, 'base64'));
  await session.detach();
};

await runTool(async () => {
  await buildConsole();
  const dataDirectory = await mkdtemp(join(tmpdir(), 'leitor-screenshots-'));
  const demo = await startDemo(dataDirectory);
  const browser = await chromium.launch(chromiumOptions());
  try {
    await mkdir(folder, { recursive: true });
    const pages = new Map<Shot['person'], Page>();
    for (const { name, address, person, ready, phone: isOnPhone } of shots) {
      const page = pages.get(person) ?? (await signIn(browser, demo.url, person));
      pages.set(person, page);
      for (const size of isOnPhone ? [desk, phone] : [desk]) {
        await page.setViewportSize(size);
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
          await page.goto(`/console${address}`);
          await page.getByText(ready).last().waitFor();
          await page.getByText('Carregando').first().waitFor({ state: 'detached' });
          await capture(page, join(folder, `${name}-${size.width}-${colorScheme}.webp`));
        }
      }
      console.log(name);
    }
  } finally {
    await browser.close();
    await demo.close();
    await rm(dataDirectory, { recursive: true, force: true });
  }
});
