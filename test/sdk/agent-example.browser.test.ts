import { once } from 'node:events';
import { cp, readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import example from '../../examples/agent/package.json' with { type: 'json' };
import { openTicket } from '../attachments/attachment-helpers.ts';
import { startApp, type TestApp } from '../harness.ts';
import { type BrowserPage, openPage } from './browser.ts';
import { type PackedProject, packProject } from './packed-project.ts';

const source = fileURLToPath(new URL('../../examples/agent', import.meta.url));
const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript' };

let project: PackedProject;
let pages: Server;
let app: TestApp;
let page: BrowserPage;

beforeAll(async () => {
  const { '@leitor/sdk': _, ...dependencies } = example.dependencies;
  project = await packProject(
    { sdk: '@leitor/sdk' },
    { ...dependencies, ...example.devDependencies },
  );
  for (const name of ['src', 'index.html', 'tsconfig.json']) {
    await cp(join(source, name), join(project.directory, name), { recursive: true });
  }
  await project.run('node_modules/.bin/tsc', '-p', '.');
  await project.run('node_modules/.bin/vite', 'build');
  pages = createServer(async (req, res) => {
    const path = req.url === '/' ? 'index.html' : (req.url ?? '').slice(1);
    const file = await readFile(join(project.directory, 'dist', path)).catch(() => undefined);
    res.writeHead(file ? 200 : 404, { 'content-type': types[extname(path)] ?? 'text/plain' });
    res.end(file);
  }).listen(0, '127.0.0.1');
  await once(pages, 'listening');
  const origin = `http://127.0.0.1:${(pages.address() as AddressInfo).port}`;
  app = await startApp({ CORS_ORIGINS: origin });
  const ticket = await openTicket(app);
  const token = await app.token({ role: 'agent' });
  const hash = new URLSearchParams({ api: app.url, token, ticket: String(ticket.id) });
  page = await openPage(`${origin}/#${hash}`);
});

afterAll(async () => {
  await page?.close();
  pages?.close();
  await app?.close();
  await project?.remove();
});

const items = (section: string) =>
  `[...document.querySelectorAll('#${section} li')].map((item) => item.textContent).join()`;

describe("the agent's page, on the packed SDK with React and TanStack Query", () => {
  it('creates a tag and lists it, and says that its name is taken', async () => {
    const submit = `(document.querySelector('#tags [name=name]').value = 'Urgente',
      document.querySelector('#tags form').requestSubmit(), true)`;
    await page.waitFor("document.querySelector('#tags form') !== null");
    await page.waitFor(submit);
    expect(await page.waitFor(items('tags'))).toBe('Urgente');
    await page.waitFor(submit);
    const alert = "document.querySelector('#tags [role=alert]')?.textContent";
    expect(await page.waitFor(alert)).toBe('Escolha outro nome.');
  });

  it('uploads a file, shows how much was sent, and lists it', async () => {
    await page.waitFor(`(() => {
      const files = new DataTransfer();
      files.items.add(new File(['a'.repeat(2_000_000)], 'nota.txt', { type: 'text/plain' }));
      const input = document.querySelector('#attachments input');
      input.files = files.files;
      return input.dispatchEvent(new Event('change', { bubbles: true }));
    })()`);
    expect(await page.waitFor(items('attachments'))).toBe('nota.txt');
    expect(await page.waitFor("document.querySelector('#attachments progress').value")).toBe(1);
  });

  it('draws the tickets of the last month', async () => {
    const drawn = "[...document.querySelectorAll('#report rect')].at(-1)?.textContent";
    expect(await page.waitFor(drawn)).toMatch(/^\d{4}-\d\d: 1$/);
  });
});
