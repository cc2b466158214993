import { expect, it } from 'vitest';
import { startApp } from '../../harness.ts';
import { expectAccessible } from '../../support/accessible.ts';
import { openConsole, people } from '../open-console.ts';
import {
  conversation,
  dialog,
  hasFocus,
  heading,
  keys,
  list,
  openTickets,
  press,
  rows,
  search,
} from '../parts.ts';
import { shell, ticketTexts, uiTexts } from '../texts.ts';

const { service: app, visit } = await openConsole(startApp);
const trpc = await app.trpc();
const { actions, fields, filters, views } = ticketTexts;
const openTicket = async (subject: string, body: string) =>
  (await trpc.tickets.create.mutate({ subject, body, main: 'Conta' })).id;

it('the queue has the ticket that waits longest first, and is worked by the keyboard alone', async () => {
  const main = 'Espera';
  const [first = 0] = await openTickets(trpc, main, 'Espera mais', 'Espera menos');
  const page = await visit(`/fila?main=${main}`);
  await rows(page).nth(1).waitFor();
  expect(await rows(page).first().textContent()).toContain('Espera mais');
  await expectAccessible(page);
  await keys(page, 'j', 'j', 'Enter');
  await heading(page, 'Espera menos').waitFor();
  await conversation(page).getByText('Sobre Espera menos').waitFor();
  await keys(page, 'k');
  await heading(page, 'Espera mais').waitFor();
  await keys(page, 'a');
  await page.getByRole('option', { name: actions.assignToMe }).waitFor();
  await keys(page, 'Enter');
  await page.getByText(ticketTexts.assigned('agente')).waitFor();
  await keys(page, 'e');
  await page.getByText(ticketTexts.changed(first, ticketTexts.statusSet('resolved'))).waitFor();
  const resolved = await trpc.tickets.get.query({ id: first });
  expect(resolved).toMatchObject({ status: 'resolved', assigneeEmail: people.agent.email });
  // Where the resolved ticket stood, the next one begins.
  await rows(page).filter({ hasText: 'Espera mais' }).waitFor({ state: 'detached' });
  await keys(page, 'j');
  await heading(page, 'Espera menos').waitFor();
});

it('a search ignores accents, shows the passage, and leads to the first hit with Enter', async () => {
  const id = await openTicket('Sem título', 'Perdi a minha sequência ontem.');
  const page = await visit('/fila');
  await heading(page, shell.titles.queue).waitFor();
  await keys(page, '/');
  await page.keyboard.type('sequencia');
  await rows(page).filter({ hasText: 'Perdi a minha sequência ontem.' }).waitFor();
  await page.locator('mark', { hasText: 'sequência' }).waitFor();
  await expectAccessible(page);
  await keys(page, 'Enter');
  await page.locator(`a[data-entry="${id}"]:focus`).waitFor();
  await keys(page, 'Enter');
  await heading(page, 'Sem título').waitFor();
  // What comes in later does not take the focus.
  await openTicket('Outra sequência', 'Oi');
  await rows(page).first().filter({ hasText: 'Outra sequência' }).waitFor();
  expect(await hasFocus(heading(page, 'Sem título'))).toBe(true);
});

it('a search leads to the passage in a long conversation, once', async () => {
  const id = await openTicket('Longa', 'A jabuticabeira do quintal floresceu.');
  const written = { id, author: 'Ana', origin: 'agent' } as const;
  // So that it is not among the newest ones.
  for (let n = 0; n < 55; n += 1) {
    await trpc.tickets.addMessage.mutate({ ...written, body: `Resposta ${n}` });
  }
  const page = await visit(`/chamados/${id}?sort=newest&search=jabuticabeira`);
  const hit = conversation(page).locator('mark', { hasText: 'jabuticabeira' });
  const isShown = () => hit.evaluate((mark) => mark.getBoundingClientRect().top > 0);
  await expect.poll(isShown).toBe(true);
  await conversation(page).evaluate((region) => region.scrollTo(0, region.scrollHeight));
  await expect.poll(isShown).toBe(false);
  await trpc.tickets.addMessage.mutate({ ...written, body: 'A última' });
  await conversation(page).getByText('A última').waitFor();
  expect(await isShown()).toBe(false);
});

it('filters are chosen behind a button that counts them, and stand in the address', async () => {
  const [id = 0] = await openTickets(trpc, 'Filtros', 'Com tag', 'Sem tag');
  const tag = await trpc.tags.create.mutate({ name: 'Filtrada', color: '#112233' });
  await trpc.tickets.addTag.mutate({ id, tagId: tag.id });
  const page = await visit('/fila?sort=newest&search=tag');
  const without = list(page).getByText('Sem tag', { exact: true });
  await without.waitFor();
  await page.getByRole('button', { name: filters.title }).click();
  await page.getByRole('combobox', { name: filters.tag }).selectOption('Filtrada');
  await without.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: `${filters.title} 1` }).waitFor();
  await expectAccessible(page);
  await expect.poll(() => search(page)).toMatchObject({ tag: String(tag.id) });
  await press(page, filters.clear);
  await expect.poll(() => search(page)).toEqual({ sort: 'newest', search: 'tag' });
});

it('a filter is saved as a view of the team, which others have with its count', async () => {
  const ids = await openTickets(trpc, 'Visão', 'Da visão', 'Também da visão');
  for (const [n, { email }] of [people.agent, people.otherAgent].entries()) {
    await trpc.tickets.assign.mutate({ ids: ids.slice(n), agentEmail: email });
  }
  const page = await visit('/fila?sort=newest&main=Visão&assignee=me');
  await press(page, views.save);
  await page.getByRole('textbox', { name: views.name }).fill('Minha visão');
  await page.getByRole('checkbox', { name: views.shared }).check();
  await press(page, views.saveButton);
  // "Comigo" is whoever looks.
  await page.getByRole('link', { name: /Minha visão\s*1/ }).waitFor();
  const other = await visit('/fila', people.otherAgent);
  await other.getByRole('link', { name: /Minha visão\s*1/ }).click();
  await list(other).getByText('Também da visão', { exact: true }).waitFor();
  const remove = views.removeOf('Minha visão');
  expect(await other.getByRole('button', { name: remove }).count()).toBe(0);
  await press(page, remove);
  await page.getByRole('link', { name: 'Minha visão' }).waitFor({ state: 'detached' });
});

it('thousands of tickets are scrolled through with few of them on the page', async () => {
  const main = 'Muitos';
  const count = 400;
  await app.service
    .contextFor('test')
    .db.insertInto('tickets')
    .values(Array.from({ length: count }, (_, n) => ({ subject: `${main} ${n}`, main })))
    .execute();
  const page = await visit(`/fila?sort=newest&main=${main}`);
  await list(page)
    .getByText(`${main} ${count - 1}`)
    .waitFor();
  await page.mouse.move(800, 400);
  while ((await list(page).getByText(`${main} 0`, { exact: true }).count()) === 0) {
    await page.mouse.wheel(0, 600);
    await page.evaluate(() => new Promise(requestAnimationFrame));
  }
  expect(await list(page).getByRole('listitem').count()).toBeLessThan(60);
  // So long a list is not fetched again by itself.
  await openTickets(trpc, main, 'Mais um');
  await page.getByText(ticketTexts.stale).waitFor();
  await press(page, ticketTexts.refresh);
  await page.getByText(ticketTexts.stale).waitFor({ state: 'detached' });
});

it('a ticket is opened for a reader who called, and mended', async () => {
  const page = await visit('/fila');
  await press(page, ticketTexts.create);
  const field = (name: string) => dialog(page).getByRole('textbox', { name });
  await field(fields.email).fill('errado@exemplo.com.br');
  await field(fields.name).fill('Rui Alves');
  await field(fields.subject).fill('Ligou hoje');
  await dialog(page).getByLabel(fields.main).fill('Conta');
  await field(fields.body).fill('Quer trocar o e-mail.');
  await expectAccessible(page);
  await press(dialog(page), ticketTexts.createConfirm);
  await heading(page, 'Ligou hoje').waitFor();
  await page.getByRole('article').getByText('Rui Alves').waitFor();
  await press(page, uiTexts.moreActions);
  await press(page, actions.edit);
  await field(fields.email).fill('certo@exemplo.com.br');
  await field(fields.subject).fill('Ligou ontem');
  await press(dialog(page), actions.save);
  await heading(page, 'Ligou ontem').waitFor();
  await page.getByText('Para certo@exemplo.com.br').waitFor();
});
