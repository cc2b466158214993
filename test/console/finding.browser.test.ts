import { describe, expect, it } from 'vitest';
import { startApp } from '../harness.ts';
import { expectAccessible } from '../support/accessible.ts';
import { openConsole, people } from './open-console.ts';

// Whoever works from elsewhere snoozes by the time of São Paulo.
const { service: app, visit } = await openConsole(startApp, 'Asia/Tokyo');
const trpc = await app.trpc(people.agent);

type Ticket = Partial<Parameters<typeof trpc.tickets.create.mutate>[0]>;
const open = async (ticket: Ticket = {}) =>
  (await trpc.tickets.create.mutate({ subject: 'Dúvida', body: 'Oi', main: 'Conta', ...ticket }))
    .id;

describe('finding tickets', () => {
  it('ignores accents, shows the passage, and leads to the first hit with Enter; Esc keeps the text', async () => {
    const id = await open({ subject: 'Sem título', body: 'Perdi a minha sequência ontem.' });
    const page = await visit('/fila');
    await page.getByRole('heading', { level: 1, name: 'Fila' }).waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('sequencia');
    const row = page.getByRole('list', { name: 'Chamados' }).getByRole('link');
    await row.filter({ hasText: 'Perdi a minha sequência ontem.' }).waitFor();
    await page.locator('mark', { hasText: 'sequência' }).waitFor();
    await expectAccessible(page);
    const box = page.getByRole('searchbox', { name: 'Buscar' });
    await page.keyboard.press('Escape');
    expect(await box.inputValue()).toBe('sequencia');
    await page.keyboard.press('/');
    await page.keyboard.press('Enter');
    await page.locator(`a[data-ticket="${id}"]:focus`).waitFor();
    await page.keyboard.press('Enter');
    const heading = page.getByRole('heading', { level: 1, name: 'Sem título' });
    await heading.waitFor();
    await open({ subject: 'Outra sequência' });
    await row.first().filter({ hasText: 'Outra sequência' }).waitFor();
    expect(await heading.evaluate((it) => it === document.activeElement)).toBe(true);
  });

  it('leads to the first hit of what was just typed, and to its passage in the conversation', async () => {
    const id = await open({ body: 'A jabuticabeira do quintal floresceu.', main: 'Longa' });
    const written = { id, author: 'Ana', origin: 'agent' } as const;
    // So that it is not among the newest ones.
    for (let n = 0; n < 55; n += 1) {
      await trpc.tickets.addMessage.mutate({ ...written, body: `Resposta ${n}` });
    }
    await open({ subject: 'A mais nova' });
    const page = await visit('/fila?sort=newest');
    await page.getByRole('link', { name: 'A mais nova' }).waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('jabuticabeira');
    await page.keyboard.press('Enter');
    await page.locator(`a[data-ticket="${id}"]:focus`).waitFor();
    await page.keyboard.press('Enter');
    const conversation = page.getByRole('region', { name: 'Conversa' });
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

  it('has the ticket of a number first, and of an e-mail by its beginning', async () => {
    const id = await open({ subject: 'O procurado', requesterEmail: 'quiteria.s@exemplo.com.br' });
    await open({ subject: 'Só cita', body: `Como no ${id}` });
    const page = await visit('/fila');
    const first = page.getByRole('list', { name: 'Chamados' }).getByRole('link').first();
    await page.getByRole('searchbox', { name: 'Buscar' }).fill(`#${id}`);
    await first.filter({ hasText: 'O procurado' }).waitFor();
    await page.getByRole('searchbox', { name: 'Buscar' }).fill('quiteria.');
    await first.filter({ hasText: 'O procurado' }).waitFor();
  });

  it('opens in the palette what the search finds, the best first', async () => {
    await open({ subject: 'Outro assunto', body: 'Falei com a Gertrudes.' });
    const id = await open({ subject: 'Boleto', requesterName: 'Gertrudes Avelãs' });
    // More than are shown.
    for (let n = 0; n < 9; n += 1) await open({ subject: 'De novo', body: 'A Gertrudes ligou.' });
    const page = await visit('/relatorios');
    await page.getByRole('heading', { level: 1, name: 'Relatórios' }).waitFor();
    await page.keyboard.press('Control+k');
    const palette = page.getByRole('dialog', { name: 'Comandos' });
    await palette.getByRole('combobox').fill('gertrudes');
    const options = palette.getByRole('option');
    await options.nth(7).waitFor();
    expect(await options.count()).toBe(8);
    expect(await options.first().textContent()).toContain('Boleto');
    await expectAccessible(page);
    await options.first().click();
    await page.getByRole('heading', { level: 1, name: 'Boleto' }).waitFor();
    expect(page.url()).toContain(`/console/chamados/${id}`);
  });
});

describe('a row of the queue', () => {
  it('says what tells a ticket from others', async () => {
    const id = await open({ subject: 'Igual', body: 'A caneca azul veio quebrada', main: 'Linha' });
    const tag = await trpc.tags.create.mutate({ name: 'Loja', color: '#116644' });
    await trpc.tickets.addTag.mutate({ id, tagId: tag.id });
    await trpc.tickets.assign.mutate({ ids: [id], agentEmail: people.otherAgent.email });
    const page = await visit('/fila?main=Linha');
    const row = page.getByRole('list', { name: 'Chamados' }).getByRole('link');
    await row.getByText('A caneca azul veio quebrada').waitFor();
    for (const text of [`#${id}`, 'Loja', 'Igual']) await row.getByText(text).waitFor();
    await row.getByRole('img', { name: 'Com outra' }).waitFor();
    await page.setViewportSize({ width: 1280, height: 900 });
    const heights = await row.evaluateAll((rows) => rows.map((one) => one.clientHeight));
    expect(Math.floor((900 - 60) / (Math.max(...heights) + 1))).toBeGreaterThanOrEqual(14);
  });
});

describe('snoozing', () => {
  it('takes a ticket out of the queue into its view, and undo brings it back', async () => {
    const id = await open({ subject: 'Para depois', main: 'Adiar' });
    const page = await visit(`/chamados/${id}?main=Adiar`);
    await page.getByRole('heading', { level: 1, name: 'Para depois' }).waitFor();
    await page.getByRole('button', { name: 'Adiar' }).click();
    await page.getByRole('option', { name: 'Até segunda-feira, 8h' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('option', { name: 'Até o leitor escrever' }).click();
    await page.getByText('Chamado adiado.').waitFor();
    await page.getByText('Adiado até o leitor escrever').first().waitFor();
    await page.getByText('Agente adiou até o leitor escrever').waitFor();
    const list = page.getByRole('list', { name: 'Chamados' });
    await list.getByText('Para depois').waitFor({ state: 'detached' });
    await page.getByRole('navigation', { name: 'Visões' }).getByText('Adiados').click();
    await list.getByText('Para depois').waitFor();
    await trpc.tickets.addMessage.mutate({
      id,
      author: 'Maria',
      origin: 'requester',
      body: 'Voltei',
    });
    await list.getByText('Para depois').waitFor({ state: 'detached' });
    expect((await trpc.tickets.get.query({ id })).snoozedUntil).toBeNull();

    await page.goto(`/console/chamados/${id}`);
    await page.getByRole('heading', { level: 1, name: 'Para depois' }).waitFor();
    await page.keyboard.press('s');
    await page.getByRole('option', { name: 'Até um dia…' }).click();
    const days = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' });
    const [today, tomorrow] = [0, 1].map((n) => days.format(Date.now() + n * 86_400_000));
    const day = page.getByLabel('Dia', { exact: true });
    expect(await day.inputValue()).toBe(tomorrow);
    const snooze = page.getByRole('dialog').getByRole('button', { name: 'Adiar' });
    for (const wrong of ['', today ?? '']) {
      await day.fill(wrong);
      await snooze.click();
      expect(await day.evaluate((field: HTMLInputElement) => field.validity.valid)).toBe(false);
    }
    await day.fill('2029-05-01');
    await snooze.click();
    await page.getByText('Chamado adiado.').waitFor();
    expect((await trpc.tickets.get.query({ id })).snoozedUntil).toBe('2029-05-01T11:00:00.000Z');
    await page.getByRole('button', { name: 'Desfazer' }).click();
    await page.getByText('Agente trouxe o chamado de volta à fila').waitFor();
    expect((await trpc.tickets.get.query({ id })).snoozedUntil).toBeNull();
  });
});

it('snoozing anew is undone to the moment that it had', async () => {
  const id = await open({ subject: 'Adiado duas vezes' });
  const until = '2099-01-01T11:00:00.000Z';
  await trpc.tickets.snooze.mutate({ ids: [id], until });
  const page = await visit(`/chamados/${id}`);
  const moment = async () => (await trpc.tickets.get.query({ id })).snoozedUntil;
  await page.getByRole('button', { name: 'Adiar' }).click();
  await page.getByRole('option', { name: 'Trazer de volta à fila' }).click();
  await page.getByText('Chamado de volta à fila.').waitFor();
  expect(await moment()).toBeNull();
  await page.getByRole('button', { name: 'Desfazer' }).click();
  await expect.poll(moment).toBe(until);
});

it('a notice goes by itself, and one of a failure stays until it is closed', async () => {
  const id = await open({ subject: 'Sem rede' });
  const page = await visit(`/chamados/${id}`, people.agent, new Date());
  const snooze = async () => {
    await page.getByRole('button', { name: 'Adiar' }).click();
    await page.getByRole('option', { name: 'Até segunda-feira, 8h' }).click();
  };
  await page.route(/tickets\.snooze/, (route) => route.abort());
  await snooze();
  await page.getByText('Sem resposta do serviço.').waitFor();
  await page.clock.fastForward(60_000);
  await page.getByRole('button', { name: 'Fechar' }).click();
  await page.getByText('Sem resposta do serviço.').waitFor({ state: 'detached' });
  await page.unroute(/tickets\.snooze/);
  await snooze();
  await page.getByText('Chamado adiado.').waitFor();
  await page.clock.fastForward(6_000);
  await page.getByText('Chamado adiado.').waitFor({ state: 'detached' });
});

it('clearing the filters leaves the order and the search', async () => {
  const page = await visit(
    '/fila?search=oi&sort=updated&status=open&main=Conta&from=2026-01-01&to=2026-02-01&updatedBefore=2026-03-01&assignee=me&snoozed=true&mentions=me',
  );
  await page.getByRole('button', { name: /^Filtros/ }).click();
  await page.getByRole('button', { name: 'Limpar filtros' }).click();
  await expect
    .poll(() => Object.fromEntries(new URL(page.url()).searchParams))
    .toEqual({ search: 'oi', sort: 'updated' });
});

describe('a mention', () => {
  it('is completed in a note, and the ticket is in the view of whom it mentions', async () => {
    const id = await open({ subject: 'Pergunta ao time' });
    const other = await visit('/fila?sort=updated&mentions=me', people.otherAgent);
    await other.getByText('Nenhum chamado com este filtro.').waitFor();
    const page = await visit(`/chamados/${id}`);
    await page.getByRole('heading', { level: 1, name: 'Pergunta ao time' }).waitFor();
    await page.keyboard.press('n');
    await page.getByRole('textbox', { name: 'Nota' }).waitFor();
    await page.keyboard.type('Você sabe, @out');
    await page.getByRole('option', { name: 'Outra' }).waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    await page.keyboard.type('?');
    expect(await page.getByRole('textbox', { name: 'Nota' }).inputValue()).toBe(
      'Você sabe, @Outra ?',
    );
    await page.keyboard.press('Control+Enter');
    await page.getByText('Nota salva.').waitFor();
    const list = other.getByRole('list', { name: 'Chamados' });
    await list.getByText('Pergunta ao time').waitFor();
    await other.getByRole('link', { name: /^Para mim\s*1/ }).waitFor();
  });
});

describe('the history', () => {
  it('says who assigned a ticket to whom', async () => {
    const id = await open({ subject: 'Quem fica' });
    await visit('/fila', people.otherAgent);
    await trpc.tickets.assign.mutate({ ids: [id], agentEmail: people.otherAgent.email });
    await trpc.tickets.assign.mutate({ ids: [id], agentEmail: people.agent.email });
    const page = await visit(`/chamados/${id}`);
    const conversation = page.getByRole('region', { name: 'Conversa' });
    await conversation.getByText('Agente atribuiu a Outra').waitFor();
    await conversation.getByText('Agente assumiu o chamado').waitFor();
  });
});

describe('merging', () => {
  it('proposes the open tickets of the reader and those that look alike', async () => {
    const asked = { subject: 'Xícara trincada no correio', body: 'A xícara chegou trincada.' };
    const id = await open({ ...asked, requesterEmail: 'uma@exemplo.com.br' });
    await open({ subject: 'Outra da mesma', requesterEmail: 'uma@exemplo.com.br' });
    await open({ ...asked, requesterEmail: 'duas@exemplo.com.br', requesterName: 'Duas Pessoas' });
    const page = await visit(`/chamados/${id}`);
    await page.getByRole('heading', { level: 1, name: asked.subject }).waitFor();
    await page.keyboard.press('m');
    const dialog = page.getByRole('dialog', { name: 'Mesclar' });
    await dialog.getByRole('radio', { name: /Outra da mesma/ }).waitFor();
    await dialog.getByRole('radio', { name: /Duas Pessoas/ }).check();
    await dialog.getByText('São pessoas diferentes').waitFor();
  });
});
