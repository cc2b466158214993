import { readdir } from 'node:fs/promises';
import type { Page, Route } from 'playwright-core';
import { expect, it } from 'vitest';
import { replyTexts } from '../../../console/src/reply/texts.ts';
import { shell } from '../../../console/src/shell/texts.ts';
import { tagTexts } from '../../../console/src/tags/texts.ts';
import { ticketTexts } from '../../../console/src/tickets/texts.ts';
import { uiTexts } from '../../../console/src/ui/texts.ts';
import { startApp } from '../../harness.ts';
import { expectAccessible } from '../../support/accessible.ts';
import { openConsole, people, refusing } from '../open-console.ts';
import { aTicket, signIn } from '../parts.ts';

const { service: app, visit, visitUnknown } = await openConsole(startApp);
const trpc = await app.trpc();

const get = (path: string, init: RequestInit = {}) => fetch(`${app.internalUrl}${path}`, init);
const openTicket = () => trpc.tickets.create.mutate(aTicket);

// A window asks for its session once a minute anyway.
const beforeAsked = 20_000;

it('the sign-in leads to the page that was wanted, and the sign-out ends it', async () => {
  const { id } = await openTicket();
  const page = await visitUnknown(`/chamados/${id}`);
  await page.getByRole('button', { name: shell.signIn }).waitFor();
  await expectAccessible(page);
  await signIn(page, 'agente@exemplo.com');
  await page.getByRole('heading', { level: 1, name: 'Sem boletim' }).waitFor();
  await page.getByRole('button', { name: 'Conta de Agente' }).click();
  await page.getByRole('combobox', { name: shell.scheme }).selectOption(shell.schemes.dark);
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe(
    'dark',
  );
  await page.getByRole('button', { name: shell.signOut }).click();
  await page.getByRole('button', { name: shell.signIn }).waitFor();
  await page.goto(`/console/chamados/${id}`);
  await page.getByRole('button', { name: shell.signIn }).waitFor();
});

it('a session that was ended elsewhere asks to sign in again, and what was typed stays', async () => {
  const { id } = await openTicket();
  const page = await visitUnknown(`/chamados/${id}`);
  await signIn(page, 'agente@exemplo.com');
  const box = page.getByRole('textbox', { name: replyTexts.box });
  await box.fill('Antes do fim');
  await page.getByText(replyTexts.states.stored, { exact: true }).waitFor();
  // The service must not have the end of the text when the session ends.
  const saves = /composing\.save/;
  await page.route(saves, (route) => route.abort());
  await box.press('End');
  await page.keyboard.type(' e depois');
  const { items } = await trpc.sessions.list.query();
  for (const session of items) await trpc.sessions.end.mutate({ id: session.id });
  await page.getByRole('dialog', { name: shell.signedOut }).waitFor();
  await page.unroute(saves);
  await signIn(page, 'agente@exemplo.com');
  await box.getByText('Antes do fim e depois').waitFor();
});

it('an unsent text is for its person alone, and the sign-out asks before it removes it', async () => {
  const { id } = await openTicket();
  const page = await visitUnknown(`/chamados/${id}`);
  const box = page.getByRole('textbox', { name: replyTexts.box });
  const signOut = async (name: string) => {
    await page.getByRole('button', { name: `Conta de ${name}` }).click();
    await page.getByRole('button', { name: shell.signOut }).click();
  };
  const asks = page.getByRole('dialog', { name: shell.signOut });
  await page.route(/composing\.save/, (route) => route.abort());
  await signIn(page, 'agente@exemplo.com');
  await box.fill('Só deste navegador');
  await page.getByText(replyTexts.states.here).waitFor();
  await signOut('Agente');
  await asks.getByText('Sair apaga esses textos').waitFor();
  await expectAccessible(page);
  await asks.getByRole('button', { name: uiTexts.cancel }).click();
  const { items } = await trpc.sessions.list.query();
  for (const session of items) await trpc.sessions.end.mutate({ id: session.id });
  await page.getByRole('dialog').getByText('está guardado neste navegador').waitFor();
  await signIn(page, 'outra@exemplo.com');
  await page.getByRole('region', { name: ticketTexts.conversation }).waitFor();
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
    await asks.getByRole('button', { name: shell.signOut }).click();
    await failures.nth(n).waitFor();
    expect(await page.evaluate(() => Object.keys(localStorage).join())).toContain(':text:reply:');
  }
  await asks.getByRole('button', { name: shell.signOut }).click();
  await signIn(page, 'agente@exemplo.com');
  await page.goto(`/console/chamados/${id}`);
  await page.getByRole('region', { name: ticketTexts.conversation }).waitFor();
  expect((await box.textContent())?.trim()).toBe('');
});

it('nothing of a person is shown in the windows of the next one', async () => {
  const { id } = await openTicket();
  const first = await visitUnknown(`/chamados/${id}`);
  await first.route(/composing\.save/, (route) => route.abort());
  await signIn(first, 'agente@exemplo.com');
  const box = first.getByRole('textbox', { name: replyTexts.box });
  await box.fill('De uma pessoa');
  await first.getByText(replyTexts.states.here).waitFor();
  await first.context().clearCookies();
  const second = await first.context().newPage();
  await second.goto('/console/tags');
  await signIn(second, 'outra@exemplo.com');
  // Shown again after more than a minute, a window asks whose session it is.
  await first.clock.setFixedTime(Date.now() + 61_000);
  await first.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
  await first.getByRole('button', { name: 'Conta de Outra' }).waitFor();
  await first.getByRole('region', { name: ticketTexts.conversation }).waitFor();
  await expect.poll(async () => (await box.textContent())?.trim()).toBe('');
});

it('a sign-out ends all windows, and leaves nothing of the reader on them', async () => {
  const { id } = await openTicket();
  const first = await visitUnknown(`/chamados/${id}`);
  await signIn(first, 'agente@exemplo.com');
  const second = await first.context().newPage();
  const third = await first.context().newPage();
  for (const page of [second, third]) {
    await page.goto(`/console/chamados/${id}`);
    await page.getByRole('region', { name: ticketTexts.conversation }).waitFor();
  }
  const expectEnded = async (page: Page) => {
    await page.getByRole('dialog', { name: shell.signedOut }).waitFor({ timeout: beforeAsked });
    expect(await page.content()).not.toMatch(/maria@exemplo|Não chegou|Sem boletim/);
  };
  await second.getByRole('button', { name: 'Conta de Agente' }).click();
  await second.getByRole('button', { name: shell.signOut }).click();
  // Of these, the first has the stream of hints.
  for (const page of [first, third]) await expectEnded(page);
});

it.each([
  ['reads something', /quickReplies\.list/, 'Respostas rápidas'],
  ['changes something', /tags\.create/, 'Tags'],
])(
  'the session ends by the first call that finds it ended: one that %s',
  async (_, call, screen) => {
    const page = await visitUnknown('/fila');
    await signIn(page, 'agente@exemplo.com');
    // Nothing else says that it has ended.
    await page.route(/console\/session/, () => undefined);
    await page.route(call, refusing('invalid-token', 401));
    await page.getByRole('link', { name: screen }).click();
    if (screen === 'Tags') {
      await page.getByRole('button', { name: tagTexts.add }).click();
      await page.getByLabel(tagTexts.name).fill('Qualquer');
      await page.getByRole('button', { name: ticketTexts.actions.save }).click();
    }
    const ended = page.getByRole('dialog', { name: shell.signedOut });
    await ended.waitFor({ timeout: beforeAsked });
    // No text is in this browser alone.
    expect(await ended.getByText('está guardado neste navegador').count()).toBe(0);
    // The only way on is the sign-in.
    await page.keyboard.press('Escape');
    await page.mouse.click(5, 400);
    expect(await ended.getByRole('button').allInnerTexts()).toEqual(['Entrar']);
  },
);

it('the menu has what the role may see, and the rest is refused', async () => {
  const menu = (page: Page) =>
    page.getByRole('navigation', { name: shell.navigation }).locator('a.entry[title]');
  const titles = async (page: Page) => {
    await menu(page).first().waitFor();
    return [
      ...new Set(
        await menu(page).evaluateAll((all) => all.map((one) => one.getAttribute('title'))),
      ),
    ];
  };
  const agents = ['Fila', 'Rascunhos', 'Relatórios', 'Leitores', 'Respostas rápidas', 'Tags'];
  const page = await visit('/auditoria');
  await page.getByRole('heading', { level: 1, name: shell.refused }).waitFor();
  await page.getByText(shell.refusedWhy).waitFor();
  expect(await titles(page)).toEqual(agents);
  await page.getByRole('link', { name: shell.toStart }).click();
  await page.getByRole('heading', { level: 1, name: shell.titles.queue }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/console/fila');
  const editors = agents.toSpliced(2, 0, 'Quiz');
  expect(await titles(await visit('/tags', people.editor))).toEqual(editors);
  const admins = [...editors, 'Operação', 'Auditoria', 'Equipe'];
  const admin = await visit('/tags', people.admin);
  expect(await titles(admin)).toEqual(admins);
  const open = menu(admin).and(admin.locator('[data-open]'));
  expect(await open.first().getAttribute('title')).toBe('Tags');
  await admin.goto('/console/operacao/tarefas?x=1');
  await expect.poll(() => open.first().getAttribute('title')).toBe('Operação');
});

it('an unknown address, or a ticket that does not exist, says so', async () => {
  const page = await visit('/nada');
  await page.getByRole('heading', { level: 1, name: shell.notFound }).waitFor();
  await expectAccessible(page);
  for (const address of ['/chamados/9999999', '/rascunhos/9999999']) {
    await page.goto(`/console${address}`);
    await page.getByRole('alert').getByRole('heading', { level: 1 }).waitFor();
    // No other try would change it.
    expect(await page.getByRole('button', { name: uiTexts.again }).count()).toBe(0);
  }
});

it('the page is asked for each time, and loads nothing from elsewhere', async () => {
  const { headers } = await get('/console/leitores/a%40x.com');
  expect(headers.get('cache-control')).toBe('no-cache');
  const policy = headers.get('content-security-policy')?.split(';');
  expect(policy).toEqual(expect.arrayContaining(["default-src 'none'", "script-src 'self'"]));
  expect(policy).toContain("require-trusted-types-for 'script'");
});

it('files of the page never change, and come compressed', async () => {
  const [script = ''] = (await readdir('console/dist/assets')).filter((name) =>
    /^index-.*\.js$/.test(name),
  );
  const headers = { range: 'bytes=5-1', 'accept-encoding': 'br' };
  const response = await get(`/console/assets/${script}`, { headers });
  expect(response.status).toBe(200);
  expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(response.headers.get('content-encoding')).toBe('br');
  await response.body?.cancel();
  const etag = (await get('/console/')).headers.get('etag') ?? '';
  // By default fetch adds no-cache to a conditional request.
  const known = { 'if-none-match': etag, 'cache-control': 'max-age=0' };
  expect((await get('/console/', { headers: known })).status).toBe(304);
});
