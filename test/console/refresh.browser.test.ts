import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { startApp } from '../harness.ts';
import { callsOf, openConsole, people } from './open-console.ts';
import { box, button, dialog, heading } from './parts.ts';

const { service: app, visit } = await openConsole(startApp);
const trpc = await app.trpc();

const open = async (main: string, subject: string) =>
  (await trpc.tickets.create.mutate({ subject, body: 'Oi', main })).id;
const list = (page: Page) => page.getByRole('list', { name: 'Chamados' });
/** As if a person came back to the window. */
const lookAt = (page: Page) =>
  page.evaluate(() => void window.dispatchEvent(new Event('visibilitychange')));

describe('a window that is looked at again', () => {
  it('reads the queue again, however fresh it is', async () => {
    const main = crypto.randomUUID();
    await open(main, 'De antes');
    const page = await visit('/tags');
    // No hint tells of it.
    await page.route(/console\/events/, (route) => route.abort());
    await page.goto(`/console/fila?main=${main}`);
    await list(page).getByText('De antes').waitFor();
    await open(main, 'Chegou agora');
    await lookAt(page);
    await list(page).getByText('Chegou agora').waitFor();
  });

  it('asks who is signed in, and leaves a long queue as it is', async () => {
    const main = crypto.randomUUID();
    await open(main, 'Um de muitos');
    const { items } = await trpc.tickets.list.query({ main });
    const page = await visit('/tags');
    let id = 1_000;
    const callsTo = await callsOf(page, {
      'tickets.list': ({ limit = 0 } = {}) => ({
        items: Array.from({ length: limit }, () => {
          id += 1;
          return { ...(items[0] as (typeof items)[number]), id };
        }),
        nextCursor: String(id),
      }),
    });
    await page.goto(`/console/fila?main=${main}`);
    const asked = () => callsTo('tickets.list').filter((input) => Object(input).main === main);
    while (asked().length < 4) {
      await page.mouse.move(800, 400);
      await page.mouse.wheel(0, 2_000);
      await page.evaluate(() => new Promise(requestAnimationFrame));
    }
    await expect.poll(() => page.locator('[aria-posinset]').count()).toBeGreaterThan(0);
    const before = asked().length;
    const session = page.waitForResponse(/console\/session$/, { timeout: 20_000 });
    await lookAt(page);
    await session;
    expect(asked()).toHaveLength(before);
    expect(new Set(asked().map((input) => Object(input).limit))).toEqual(new Set([100]));
  });
});

it('what was read is read again after half a minute, when it is next needed', async () => {
  const page = await visit('/tags', people.agent, new Date());
  const calls = await callsOf(page, {});
  const go = async (title: string) => {
    await page.getByRole('link', { name: title, exact: true }).click();
    await heading(page, title).waitFor();
  };
  const comeBack = async () => {
    await go('Tags');
    await go('Respostas rápidas');
    await page.getByText('Nenhuma resposta rápida.').waitFor();
  };
  await comeBack();
  await comeBack();
  expect(calls('quickReplies.list')).toHaveLength(1);
  await page.clock.fastForward(31_000);
  await comeBack();
  await expect.poll(() => calls('quickReplies.list')).toHaveLength(2);
});

it('another filter leaves the tickets of the former one on the page, marked, until it has its own', async () => {
  const main = crypto.randomUUID();
  await open(main, 'Do filtro de antes');
  await open(crypto.randomUUID(), 'De outra categoria');
  const page = await visit(`/fila?main=${main}`);
  await list(page).getByText('Do filtro de antes').waitFor();
  const old = page.locator('[data-old]');
  expect(await old.count()).toBe(0);
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(/tickets\.list/, async (route) => {
    await promise;
    await route.fallback();
  });
  await page.getByRole('link', { name: /^Todos/ }).click();
  await old.getByText('Do filtro de antes').waitFor();
  expect(await list(page).getByText('De outra categoria').count()).toBe(0);
  resolve();
  await list(page).getByText('De outra categoria').waitFor();
  await old.waitFor({ state: 'detached' });
});

it('a view that moves up has no count of another one', async () => {
  const main = crypto.randomUUID();
  await open(main, 'Da visão');
  const mine = await app.trpc(people.agent);
  const [goes, rises, nothing] = [`A ${main}`, `B ${main}`, crypto.randomUUID()];
  await mine.views.save.mutate({ name: goes, filter: { main: nothing } });
  await mine.views.save.mutate({ name: rises, filter: { main } });
  const page = await visit('/fila');
  const view = (name: string) => page.getByRole('link', { name: new RegExp(`^${name}`) });
  await expect.poll(() => view(goes).textContent()).toBe(`${goes}0`);
  await expect.poll(() => view(rises).textContent()).toBe(`${rises}1`);
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(/tickets\.counts/, async (route) => {
    // Those of before come with the views that are left.
    if (!route.request().url().includes(nothing)) await promise;
    await route.fallback();
  });
  await button(page, `Excluir a visão ${goes}`).click();
  await view(goes).waitFor({ state: 'detached' });
  expect(await view(rises).textContent()).toBe(rises);
  resolve();
  await expect.poll(() => view(rises).textContent()).toBe(`${rises}1`);
});

it('who else is on a ticket stays on the page while one begins to write', async () => {
  const id = await open('Presença', 'A dois');
  const page = await visit('/tags');
  const others = [{ email: 'bia@x.com', name: 'Bia', state: 'viewing' }];
  await callsOf(page, { 'tickets.presence': { others } as never });
  await page.goto(`/console/chamados/${id}`);
  await page.getByText('Bia está vendo este chamado').waitFor();
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(/tickets\.presence/, async (route) => {
    await promise;
    await route.fallback();
  });
  const asked = page.waitForRequest((request) => /"typing"/.test(request.postData() ?? ''));
  await box(page).fill('Escrevo');
  await asked;
  expect(await page.getByText('Bia está vendo este chamado').count()).toBe(1);
  resolve();
});

it('what the palette found stays while more is typed', async () => {
  await open('Paleta', 'Gertrudes');
  const page = await visit('/tags');
  await heading(page, 'Tags').waitFor();
  await page.keyboard.press('Control+k');
  const typed = dialog(page).getByRole('combobox');
  const found = dialog(page).getByRole('option').filter({ hasText: 'Gertrudes' });
  await typed.fill('gert');
  await found.waitFor();
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(/tickets\.list/, async (route) => {
    await promise;
    await route.fallback();
  });
  const asked = page.waitForRequest(/tickets\.list.*gertru/);
  await typed.fill('gertru');
  await asked;
  expect(await found.count()).toBe(1);
  resolve();
});

it('so many older messages are read for the words that led here, and the others on demand', async () => {
  const id = await open('Longa', 'Conversa longa');
  const written = { id, author: 'Ana', origin: 'agent', body: 'Nada' } as const;
  for (let n = 0; n < 50; n += 1) await trpc.tickets.addMessage.mutate(written);
  const [message] = (await trpc.tickets.messages.query({ id, limit: 1 })).items;
  const page = await visit('/tags');
  let older = 0;
  await callsOf(page, {
    'tickets.messages': () => ({
      items: Array.from({ length: 50 }, () => {
        older += 1;
        const createdAt = new Date(Date.UTC(2026, 0, 1) - older).toISOString();
        return { ...message, id: 1_000_000 + older, createdAt } as never;
      }),
      nextCursor: older < 1_000 ? '1_1' : null,
    }),
  });
  await page.goto(`/console/chamados/${id}?search=jabuticaba`);
  await heading(page, 'Conversa longa').waitFor();
  const more = button(page, 'Mostrar mensagens anteriores');
  const articles = page.getByRole('region', { name: 'Conversa' }).getByRole('article');
  const state = async () => [await articles.count(), await more.isEnabled()];
  // With what was done to the ticket, more than 250.
  await expect.poll(state).toEqual([200, true]);
  await more.click();
  await expect.poll(state).toEqual([250, true]);
});
