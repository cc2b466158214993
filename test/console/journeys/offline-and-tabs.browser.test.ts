import { expect, it } from 'vitest';
import { readerTexts } from '../../../console/src/readers/texts.ts';
import { replyTexts } from '../../../console/src/reply/texts.ts';
import { shell } from '../../../console/src/shell/texts.ts';
import { tagTexts } from '../../../console/src/tags/texts.ts';
import { ticketTexts } from '../../../console/src/tickets/texts.ts';
import { uiTexts } from '../../../console/src/ui/texts.ts';
import { startApp } from '../../harness.ts';
import { openConsole, people } from '../open-console.ts';
import { aTicket, button, heading, signIn } from '../parts.ts';

const { service: app, visit, visitUnknown } = await openConsole(startApp);
const trpc = await app.trpc();

const openTicket = () => trpc.tickets.create.mutate(aTicket);

it('what did not come is asked for again, and not what was refused', async () => {
  const page = await visitUnknown('/fila');
  await signIn(page, 'agente@exemplo.com');
  let asked = 0;
  let refused = 0;
  await page.route(/quickReplies\.list/, (route) => {
    asked += 1;
    return route.abort();
  });
  await page.getByRole('link', { name: shell.titles.quickReplies }).click();
  await page.getByText('Sem resposta do serviço.').waitFor();
  expect(asked).toBe(3);
  const data = { errorCode: 'unavailable', httpStatus: 503, requestId: 'r-1' };
  await page.route(/streaks\.overview/, (route) => {
    refused += 1;
    return route.fulfill({ status: 503, json: { error: { message: 'no', code: -1, data } } });
  });
  await page.getByRole('link', { name: shell.titles.readers }).click();
  await page.getByText('O serviço está indisponível.').waitFor();
  expect(refused).toBe(1);
  await page.unroute(/streaks\.overview/);
  await page.getByRole('button', { name: uiTexts.again }).click();
  await page.getByText(readerTexts.readToday).waitFor();
});

it('a window without connection says so, and then shows what was missed', async () => {
  const { id } = await openTicket();
  const page = await visitUnknown(`/chamados/${id}`);
  await signIn(page, 'agente@exemplo.com');
  const conversation = page.getByRole('region', { name: ticketTexts.conversation });
  await conversation.waitFor();
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
  await page.getByText(shell.offline).waitFor();
  // What is changed then fails at once, and is not done behind one's back later.
  await button(page, ticketTexts.bulk.resolve).click();
  await page.getByText('Sem resposta do serviço.').waitFor();
  await page.getByRole('textbox', { name: replyTexts.box }).fill('Escrito no metrô');
  await trpc.tickets.addMessage.mutate({
    id,
    author: 'Maria',
    origin: 'requester',
    body: 'Já chegou!',
  });
  await page.context().setOffline(false);
  await conversation.getByText('Já chegou!').waitFor();
  await page.getByText(shell.offline).waitFor({ state: 'detached' });
  await page.getByText(replyTexts.states.stored, { exact: true }).waitFor();
  expect((await trpc.tickets.get.query({ id })).status).toBe('open');
});

it('all windows say that hints are refused, and still read what is asked for', async () => {
  const first = await visitUnknown('/fila');
  const context = first.context();
  await context.route('**/console/events', (route) => route.fulfill({ status: 503 }));
  await signIn(first, 'agente@exemplo.com');
  const second = await context.newPage();
  await second.goto('/console/fila');
  for (const page of [first, second]) {
    await page.getByText(shell.offline).waitFor();
    await page.getByRole('link', { name: shell.titles.tags }).click();
    await page.getByText(tagTexts.empty).waitFor();
  }
  await context.unroute('**/console/events');
  for (const page of [first, second]) {
    await page.getByText(shell.offline).waitFor({ state: 'detached' });
  }
});

it('a screen that could not be loaded is shown once the service is back', async () => {
  const page = await visitUnknown('/fila');
  await signIn(page, 'agente@exemplo.com');
  await page.route(/tags-screen|console\/session/, (route) => route.abort());
  await page.getByRole('link', { name: shell.titles.tags }).click();
  await page.getByText(shell.offline).waitFor();
  await page.unroute(/tags-screen|console\/session/);
  await page.getByRole('heading', { level: 1, name: shell.titles.tags }).waitFor();
  await page.getByText(shell.offline).waitFor({ state: 'detached' });
});

it('what was missed while no window had the stream of hints is shown', async () => {
  const { id } = await openTicket();
  const first = await visitUnknown(`/chamados/${id}`);
  await signIn(first, 'agente@exemplo.com');
  await first.getByRole('region', { name: ticketTexts.conversation }).waitFor();
  const second = await first.context().newPage();
  await second.goto(`/console/chamados/${id}`);
  await second.getByRole('region', { name: ticketTexts.conversation }).waitFor();
  // It has waited for longer than a window that opens first would.
  const loaded = await second.evaluate(() => performance.now());
  const waited = () => second.evaluate((then) => performance.now() - then, loaded);
  await expect.poll(waited).toBeGreaterThan(1_100);
  const { promise: written, resolve } = Promise.withResolvers<void>();
  await second.route('**/console/events', async (route) => {
    await written;
    await route.continue();
  });
  const asked = second.waitForRequest('**/console/events');
  await first.close();
  await asked;
  await trpc.tickets.addNote.mutate({ id, body: 'Entre uma janela e outra' });
  resolve();
  await second.getByRole('article').getByText('Entre uma janela e outra').waitFor();
});

it('every window shows what another agent did, within seconds', async () => {
  const { id } = await openTicket();
  const first = await visitUnknown(`/chamados/${id}`);
  const second = await first.context().newPage();
  await signIn(first, 'agente@exemplo.com');
  await second.goto(`/console/chamados/${id}`);
  await second.getByRole('region', { name: ticketTexts.conversation }).waitFor();
  await trpc.tickets.addNote.mutate({ id, body: 'De outra pessoa' });
  for (const page of [first, second]) {
    await page.getByRole('article').getByText('De outra pessoa').waitFor();
  }
});

it('a reply that is written in two places shows both texts, and takes the one that is chosen', async () => {
  const { id } = await openTicket();
  const [here, there] = [await visit(`/chamados/${id}`), await visit(`/chamados/${id}`)];
  const { promise: saved, resolve } = Promise.withResolvers<void>();
  // The other place is the first to save.
  await here.route(/composing\.save/, async (route) => {
    await saved;
    await route.continue();
  });
  const box = here.getByRole('textbox', { name: replyTexts.box });
  await box.fill('Do lugar 2');
  await there.getByRole('textbox', { name: replyTexts.box }).fill('Do lugar 1');
  await there.getByText(replyTexts.states.stored, { exact: true }).waitFor();
  resolve();
  const alert = here.getByRole('alert');
  await alert.getByText('Do lugar 1').waitFor();
  expect(await box.innerText()).toContain('Do lugar 2');
  await alert.getByRole('button', { name: replyTexts.useElsewhere }).click();
  await box.getByText('Do lugar 1').waitFor();
  await alert.waitFor({ state: 'detached' });
});

it('assigned tickets and answers are told while nobody looks, in the title and by the browser', async () => {
  const { email } = people.agent;
  const page = await visit('/fila');
  await page.context().grantPermissions(['notifications']);
  await page.getByRole('button', { name: 'Conta de Agente' }).click();
  const choice = page.getByRole('checkbox', { name: shell.notifications.choose });
  await choice.click();
  await expect.poll(() => choice.isChecked()).toBe(true);
  await page.evaluate(`
    globalThis.shown = [];
    globalThis.visibility = 'hidden';
    Object.defineProperty(document, 'visibilityState', { get: () => visibility });
    globalThis.Notification = class {
      static permission = 'granted';
      constructor(title, { body }) {
        shown.push([title, body].join(': '));
      }
    };
  `);
  const { id } = await trpc.tickets.create.mutate({
    subject: 'Cobrança',
    body: 'Fui cobrado duas vezes.',
    main: 'Financeiro',
  });
  await trpc.tickets.assign.mutate({ ids: [id], agentEmail: email });
  await expect.poll(() => page.title()).toBe('(1) Fila · leitor');
  await trpc.tickets.reply.mutate({ id, html: '<p>Vamos ver.</p>', sendEmail: false });
  await trpc.tickets.addMessage.mutate({ id, author: 'Rui', origin: 'requester', body: 'E aí?' });
  await expect.poll(() => page.title()).toBe('(2) Fila · leitor');
  expect(await page.evaluate('shown')).toEqual([
    'Novo chamado para você: Cobrança',
    'O leitor respondeu: Cobrança',
  ]);
  await page.evaluate(
    "visibility = 'visible'; document.dispatchEvent(new Event('visibilitychange'))",
  );
  await expect.poll(() => page.title()).toBe('Fila · leitor');
});

it('the look is the same in all windows of a browser', async () => {
  const page = await visit('/tags');
  const other = await page.context().newPage();
  await other.goto('/console/fila');
  await heading(other, shell.titles.queue).waitFor();
  await button(page, 'Conta de Agente').click();
  const look = () =>
    other.evaluate(() => {
      const { dataset } = document.documentElement;
      return [dataset.scheme, dataset.rows];
    });
  await page.getByRole('combobox', { name: shell.rows }).selectOption(shell.rowLooks.roomy);
  await expect.poll(look).toEqual(['system', 'roomy']);
  await page.getByRole('combobox', { name: shell.scheme }).selectOption(shell.schemes.dark);
  await expect.poll(look).toEqual(['dark', 'roomy']);
  await button(other, 'Conta de Agente').click();
  const rows = other.getByRole('combobox', { name: shell.rows });
  expect(await rows.inputValue()).toBe('roomy');
  await rows.selectOption(shell.rowLooks.compact);
  await expect
    .poll(() => page.getByRole('combobox', { name: shell.rows }).inputValue())
    .toBe('compact');
});
