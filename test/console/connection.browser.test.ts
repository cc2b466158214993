import { describe, expect, it } from 'vitest';
import { startApp } from '../harness.ts';
import { openConsole } from './open-console.ts';
import { aTicket, button, signIn } from './parts.ts';

const { service: app, visitUnknown } = await openConsole(startApp);
const trpc = await app.trpc();

const openTicket = () => trpc.tickets.create.mutate(aTicket);

describe('a window of the console', () => {
  it('asks again for what did not come, and not for what was refused', async () => {
    const page = await visitUnknown('/fila');
    await signIn(page, 'agente@exemplo.com');
    let asked = 0;
    let refused = 0;
    await page.route(/quickReplies\.list/, (route) => {
      asked += 1;
      return route.abort();
    });
    await page.getByRole('link', { name: 'Respostas rápidas' }).click();
    await page.getByText('Sem resposta do serviço.').waitFor();
    expect(asked).toBe(3);
    const data = { errorCode: 'unavailable', httpStatus: 503, requestId: 'r-1' };
    await page.route(/streaks\.overview/, (route) => {
      refused += 1;
      return route.fulfill({ status: 503, json: { error: { message: 'no', code: -1, data } } });
    });
    await page.getByRole('link', { name: 'Leitores' }).click();
    await page.getByText('O serviço está indisponível.').waitFor();
    expect(refused).toBe(1);
    await page.unroute(/streaks\.overview/);
    await page.getByRole('button', { name: 'Tentar de novo' }).click();
    await page.getByText('Leram hoje').waitFor();
  });

  it('says that there is no connection, and then shows what was missed', async () => {
    const { id } = await openTicket();
    const page = await visitUnknown(`/chamados/${id}`);
    await signIn(page, 'agente@exemplo.com');
    const conversation = page.getByRole('region', { name: 'Conversa' });
    await conversation.waitFor();
    // The browser knows before the stream of hints is cut.
    const offline = page.getByText('Sem conexão');
    for (const [event, state] of [
      ['offline', 'attached'],
      ['online', 'detached'],
    ] as const) {
      await page.evaluate((name) => void window.dispatchEvent(new Event(name)), event);
      await offline.waitFor({ state });
    }
    await page.context().setOffline(true);
    await page.getByText('Sem conexão').waitFor();
    // What is changed then fails at once, and is not done behind one's back later.
    await button(page, 'Resolver').click();
    await page.getByText('Sem resposta do serviço.').waitFor();
    await page.getByRole('textbox', { name: 'Resposta' }).fill('Escrito no metrô');
    await trpc.tickets.addMessage.mutate({
      id,
      author: 'Maria',
      origin: 'requester',
      body: 'Já chegou!',
    });
    await page.context().setOffline(false);
    await conversation.getByText('Já chegou!').waitFor();
    await page.getByText('Sem conexão').waitFor({ state: 'detached' });
    await page.getByText('Guardado', { exact: true }).waitFor();
    expect((await trpc.tickets.get.query({ id })).status).toBe('open');
  });

  it('says in all windows that hints are refused, and still reads what is asked for', async () => {
    const first = await visitUnknown('/fila');
    const context = first.context();
    await context.route('**/console/events', (route) => route.fulfill({ status: 503 }));
    await signIn(first, 'agente@exemplo.com');
    const second = await context.newPage();
    await second.goto('/console/fila');
    for (const page of [first, second]) {
      await page.getByText('Sem conexão').waitFor();
      await page.getByRole('link', { name: 'Tags' }).click();
      await page.getByText('Nenhuma tag ainda.').waitFor();
    }
    await context.unroute('**/console/events');
    for (const page of [first, second]) {
      await page.getByText('Sem conexão').waitFor({ state: 'detached' });
    }
  });

  it('shows a screen that could not be loaded once the service is back', async () => {
    const page = await visitUnknown('/fila');
    await signIn(page, 'agente@exemplo.com');
    await page.route(/tags-screen|console\/session/, (route) => route.abort());
    await page.getByRole('link', { name: 'Tags' }).click();
    await page.getByText('Sem conexão').waitFor();
    await page.unroute(/tags-screen|console\/session/);
    await page.getByRole('heading', { level: 1, name: 'Tags' }).waitFor();
    await page.getByText('Sem conexão').waitFor({ state: 'detached' });
  });

  it('shows what it missed once a refused stream of hints is taken', async () => {
    const { id } = await openTicket();
    const page = await visitUnknown(`/chamados/${id}`);
    await page.route('**/console/events', (route) => route.fulfill({ status: 503 }));
    const refused = page.waitForResponse('**/console/events');
    await signIn(page, 'agente@exemplo.com');
    await page.getByRole('region', { name: 'Conversa' }).getByText('Não chegou').waitFor();
    await refused;
    await trpc.tickets.addNote.mutate({ id, body: 'Enquanto ninguém avisava' });
    await page.unroute('**/console/events');
    await page.getByRole('article').getByText('Enquanto ninguém avisava').waitFor();
  });

  it('shows what was missed while no window had the stream of hints', async () => {
    const { id } = await openTicket();
    const first = await visitUnknown(`/chamados/${id}`);
    await signIn(first, 'agente@exemplo.com');
    await first.getByRole('region', { name: 'Conversa' }).waitFor();
    const second = await first.context().newPage();
    await second.goto(`/console/chamados/${id}`);
    await second.getByRole('region', { name: 'Conversa' }).waitFor();
    // It has waited for longer than a window that opens first would.
    const loaded = await second.evaluate(() => performance.now());
    await second.waitForFunction((then) => performance.now() > then + 1_100, loaded);
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

  it('shows in every window what another agent did, within seconds', async () => {
    const { id } = await openTicket();
    const first = await visitUnknown(`/chamados/${id}`);
    const second = await first.context().newPage();
    await signIn(first, 'agente@exemplo.com');
    await second.goto(`/console/chamados/${id}`);
    await second.getByRole('region', { name: 'Conversa' }).waitFor();
    await trpc.tickets.addNote.mutate({ id, body: 'De outra pessoa' });
    for (const page of [first, second]) {
      await page.getByRole('article').getByText('De outra pessoa').waitFor();
    }
  });
});
