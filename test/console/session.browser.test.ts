import type { Page, Route } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { startApp } from '../harness.ts';
import { expectAccessible } from '../support/accessible.ts';
import { openConsole, refusing } from './open-console.ts';
import { aTicket, signIn } from './parts.ts';

const { service: app, visitUnknown } = await openConsole(startApp);
const trpc = await app.trpc();

const openTicket = () => trpc.tickets.create.mutate(aTicket);

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
    // As long as the session could not be ended, nothing is removed.
    const failures = page.locator('.notice').filter({ hasText: 'Sem resposta do serviço.' });
    for (const [n, refuse] of [
      (route: Route) => route.abort(),
      (route: Route) => route.fulfill({ status: 503 }),
    ].entries()) {
      await page.route(/console\/logout/, refuse, { times: 1 });
      await asks.getByRole('button', { name: 'Sair' }).click();
      await failures.nth(n).waitFor();
      expect(await page.evaluate(() => Object.keys(localStorage).join())).toContain(':text:reply:');
    }
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
    // The only way on is the sign-in.
    await page.keyboard.press('Escape');
    await page.mouse.click(5, 400);
    expect(await ended.getByRole('button').allInnerTexts()).toEqual(['Entrar']);
  });
});
