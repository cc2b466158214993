import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { expectAccessible } from '../accessible.ts';
import { startApp } from '../harness.ts';
import { openConsole, refusing } from './open-console.ts';

const { service: app, visitUnknown } = await openConsole(startApp);
const trpc = await app.trpc();

/** Signs in through the provider's page. */
const signIn = async (page: Page, email: string): Promise<void> => {
  await page.getByRole('button', { name: 'Entrar' }).click();
  await page.getByRole('button', { name: email }).click();
  await page.getByRole('navigation', { name: 'Principal' }).waitFor();
};

const openTicket = () =>
  trpc.tickets.create.mutate({
    subject: 'Sem boletim',
    body: 'Não chegou',
    main: 'Entrega',
    requesterEmail: 'maria@exemplo.com.br',
  });

// A window asks for its session once a minute anyway.
const beforeAsked = 20_000;

describe('a session of the console', () => {
  it('leads from the sign-in to the page that was wanted, and ends by the sign-out', async () => {
    const { id } = await openTicket();
    const page = await visitUnknown(`/chamados/${id}`);
    await page.getByRole('button', { name: 'Entrar' }).waitFor();
    await expectAccessible(page);
    await signIn(page, 'agente@exemplo.com');
    await page.getByRole('heading', { level: 1, name: 'Sem boletim' }).waitFor();
    await page.getByRole('button', { name: 'Conta de Agente' }).click();
    await page.getByRole('combobox', { name: 'Aparência' }).selectOption('Escura');
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe(
      'dark',
    );
    await page.getByRole('button', { name: 'Sair' }).click();
    await page.getByRole('button', { name: 'Entrar' }).waitFor();
    await page.goto(`/console/chamados/${id}`);
    await page.getByRole('button', { name: 'Entrar' }).waitFor();
  });

  it('asks to sign in again when it was ended elsewhere, and keeps what was typed', async () => {
    const { id } = await openTicket();
    const page = await visitUnknown(`/chamados/${id}`);
    await signIn(page, 'agente@exemplo.com');
    const box = page.getByRole('textbox', { name: 'Resposta' });
    await box.fill('Antes do fim');
    await page.getByText('Guardado', { exact: true }).waitFor();
    // The service must not have the end of the text when the session ends.
    const saves = /composing\.save/;
    await page.route(saves, (route) => route.abort());
    await box.press('End');
    await page.keyboard.type(' e depois');
    const { items } = await trpc.sessions.list.query();
    for (const session of items) await trpc.sessions.end.mutate({ id: session.id });
    await page.getByRole('dialog', { name: 'Sua sessão terminou' }).waitFor();
    await page.unroute(saves);
    await signIn(page, 'agente@exemplo.com');
    await box.getByText('Antes do fim e depois').waitFor();
  });

  it('keeps an unsent text for its person alone, and asks before the sign-out removes it', async () => {
    const { id } = await openTicket();
    const page = await visitUnknown(`/chamados/${id}`);
    const box = page.getByRole('textbox', { name: 'Resposta' });
    const signOut = async (name: string) => {
      await page.getByRole('button', { name: `Conta de ${name}` }).click();
      await page.getByRole('button', { name: 'Sair' }).click();
    };
    const asks = page.getByRole('dialog', { name: 'Sair' });
    await page.route(/composing\.save/, (route) => route.abort());
    await signIn(page, 'agente@exemplo.com');
    await box.fill('Só deste navegador');
    await page.getByText('Guardado neste navegador').waitFor();
    await signOut('Agente');
    await asks.getByText('Sair apaga esses textos').waitFor();
    await expectAccessible(page);
    await asks.getByRole('button', { name: 'Cancelar' }).click();
    const { items } = await trpc.sessions.list.query();
    for (const session of items) await trpc.sessions.end.mutate({ id: session.id });
    await page.getByRole('dialog').getByText('está guardado neste navegador').waitFor();
    await signIn(page, 'outra@exemplo.com');
    await page.getByRole('region', { name: 'Conversa' }).waitFor();
    expect((await box.textContent())?.trim()).toBe('');
    await signOut('Outra');
    await signIn(page, 'agente@exemplo.com');
    await page.goto(`/console/chamados/${id}`);
    await box.getByText('Só deste navegador').waitFor();
    await signOut('Agente');
    await asks.getByRole('button', { name: 'Sair' }).click();
    await signIn(page, 'agente@exemplo.com');
    await page.goto(`/console/chamados/${id}`);
    await page.getByRole('region', { name: 'Conversa' }).waitFor();
    expect((await box.textContent())?.trim()).toBe('');
  });

  it('shows nothing of a person in the windows of the next one', async () => {
    const { id } = await openTicket();
    const first = await visitUnknown(`/chamados/${id}`);
    await first.route(/composing\.save/, (route) => route.abort());
    await signIn(first, 'agente@exemplo.com');
    const box = first.getByRole('textbox', { name: 'Resposta' });
    await box.fill('De uma pessoa');
    await first.getByText('Guardado neste navegador').waitFor();
    await first.context().clearCookies();
    const second = await first.context().newPage();
    await second.goto('/console/tags');
    await signIn(second, 'outra@exemplo.com');
    // Shown again after more than a minute, a window asks whose session it is.
    await first.clock.setFixedTime(Date.now() + 61_000);
    await first.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
    await first.getByRole('button', { name: 'Conta de Outra' }).waitFor();
    await first.getByRole('region', { name: 'Conversa' }).waitFor();
    await expect.poll(async () => (await box.textContent())?.trim()).toBe('');
  });

  it('ends in all windows when one signs out, and leaves nothing of the reader on them', async () => {
    const { id } = await openTicket();
    const first = await visitUnknown(`/chamados/${id}`);
    await signIn(first, 'agente@exemplo.com');
    const second = await first.context().newPage();
    const third = await first.context().newPage();
    for (const page of [second, third]) {
      await page.goto(`/console/chamados/${id}`);
      await page.getByRole('region', { name: 'Conversa' }).waitFor();
    }
    const expectEnded = async (page: Page) => {
      await page
        .getByRole('dialog', { name: 'Sua sessão terminou' })
        .waitFor({ timeout: beforeAsked });
      expect(await page.content()).not.toMatch(/maria@exemplo|Não chegou|Sem boletim/);
    };
    await second.getByRole('button', { name: 'Conta de Agente' }).click();
    await second.getByRole('button', { name: 'Sair' }).click();
    // Of these, the first has the stream of hints.
    for (const page of [first, third]) await expectEnded(page);
  });

  it('ends in all windows when the one with the stream of hints signs out', async () => {
    const { id } = await openTicket();
    const first = await visitUnknown(`/chamados/${id}`);
    await signIn(first, 'agente@exemplo.com');
    const second = await first.context().newPage();
    await second.goto(`/console/chamados/${id}`);
    await second.getByRole('region', { name: 'Conversa' }).waitFor();
    await first.getByRole('button', { name: 'Conta de Agente' }).click();
    await first.getByRole('button', { name: 'Sair' }).click();
    await second
      .getByRole('dialog', { name: 'Sua sessão terminou' })
      .waitFor({ timeout: beforeAsked });
  });

  it.each([
    ['reads something', /quickReplies\.list/, 'Respostas rápidas'],
    ['changes something', /tags\.create/, 'Tags'],
  ])('ends by the first call that finds it ended: one that %s', async (_, call, screen) => {
    const page = await visitUnknown('/fila');
    await signIn(page, 'agente@exemplo.com');
    // Nothing else says that it has ended.
    await page.route(/console\/session/, () => undefined);
    await page.route(call, refusing('invalid-token', 401));
    await page.getByRole('link', { name: screen }).click();
    if (screen === 'Tags') {
      await page.getByRole('button', { name: 'Nova tag' }).click();
      await page.getByLabel('Nome').fill('Qualquer');
      await page.getByRole('button', { name: 'Salvar' }).click();
    }
    const ended = page.getByRole('dialog', { name: 'Sua sessão terminou' });
    await ended.waitFor({ timeout: beforeAsked });
    // No text is in this browser alone.
    expect(await ended.getByText('está guardado neste navegador').count()).toBe(0);
  });

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
    await page.context().setOffline(true);
    await page.getByText('Sem conexão').waitFor();
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
