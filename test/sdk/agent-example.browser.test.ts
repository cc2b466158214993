import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTicket } from '../attachments/attachment-helpers.ts';
import { startApp, type TestApp } from '../harness.ts';
import { type FakeModel, startFakeModel } from '../replies/fake-model.ts';
import { goodReply } from '../replies/reply-fixtures.ts';
import { type BrowserPage, openPage } from './browser.ts';
import { serveExample } from './example-page.ts';

let example: Awaited<ReturnType<typeof serveExample>>;
let app: TestApp;
let model: FakeModel;
let ticketId: number;
let page: BrowserPage;

beforeAll(async () => {
  example = await serveExample('agent');
  model = await startFakeModel(() => goodReply);
  app = await startApp({ ...model.env, CORS_ORIGINS: example.origin });
  ticketId = (await openTicket(app)).id;
  const token = await app.token({ role: 'agent' });
  const hash = new URLSearchParams({ api: app.url, token, ticket: String(ticketId) });
  page = await openPage(`${example.origin}/#${hash}`);
});

afterAll(async () => {
  await page?.close();
  await app?.close();
  await model?.close();
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
    await page.waitForValue(items('tags'), 'Urgente');
    await page.waitFor(submit);
    const alert = "document.querySelector('#tags [role=alert]')?.textContent";
    await page.waitForValue(alert, 'Escolha outro nome.');
  });

  it('uploads a file, shows how much was sent, and lists it', async () => {
    await page.waitFor(`(() => {
      const files = new DataTransfer();
      files.items.add(new File(['a'.repeat(2_000_000)], 'nota.txt', { type: 'text/plain' }));
      const input = document.querySelector('#attachments input');
      input.files = files.files;
      return input.dispatchEvent(new Event('change', { bubbles: true }));
    })()`);
    await page.waitForValue(items('attachments'), 'nota.txt');
    await page.waitForValue("document.querySelector('#attachments progress').value", 1);
  });

  it('shows a generated reply and saves it once the agent agrees', async () => {
    const press = (label: string) =>
      page.waitFor(`(() => {
        const buttons = [...document.querySelectorAll('#reply button')];
        const found = buttons.find(({ textContent }) => textContent === '${label}');
        found?.click();
        return found !== undefined;
      })()`);
    const trpc = await app.trpc();
    const messages = async () => (await trpc.tickets.get.query({ id: ticketId })).messages.length;
    await press('Sugerir');
    const draft = "document.querySelector('#reply blockquote')?.textContent";
    await page.waitForValue(draft, 'Olá! Já reenviamos a edição.');
    expect(await messages()).toBe(1);
    await press('Responder');
    const status = "document.querySelector('#reply [role=status]')?.textContent";
    await page.waitForValue(status, 'Respondido.');
    expect(await messages()).toBe(2);
  });

  it('draws the tickets of the last month', async () => {
    const drawn = "[...document.querySelectorAll('#report rect')].at(-1)?.textContent";
    expect(await page.waitFor(drawn)).toMatch(/^\d{4}-\d\d: 1$/);
  });
});
