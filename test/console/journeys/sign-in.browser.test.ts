import { readdir } from 'node:fs/promises';
import type { Page, Route } from 'playwright-core';
import { expect, it } from 'vitest';
import { startApp } from '../../harness.ts';
import { expectAccessible } from '../../support/accessible.ts';
import { openConsole, people, refusing } from '../open-console.ts';
import { aTicket, box, conversation, dialog, heading, isStored, press, signIn } from '../parts.ts';
import { replyTexts, shell, tagTexts, uiTexts } from '../texts.ts';

const { service: app, visit, visitUnknown } = await openConsole(startApp);
const trpc = await app.trpc();
const { agent, otherAgent } = people;

const get = (path: string, init: RequestInit = {}) => fetch(`${app.internalUrl}${path}`, init);
/** A ticket that nobody is signed in for. */
const visitTicket = async () => {
  const { id } = await trpc.tickets.create.mutate(aTicket);
  const page = await visitUnknown(`/chamados/${id}`);
  return { address: `/console/chamados/${id}`, page };
};
const signOut = async (page: Page, name: string) => {
  await press(page, shell.account(name));
  await press(page, shell.signOut);
};
const endSessions = async () => {
  const { items } = await trpc.sessions.list.query();
  for (const { id } of items) await trpc.sessions.end.mutate({ id });
};
const textIn = async (page: Page) => (await box(page).textContent())?.trim();
const saves = /composing\.save/;
const fail = (route: Route) => route.abort();

// A window asks for its session once a minute anyway.
const beforeAsked = 20_000;

it('the sign-in leads to the page that was wanted, and the sign-out ends it', async () => {
  const { address, page } = await visitTicket();
  await page.getByRole('button', { name: shell.signIn }).waitFor();
  await expectAccessible(page);
  await signIn(page, agent.email);
  await heading(page, aTicket.subject).waitFor();
  await press(page, shell.account('Agente'));
  await page.getByRole('combobox', { name: shell.scheme }).selectOption('dark');
  const scheme = () => page.evaluate(() => document.documentElement.dataset.scheme);
  await expect.poll(scheme).toBe('dark');
  await press(page, shell.signOut);
  await page.getByRole('button', { name: shell.signIn }).waitFor();
  await page.goto(address);
  await page.getByRole('button', { name: shell.signIn }).waitFor();
});

it('a session that was ended elsewhere asks to sign in again, and what was typed stays', async () => {
  const { page } = await visitTicket();
  await signIn(page, agent.email);
  await box(page).fill('Antes do fim');
  await isStored(page);
  // The service must not have the end of the text when the session ends.
  await page.route(saves, fail);
  await box(page).press('End');
  await page.keyboard.type(' e depois');
  await endSessions();
  await page.getByRole('dialog', { name: shell.signedOut }).waitFor();
  await page.unroute(saves);
  await signIn(page, agent.email);
  await box(page).getByText('Antes do fim e depois').waitFor();
});

it('an unsent text is for its person alone, and the sign-out asks before it removes it', async () => {
  const { page } = await visitTicket();
  await page.route(saves, fail);
  await signIn(page, agent.email);
  await box(page).fill('Só deste navegador');
  await page.getByText(replyTexts.states.here).waitFor();
  await endSessions();
  await dialog(page).getByText(shell.signedOutKept).waitFor();
  await signIn(page, otherAgent.email);
  await conversation(page).waitFor();
  expect(await textIn(page)).toBe('');
  await signOut(page, 'Outra');
  await signIn(page, agent.email);
  await signOut(page, 'Agente');
  await dialog(page).getByText(shell.signOutWhy).waitFor();
  await expectAccessible(page);
  // As long as the session could not be ended, nothing is removed.
  await page.route(/console\/logout/, fail, { times: 1 });
  await press(dialog(page), shell.signOut);
  await page.locator('.notice').filter({ hasText: 'Sem resposta do serviço.' }).waitFor();
  expect(await page.evaluate(() => Object.keys(localStorage).join())).toContain(':text:reply:');
  await press(dialog(page), shell.signOut);
  await page.getByRole('button', { name: shell.signIn }).waitFor();
  expect(await page.evaluate(() => Object.keys(localStorage).join())).not.toContain(':text:');
});

it('nothing of a person is shown in the windows of the next one', async () => {
  const { page: first } = await visitTicket();
  await first.route(saves, fail);
  await signIn(first, agent.email);
  await box(first).fill('De uma pessoa');
  await first.getByText(replyTexts.states.here).waitFor();
  await first.context().clearCookies();
  const second = await first.context().newPage();
  await second.goto('/console/tags');
  await signIn(second, otherAgent.email);
  // Shown again after more than a minute, a window asks whose session it is.
  await first.clock.setFixedTime(Date.now() + 61_000);
  await first.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
  await first.getByRole('button', { name: shell.account('Outra') }).waitFor();
  await conversation(first).waitFor();
  await expect.poll(() => textIn(first)).toBe('');
});

it('a sign-out ends all windows, and leaves nothing of the reader on them', async () => {
  const { address, page: first } = await visitTicket();
  await signIn(first, agent.email);
  const second = await first.context().newPage();
  await second.goto(address);
  await conversation(second).waitFor();
  await signOut(second, 'Agente');
  await first.getByRole('dialog', { name: shell.signedOut }).waitFor({ timeout: beforeAsked });
  expect(await first.content()).not.toMatch(/maria@exemplo|Não chegou|Sem boletim/);
});

it('the session ends by the first change that finds it ended', async () => {
  const page = await visit('/tags');
  // Nothing else says that it has ended.
  await page.route(/console\/session/, () => undefined);
  await page.route(/tags\.create/, refusing('invalid-token', 401));
  await press(page, tagTexts.add);
  await page.getByLabel(tagTexts.name).fill('Qualquer');
  await press(page, tagTexts.save);
  const ended = page.getByRole('dialog', { name: shell.signedOut });
  await ended.waitFor({ timeout: beforeAsked });
  // No text is in this browser alone.
  expect(await ended.getByText(shell.signedOutKept).count()).toBe(0);
  // The only way on is the sign-in.
  await page.keyboard.press('Escape');
  await page.mouse.click(5, 400);
  expect(await ended.getByRole('button').allInnerTexts()).toEqual([shell.signIn]);
});

it('the session ends by the first page that is read after it ended', async () => {
  const page = await visit('/fila');
  await page.route(/console\/session/, () => undefined);
  await page.route(/quickReplies\.list/, refusing('invalid-token', 401));
  await page.getByRole('link', { name: shell.titles.quickReplies }).click();
  await page.getByRole('dialog', { name: shell.signedOut }).waitFor({ timeout: beforeAsked });
});

it('the menu has what the role may see, and the rest is refused', async () => {
  const menu = (page: Page) =>
    page.getByRole('navigation', { name: shell.navigation }).locator('a.entry[title]');
  const titles = async (page: Page) => {
    await menu(page).first().waitFor();
    const all = await menu(page).evaluateAll((links) =>
      links.map((link) => link.getAttribute('title')),
    );
    return [...new Set(all)];
  };
  const { queue, drafts, quiz, reports, readers, quickReplies, tags, ...rest } = shell.titles;
  const page = await visit('/auditoria');
  await heading(page, shell.refused).waitFor();
  expect(await titles(page)).toEqual([queue, drafts, reports, readers, quickReplies, tags]);
  await page.getByRole('link', { name: shell.toStart }).click();
  await heading(page, queue).waitFor();
  const admin = await visit('/operacao/tarefas?x=1', people.admin);
  const all = [queue, drafts, quiz, reports, readers, quickReplies, tags];
  expect(await titles(admin)).toEqual([...all, rest.operations, rest.audit, rest.team]);
  const open = menu(admin).and(admin.locator('[data-open]')).first();
  await expect.poll(() => open.getAttribute('title')).toBe(rest.operations);
});

it('an unknown address, or a ticket that does not exist, says so', async () => {
  const page = await visit('/nada');
  await heading(page, shell.notFound).waitFor();
  await expectAccessible(page);
  await page.goto('/console/chamados/9999999');
  await page.getByRole('alert').getByRole('heading', { level: 1 }).waitFor();
  // No other try would change it.
  expect(await page.getByRole('button', { name: uiTexts.again }).count()).toBe(0);
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
  const headers = { 'accept-encoding': 'br' };
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
