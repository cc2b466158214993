import { expect, it } from 'vitest';
import { startApp } from '../../harness.ts';
import { openConsole, people, refusing } from '../open-console.ts';
import { aTicket, box, button, conversation, heading, isStored, press } from '../parts.ts';
import { failureTextOf, replyTexts, shell, ticketTexts, uiTexts } from '../texts.ts';

const { service: app, visit } = await openConsole(startApp);
const trpc = await app.trpc();

const visitTicket = async () => {
  const { id } = await trpc.tickets.create.mutate(aTicket);
  const page = await visit(`/chamados/${id}`);
  await conversation(page).waitFor();
  /** Another window of the same browser, on the same ticket. */
  const openAnother = async () => {
    const other = await page.context().newPage();
    await other.goto(`/console/chamados/${id}`);
    await conversation(other).waitFor();
    return other;
  };
  return { id, page, openAnother };
};

it('what did not come is asked for again, and not what was refused', async () => {
  const page = await visit('/fila');
  let asked = 0;
  await page.route(/quickReplies\.list/, (route) => {
    asked += 1;
    return route.abort();
  });
  await page.getByRole('link', { name: shell.titles.quickReplies }).click();
  // The lists of the screen are asked for together.
  await page.getByText(failureTextOf(null)).first().waitFor();
  expect(asked).toBe(3);
  let refused = 0;
  const refuse = refusing('unavailable', 503);
  await page.route(/quickReplies\.list/, (route) => {
    refused += 1;
    return refuse(route);
  });
  await button(page, uiTexts.again).first().click();
  await page.getByText(failureTextOf('unavailable')).waitFor();
  expect(refused).toBe(1);
});

it('a window without connection says so, and then shows what was missed', async () => {
  const { id, page } = await visitTicket();
  // The browser knows before the stream of hints is cut.
  const offline = page.getByText(shell.offline);
  for (const [event, state] of [
    ['offline', 'attached'],
    ['online', 'detached'],
  ] as const) {
    await page.evaluate((name) => void window.dispatchEvent(new Event(name)), event);
    await offline.waitFor({ state });
  }
  await page.context().setOffline(true);
  await offline.waitFor();
  // What is changed then fails at once, and is not done behind one's back later.
  await press(page, ticketTexts.changes.resolve);
  await page.getByText(failureTextOf(null)).waitFor();
  await box(page).fill('Escrito no metrô');
  const message = { author: 'Maria', origin: 'requester', body: 'Já chegou!' } as const;
  await trpc.tickets.addMessage.mutate({ id, ...message });
  await page.context().setOffline(false);
  await conversation(page).getByText('Já chegou!').waitFor();
  await offline.waitFor({ state: 'detached' });
  await isStored(page);
  expect((await trpc.tickets.get.query({ id })).status).toBe('open');
});

it('a screen that could not be loaded is shown once the service is back', async () => {
  const page = await visit('/fila');
  await page.route(/tags-screen|console\/session/, (route) => route.abort());
  await page.getByRole('link', { name: shell.titles.tags }).click();
  await page.getByText(shell.offline).waitFor();
  await page.unroute(/tags-screen|console\/session/);
  await heading(page, shell.titles.tags).waitFor();
  await page.getByText(shell.offline).waitFor({ state: 'detached' });
});

it('every window shows what another agent did, also while none had the stream of hints', async () => {
  const { id, page: first, openAnother } = await visitTicket();
  const second = await openAnother();
  await trpc.tickets.addNote.mutate({ id, body: 'De outra pessoa' });
  for (const page of [first, second]) {
    await page.getByRole('article').getByText('De outra pessoa').waitFor();
  }
  // It has waited for longer than a window that opens first would.
  const waited = () => second.evaluate(() => performance.now());
  await expect.poll(waited).toBeGreaterThan(1_500);
  const { promise: written, resolve } = Promise.withResolvers<void>();
  await second.route('**/console/events', async (route) => {
    await written;
    await route.continue();
  });
  const asked = second.waitForRequest('**/console/events');
  await first.goto('about:blank');
  await asked;
  await trpc.tickets.addNote.mutate({ id, body: 'Entre uma janela e outra' });
  resolve();
  await second.getByRole('article').getByText('Entre uma janela e outra').waitFor();
});

it('a reply that is written in two places shows both texts, and takes the one that is chosen', async () => {
  const { id, page: here } = await visitTicket();
  const there = await visit(`/chamados/${id}`);
  const { promise: saved, resolve } = Promise.withResolvers<void>();
  // The other place is the first to save.
  await here.route(/composing\.save/, async (route) => {
    await saved;
    await route.continue();
  });
  await box(here).fill('Do lugar 2');
  await box(there).fill('Do lugar 1');
  await isStored(there);
  resolve();
  const alert = here.getByRole('alert');
  await alert.getByText('Do lugar 1').waitFor();
  expect(await box(here).innerText()).toContain('Do lugar 2');
  await press(alert, replyTexts.useElsewhere);
  await box(here).getByText('Do lugar 1').waitFor();
  await alert.waitFor({ state: 'detached' });
});

it('assigned tickets and answers are told while nobody looks, in the title and by the browser', async () => {
  const page = await visit('/fila');
  await page.context().grantPermissions(['notifications']);
  await press(page, shell.account('Agente'));
  const choice = page.getByRole('checkbox', { name: shell.notifications.choose });
  await choice.click();
  await expect.poll(() => choice.isChecked()).toBe(true);
  await page.evaluate(`
    globalThis.shown = [];
    globalThis.visibility = 'hidden';
    Object.defineProperty(document, 'visibilityState', { get: () => visibility });
    globalThis.Notification = class {
      static permission = 'granted';
      constructor(title) {
        shown.push(title);
      }
    };
  `);
  const { id } = await trpc.tickets.create.mutate(aTicket);
  await trpc.tickets.assign.mutate({ ids: [id], agentEmail: people.agent.email });
  await expect.poll(() => page.title()).toMatch(/^\(1\)/);
  await trpc.tickets.reply.mutate({ id, html: '<p>Vamos ver.</p>', sendEmail: false });
  await trpc.tickets.addMessage.mutate({ id, author: 'Rui', origin: 'requester', body: 'E aí?' });
  await expect.poll(() => page.title()).toMatch(/^\(2\)/);
  const { assigned, answered } = shell.notifications;
  expect(await page.evaluate('shown')).toEqual([assigned, answered]);
  await page.evaluate(
    "visibility = 'visible'; document.dispatchEvent(new Event('visibilitychange'))",
  );
  await expect.poll(() => page.title()).not.toMatch(/^\(/);
});
