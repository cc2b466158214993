import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTicket } from '../attachments/attachment-helpers.ts';
import { startApp, type TestApp } from '../harness.ts';
import { type BrowserPage, openPage } from './browser.ts';
import { serveExample } from './example-page.ts';

let example: Awaited<ReturnType<typeof serveExample>>;
let app: TestApp;
let page: BrowserPage;

beforeAll(async () => {
  example = await serveExample('agent');
  app = await startApp({ CORS_ORIGINS: example.origin });
  const ticket = await openTicket(app);
  const token = await app.token({ role: 'agent' });
  const hash = new URLSearchParams({ api: app.url, token, ticket: String(ticket.id) });
  page = await openPage(`${example.origin}/#${hash}`);
});

afterAll(async () => {
  await page?.close();
  await app?.close();
  await example?.close();
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
