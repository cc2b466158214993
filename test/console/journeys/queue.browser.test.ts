import { expect, it } from 'vitest';
import { setAsideTexts } from '../../../console/src/set-aside/texts.ts';
import { shell } from '../../../console/src/shell/texts.ts';
import { tagTexts } from '../../../console/src/tags/texts.ts';
import { teamTexts } from '../../../console/src/team/texts.ts';
import { ticketTexts } from '../../../console/src/tickets/texts.ts';
import { uiTexts } from '../../../console/src/ui/texts.ts';
import { startApp } from '../../harness.ts';
import { aMail } from '../../inbound/mails.ts';
import { expectAccessible } from '../../support/accessible.ts';
import { openConsole, people } from '../open-console.ts';

const { service: app, visit } = await openConsole(startApp);
const trpc = await app.trpc();

/** Opens tickets that wait, the first one the longest. */
const openTickets = async (subjects: readonly string[], main = 'Conta') => {
  const ids: number[] = [];
  for (const [index, subject] of subjects.entries()) {
    const createdAt = new Date(Date.now() - (subjects.length - index) * 3_600_000).toISOString();
    const requesterEmail = `leitor${index}@exemplo.com.br`;
    const fields = { subject, body: `Sobre ${subject}`, main, requesterEmail, createdAt };
    ids.push((await trpc.tickets.create.mutate(fields)).id);
  }
  return ids;
};

type Ticket = Partial<Parameters<typeof trpc.tickets.create.mutate>[0]>;
const openTicket = async (ticket: Ticket = {}) =>
  (await trpc.tickets.create.mutate({ subject: 'Dúvida', body: 'Oi', main: 'Conta', ...ticket }))
    .id;

it('the queue has the ticket that waits longest first, and is worked by the keyboard alone', async () => {
  const main = 'Espera';
  const subjects = ['Espera mais', 'Espera menos', 'Acabou de chegar'];
  const [first, second] = await openTickets(subjects, main);
  const page = await visit(`/fila?main=${main}`);
  const rows = page.getByRole('list', { name: ticketTexts.list }).getByRole('link');
  await rows.nth(2).waitFor();
  expect(await rows.first().textContent()).toContain('Espera mais');
  expect(await rows.first().textContent()).toContain('Espera há 3 h');
  await expectAccessible(page);

  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('k');
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Espera menos' }).waitFor();
  await page
    .getByRole('region', { name: ticketTexts.conversation })
    .getByText('Sobre Espera menos')
    .waitFor();
  await page.keyboard.press('k');
  await page.getByRole('heading', { level: 1, name: 'Espera mais' }).waitFor();
  expect(page.url()).toContain(`/console/chamados/${first}`);

  await page.keyboard.press('a');
  await page.getByRole('option', { name: ticketTexts.actions.assignToMe }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByText('Atribuído a agente.').waitFor();
  await page.keyboard.press('n');
  await page.getByRole('textbox', { name: ticketTexts.noteTab }).waitFor();
  await page.keyboard.type('Já ligamos para ele');
  await page.keyboard.press('Control+Enter');
  await page.getByRole('article').getByText('Já ligamos para ele').waitFor();
  await page.keyboard.press('e');
  await page.getByText(`Chamado ${first} resolvido.`).waitFor();
  const conversation = page.getByRole('region', { name: ticketTexts.conversation });
  await conversation.getByText('agente mudou a situação para Resolvido').waitFor();
  const resolved = await trpc.tickets.get.query({ id: first ?? 0 });
  expect(resolved).toMatchObject({ status: 'resolved', assigneeEmail: people.agent.email });
  expect((await trpc.tickets.get.query({ id: second ?? 0 })).status).toBe('open');
  // Where the resolved ticket stood, the next one begins.
  await rows.filter({ hasText: 'Espera mais' }).waitFor({ state: 'detached' });
  await page.keyboard.press('j');
  await page.getByRole('heading', { level: 1, name: 'Espera menos' }).waitFor();
});

it('a search ignores accents, shows the passage, and leads to the first hit with Enter', async () => {
  const id = await openTicket({ subject: 'Sem título', body: 'Perdi a minha sequência ontem.' });
  const page = await visit('/fila');
  await page.getByRole('heading', { level: 1, name: shell.titles.queue }).waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('sequencia');
  const row = page.getByRole('list', { name: ticketTexts.list }).getByRole('link');
  await row.filter({ hasText: 'Perdi a minha sequência ontem.' }).waitFor();
  await page.locator('mark', { hasText: 'sequência' }).waitFor();
  await expectAccessible(page);
  const box = page.getByRole('searchbox', { name: uiTexts.search });
  await page.keyboard.press('Escape');
  expect(await box.inputValue()).toBe('sequencia');
  await page.keyboard.press('/');
  await page.keyboard.press('Enter');
  await page.locator(`a[data-ticket="${id}"]:focus`).waitFor();
  await page.keyboard.press('Enter');
  const heading = page.getByRole('heading', { level: 1, name: 'Sem título' });
  await heading.waitFor();
  await openTicket({ subject: 'Outra sequência' });
  await row.first().filter({ hasText: 'Outra sequência' }).waitFor();
  expect(await heading.evaluate((it) => it === document.activeElement)).toBe(true);
});

it('a search leads to the passage in a long conversation, once', async () => {
  const id = await openTicket({ body: 'A jabuticabeira do quintal floresceu.', main: 'Longa' });
  const written = { id, author: 'Ana', origin: 'agent' } as const;
  // So that it is not among the newest ones.
  for (let n = 0; n < 55; n += 1) {
    await trpc.tickets.addMessage.mutate({ ...written, body: `Resposta ${n}` });
  }
  await openTicket({ subject: 'A mais nova' });
  const page = await visit('/fila?sort=newest');
  await page.getByRole('link', { name: 'A mais nova' }).waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('jabuticabeira');
  await page.keyboard.press('Enter');
  await page.locator(`a[data-ticket="${id}"]:focus`).waitFor();
  await page.keyboard.press('Enter');
  const conversation = page.getByRole('region', { name: ticketTexts.conversation });
  const hit = conversation.locator('mark', { hasText: 'jabuticabeira' });
  const isShown = () => hit.evaluate((mark) => mark.getBoundingClientRect().top > 0);
  await expect.poll(isShown).toBe(true);
  // It is led to once, whatever comes later.
  await conversation.evaluate((region) => region.scrollTo(0, region.scrollHeight));
  await expect.poll(isShown).toBe(false);
  await trpc.tickets.addMessage.mutate({ ...written, body: 'A última' });
  await conversation.getByText('A última').waitFor();
  expect(await isShown()).toBe(false);
});

it('letters that are typed while a search is on its way stay', async () => {
  const page = await visit('/fila');
  await page.getByRole('heading', { level: 1, name: shell.titles.queue }).waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('duas ');
  await page.waitForURL(/search=duas&/);
  await page.keyboard.type('palavras');
  await page.waitForURL(/search=duas\+palavras&/);
  const box = page.getByRole('searchbox', { name: uiTexts.search });
  expect(await box.inputValue()).toBe('duas palavras');
  await page.reload();
  await expect.poll(() => box.inputValue()).toBe('duas palavras');
});

it('filters are chosen behind a button that counts them, and stand in the address', async () => {
  const [id] = await openTickets(['Com tag', 'Sem tag'], 'Filtros');
  const tag = await trpc.tags.create.mutate({ name: 'Filtrada', color: '#112233' });
  await trpc.tickets.addTag.mutate({ id: id ?? 0, tagId: tag.id });
  const page = await visit('/fila?sort=newest&search=tag');
  const list = page.getByRole('list', { name: ticketTexts.list });
  await list.getByText('Sem tag', { exact: true }).waitFor();
  await page.getByRole('button', { name: /^Filtros/ }).click();
  await page.getByRole('combobox', { name: ticketTexts.filters.tag }).selectOption('Filtrada');
  await list.getByText('Sem tag', { exact: true }).waitFor({ state: 'detached' });
  await page
    .getByRole('combobox', { name: ticketTexts.filters.status })
    .selectOption(ticketTexts.statuses.open);
  await page.getByRole('button', { name: 'Filtros 2' }).waitFor();
  await expectAccessible(page);
  const address = () => Object.fromEntries(new URL(page.url()).searchParams);
  await expect.poll(address).toMatchObject({ tag: String(tag.id), status: 'open' });
  await page.getByRole('button', { name: ticketTexts.filters.clear }).click();
  await expect.poll(address).toEqual({ sort: 'newest', search: 'tag' });
});

it('a filter is saved as a view of the team, which others have with its count', async () => {
  const ids = await openTickets(['Da visão', 'Também da visão'], 'Visão');
  for (const [n, { email }] of [people.agent, people.otherAgent].entries()) {
    await trpc.tickets.assign.mutate({ ids: ids.slice(n), agentEmail: email });
  }
  const page = await visit('/fila?sort=newest&main=Visão&assignee=me');
  await page.getByRole('button', { name: ticketTexts.views.save }).click();
  await page.getByRole('textbox', { name: ticketTexts.views.name }).fill('Minha visão');
  await page.getByRole('checkbox', { name: ticketTexts.views.shared }).check();
  await page.getByRole('button', { name: ticketTexts.views.saveButton, exact: true }).click();
  await page.getByText(ticketTexts.views.saved).waitFor();
  const other = await visit('/fila', people.otherAgent);
  // "Comigo" is whoever looks.
  await page.getByRole('link', { name: /Minha visão\s*1/ }).waitFor();
  await other.getByRole('link', { name: /Minha visão\s*1/ }).click();
  await other
    .getByRole('list', { name: ticketTexts.list })
    .getByText('Também da visão', { exact: true })
    .waitFor();
  expect(await other.getByRole('button', { name: /Excluir a visão/ }).count()).toBe(0);
  await page.getByRole('button', { name: 'Excluir a visão Minha visão' }).click();
  await page.getByRole('link', { name: 'Minha visão' }).waitFor({ state: 'detached' });
});

it('thousands of tickets are scrolled through with few of them on the page', async () => {
  const count = 600;
  await app.service
    .contextFor('test')
    .db.insertInto('tickets')
    .values(
      Array.from({ length: count }, (_, index) => ({
        subject: `Muitos ${index}`,
        main: 'Muitos',
      })),
    )
    .execute();
  const page = await visit('/fila?sort=newest&main=Muitos');
  const list = page.getByRole('list', { name: ticketTexts.list });
  await list.getByText(`Muitos ${count - 1}`).waitFor();
  for (let wanted = count - 100; wanted >= 0; wanted -= 100) {
    const row = list.getByText(`Muitos ${wanted}`, { exact: true });
    while ((await row.count()) === 0) {
      await page.mouse.move(800, 400);
      await page.mouse.wheel(0, 600);
      await page.evaluate(() => new Promise(requestAnimationFrame));
    }
  }
  expect(await list.getByRole('listitem').count()).toBeLessThan(60);
  // So long a list is not fetched again by itself.
  await openTickets(['Muitos mais'], 'Muitos');
  await page.getByText(ticketTexts.stale).waitFor();
  await page.getByRole('button', { name: ticketTexts.refresh }).click();
  await page.getByText(ticketTexts.stale).waitFor({ state: 'detached' });
  await page.getByRole('heading', { level: 1, name: shell.titles.queue }).focus();
  await page.keyboard.press('j');
  await list.getByText('Muitos mais', { exact: true }).waitFor();
});

it('a ticket is opened for a reader who called, and mended', async () => {
  const page = await visit('/fila');
  await page.getByRole('button', { name: ticketTexts.create }).click();
  const dialog = page.getByRole('dialog', { name: ticketTexts.create });
  await dialog.getByRole('textbox', { name: teamTexts.email }).fill('errado@exemplo.com.br');
  await dialog.getByRole('textbox', { name: tagTexts.name }).fill('Rui Alves');
  await dialog.getByRole('textbox', { name: setAsideTexts.columns.subject }).fill('Ligou hoje');
  await dialog.getByLabel(ticketTexts.filters.main).fill('Conta');
  await dialog
    .getByRole('textbox', { name: ticketTexts.forward.text })
    .fill('Quer trocar o e-mail.');
  await expectAccessible(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await dialog.getByRole('button', { name: ticketTexts.createConfirm }).click();
  await page.getByRole('heading', { level: 1, name: 'Ligou hoje' }).waitFor();
  await page.getByRole('article').getByText('Rui Alves').waitFor();
  await page.getByRole('button', { name: uiTexts.moreActions }).click();
  await page.getByRole('button', { name: ticketTexts.actions.edit }).click();
  await page.getByRole('textbox', { name: teamTexts.email }).fill('certo@exemplo.com.br');
  await page.getByRole('textbox', { name: setAsideTexts.columns.subject }).fill('Ligou ontem');
  await page.getByRole('button', { name: ticketTexts.actions.save, exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Ligou ontem' }).waitFor();
  await page.getByText('Para certo@exemplo.com.br').waitFor();
});

it('a mail that became no ticket is looked at, dismissed, or becomes one', async () => {
  const raw = aMail(
    {
      From: 'bia@exemplo.com.br',
      Subject: 'Não recebi hoje',
      'Auto-Submitted': 'auto-generated',
    },
    'A edição não chegou.',
  );
  await trpc.inbound.ingest.mutate({ raw: raw.toString('base64') });
  const page = await visit('/fila');
  await page.getByRole('link', { name: setAsideTexts.title }).click();
  await page.getByRole('heading', { level: 1, name: setAsideTexts.title }).waitFor();
  const mail = page.getByRole('row').filter({ hasText: 'Não recebi hoje' });
  await mail.getByText('É uma resposta automática').waitFor();
  await mail.getByText('bia@exemplo.com.br').waitFor();
  await expectAccessible(page);
  await mail.getByRole('button', { name: setAsideTexts.look, exact: true }).click();
  const looked = page.getByRole('dialog', { name: 'Não recebi hoje' });
  await looked.getByText('A edição não chegou.', { exact: true }).waitFor();
  const source = looked.getByText('Auto-Submitted: auto-generated');
  expect(await source.isVisible()).toBe(false);
  await looked.getByText(setAsideTexts.source).click();
  expect(await source.isVisible()).toBe(true);
  await page.keyboard.press('Escape');
  await mail.getByRole('button', { name: setAsideTexts.release.text }).click();
  await page.getByRole('dialog').getByRole('button', { name: setAsideTexts.release.text }).click();
  await page.getByText(/O e-mail está no chamado \d+\./).waitFor();
  const { items } = await trpc.tickets.list.query({ search: 'bia@exemplo.com.br' });
  expect(items).toMatchObject([{ subject: 'Não recebi hoje' }]);
});
