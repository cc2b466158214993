import { sql } from 'kysely';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { startApp } from '../harness.ts';
import { aMail } from '../inbound/mails.ts';
import { openConsole, people } from './open-console.ts';
import { button, heading } from './parts.ts';

const { service: app, visit } = await openConsole(startApp);
const trpc = await app.trpc();
const { db } = app.service.contextFor('test');
// Numbers of more than a few digits.
await sql`select setval('tickets_id_seq', 123456)`.execute(db);

const hour = 3_600_000;
type NewTicket = Partial<Parameters<typeof trpc.tickets.create.mutate>[0]>;
/** Opens a ticket so many hours ago. */
const open = async (main: string, subject: string, ago = 1, fields: NewTicket = {}) => {
  const createdAt = new Date(Date.now() - ago * hour).toISOString();
  const ticket = { subject, body: `Sobre ${subject}`, main, createdAt, ...fields };
  return (await trpc.tickets.create.mutate(ticket)).id;
};
const list = (page: Page) => page.getByRole('list', { name: 'Chamados' });
const rows = (page: Page) => list(page).getByRole('link');
const row = (page: Page, text: string) => rows(page).filter({ hasText: text });
const check = (page: Page, subject: string) =>
  page.getByRole('checkbox', { name: `Selecionar ${subject}`, exact: true });
const search = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);
const ticketOf = (id: number) => trpc.tickets.get.query({ id });
/** Waits until a row has the focus. */
const focusedOn = (page: Page, id: number) =>
  page.locator(`a[data-ticket="${id}"]:focus`).waitFor();
const isLate = (one: Locator) => one.locator('[data-late]').count();

describe('a row', () => {
  it('says who waits for how long, and what is known of the ticket', async () => {
    const late = await open('Linhas', 'Tarde', 49, { requesterName: 'Ana Lima' });
    await open('Linhas', 'Cedo', 23, { requesterEmail: 'rui@exemplo.com.br' });
    const busy = await open('Linhas', 'Ocupado', 50);
    await trpc.tickets.assign.mutate({ ids: [busy], agentEmail: people.agent.email });
    const done = await open('Linhas', 'Pronto', 60);
    for (const name of ['Um', 'Dois', 'Três']) {
      const tag = await trpc.tags.create.mutate({ name, color: '#112233' });
      await trpc.tickets.addTag.mutate({ id: done, tagId: tag.id });
    }
    await trpc.tickets.setStatus.mutate({ id: done, status: 'resolved' });
    const file = { ticket_id: done, state: 'ready', type: 'text/plain', size: 1 } as const;
    for (const name of ['a.txt', 'b.txt']) {
      const empty = { message_id: null, uploader_email: null, lease_until: null };
      await db
        .insertInto('attachments')
        .values({
          ...{ ...file, ...empty, name, path: crypto.randomUUID() },
          ...{ sha256: Buffer.alloc(32), scan_due_at: null },
        })
        .execute();
    }
    const { messages } = await ticketOf(late);
    await db
      .insertInto('reply_drafts')
      .values({
        ...{ ticket_id: late, last_message_id: messages[0]?.id ?? 0, confidence: 0.9 },
        ...{ generated_html: 'Oi', html: 'Oi', sources: '[]', message_id: null },
        ...{ changed_share: null, discard_reason: null, decided_at: null },
      })
      .execute();
    const page = await visit('/fila?main=Linhas');
    await expect.poll(() => rows(page).allInnerTexts()).toHaveLength(3);
    expect(
      (await rows(page).allTextContents()).map((text) => /Ocupado|Tarde|Cedo/.exec(text)?.[0]),
    ).toEqual(['Ocupado', 'Tarde', 'Cedo']);
    expect(await row(page, 'Tarde').textContent()).toMatch(
      new RegExp(`^Ana Lima#${late}2 dEspera há 2 dTardeSobre Tarde$`),
    );
    expect(await row(page, 'Cedo').textContent()).toMatch(
      /^rui@exemplo\.com\.br#\d+23 hEspera há 23 h/,
    );
    expect(await row(page, 'Ocupado').textContent()).toMatch(/^Leitor anônimo#\d+2 d/);
    expect([await isLate(row(page, 'Tarde')), await isLate(row(page, 'Cedo'))]).toEqual([1, 0]);
    // What nobody has begun with stands out.
    const isNew = async (text: string) => (await row(page, text).locator('strong').count()) === 1;
    expect(await Promise.all(['Tarde', 'Cedo', 'Ocupado'].map(isNew))).toEqual([true, true, false]);
    await row(page, 'Tarde')
      .getByRole('img', { name: 'Rascunho do modelo para revisar' })
      .waitFor();
    expect(await row(page, 'Cedo').getByRole('img').count()).toBe(0);
    const who = row(page, 'Ocupado').getByRole('img', { name: /^Com agente$/i });
    expect(await who.innerText()).toBe('A');
    expect(
      await page
        .getByRole('listitem')
        .and(page.locator('[aria-posinset="3"]'))
        .getAttribute('aria-setsize'),
    ).toBe('3');

    await page.goto('/console/fila?main=Linhas&sort=newest');
    const resolved = row(page, 'Pronto');
    expect(await resolved.textContent()).toMatch(/Mudou há .*ProntoResolvido.*\+1$/);
    await resolved.getByRole('img', { name: '2 anexos' }).waitFor();
    expect(await isLate(resolved)).toBe(0);
    expect(await resolved.locator('strong').count()).toBe(0);
    await row(page, 'Cedo').getByText('Aberto', { exact: true }).waitFor();
    await page.goto('/console/fila?main=Linhas&sort=newest&status=open');
    await row(page, 'Cedo').waitFor();
    expect(await row(page, 'Cedo').getByText('Aberto', { exact: true }).count()).toBe(0);
    expect(await row(page, 'Pronto').count()).toBe(0);
    await trpc.tickets.snooze.mutate({ ids: [busy], until: '2029-03-01T11:00:00.000Z' });
    await row(page, 'Ocupado').getByText('01/03/2029, 08:00').waitFor();
    const moment = row(page, 'Ocupado').locator('[title]').filter({ hasText: 'Adiado até' });
    expect(await moment.getAttribute('title')).toMatch(/^quinta-feira, 1 de março de 2029/);
  });

  it.each([
    ['main=Vazia', 'Ninguém está esperando resposta.'],
    ['main=Vazia&sort=newest', 'Nenhum chamado com este filtro.'],
    [`search=${'x'.repeat(60)}&sort=newest`, `Nenhum chamado com “${'x'.repeat(60)}”.`],
  ])('is missing from %s, which says why', async (asked, text) => {
    const page = await visit(`/fila?${asked}`);
    await page.getByText(text).waitFor();
    expect(await rows(page).count()).toBe(0);
  });
});

describe('the keys of the list', () => {
  it('move, select and open, and stop at both ends', async () => {
    const main = 'Teclas';
    const ids: number[] = [];
    for (const [n, subject] of ['Um', 'Dois', 'Três', 'Quatro'].entries()) {
      ids.push(await open(main, `${subject} da lista`, 9 - n));
    }
    const [first = 0, second = 0, third = 0, last = 0] = ids;
    const page = await visit(`/fila?main=${main}`);
    await rows(page).nth(3).waitFor();
    await page.keyboard.press('k');
    await focusedOn(page, first);
    await page.keyboard.press('k');
    await focusedOn(page, first);
    await page.keyboard.press('ArrowDown');
    await focusedOn(page, second);
    await page.keyboard.press('ArrowUp');
    await focusedOn(page, first);
    await page.keyboard.press('x');
    await page.getByText('1 selecionado', { exact: true }).waitFor();
    expect(await check(page, 'Um da lista').isChecked()).toBe(true);
    expect(await page.locator('[data-selecting]').count()).toBe(1);
    for (const _ of ids) await page.keyboard.press('j');
    await focusedOn(page, last);
    await page.keyboard.press('k');
    await focusedOn(page, third);
    await page.keyboard.press('Shift+X');
    await page.getByText('3 selecionados', { exact: true }).waitFor();
    expect(await check(page, 'Quatro da lista').isChecked()).toBe(false);
    await page.keyboard.press('x');
    await page.getByText('2 selecionados', { exact: true }).waitFor();
    await check(page, 'Quatro da lista').click();
    // From the last one that was touched back to the first: all go.
    await check(page, 'Um da lista').click({ modifiers: ['Shift'] });
    await page.getByText('1 selecionado', { exact: true }).waitFor({ state: 'detached' });
    expect(await page.getByText(/selecionado/).count()).toBe(0);
    expect(await page.locator('[data-selecting]').count()).toBe(0);
    await check(page, 'Dois da lista').click();
    await button(page, 'Limpar seleção').click();
    expect(await check(page, 'Dois da lista').isChecked()).toBe(false);
    await check(page, 'Dois da lista').click();
    await page.getByText('1 selecionado', { exact: true }).waitFor();
    // Another filter begins anew.
    await page.getByRole('link', { name: /^Todos/ }).click();
    await page.getByText('1 selecionado', { exact: true }).waitFor({ state: 'detached' });

    await page.goto(`/console/chamados/${third}?main=${main}`);
    await heading(page, 'Três da lista').waitFor();
    await rows(page).nth(3).waitFor();
    expect(await list(page).locator('[data-open]').innerText()).toContain('Três da lista');
    await page.keyboard.press('j');
    await heading(page, 'Quatro da lista').waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await page.getByText('1 selecionado', { exact: true }).waitFor();
    expect(await check(page, 'Quatro da lista').isChecked()).toBe(true);
    await rows(page).first().focus();
    await page.keyboard.press('x');
    await page.getByText('2 selecionados', { exact: true }).waitFor();
    expect(await check(page, 'Um da lista').isChecked()).toBe(true);
    // What is selected comes before what is open.
    await page.keyboard.press('e');
    await page
      .getByRole('dialog', { name: 'Resolver' })
      .getByText('Isto muda 2 chamados.')
      .waitFor();
    await page.keyboard.press('Escape');
    expect(new URL(page.url()).pathname).toBe(`/console/chamados/${last}`);
    expect(search(page)).toEqual({ main });
  });
});

describe('filters', () => {
  it('are chosen behind a button that counts them, and stand in the address', async () => {
    const tag = await trpc.tags.create.mutate({ name: 'Filtrada', color: '#112233' });
    const id = await open('Filtros', 'Com tudo', 5);
    await trpc.tickets.addTag.mutate({ id, tagId: tag.id });
    await open('Filtros', 'Sem nada', 4);
    await trpc.reports.clearCache.mutate();
    const page = await visit('/fila?sort=newest');
    await row(page, 'Sem nada').waitFor();
    const opener = page.getByRole('button', { name: /^Filtros/ });
    expect((await opener.innerText()).trim()).toBe('Filtros');
    await opener.click();
    const field = (name: string) =>
      page
        .getByRole('combobox', { name, exact: true })
        .or(page.getByLabel(name, { exact: true }).and(page.locator('input')));
    expect(await field('Com quem').locator('option').allInnerTexts()).toEqual(
      expect.arrayContaining(['Qualquer pessoa', 'Comigo', 'Ninguém']),
    );
    const chosen = async (name: string, value: string, expected: object) => {
      await field(name).selectOption({ label: value });
      await expect.poll(() => search(page)).toMatchObject(expected);
    };
    await chosen('Tag', 'Filtrada', { tag: String(tag.id), sort: 'newest' });
    await row(page, 'Sem nada').waitFor({ state: 'detached' });
    await row(page, 'Com tudo').waitFor();
    await chosen('Categoria', 'Filtros', { main: 'Filtros' });
    await chosen('Situação', 'Aberto', { status: 'open' });
    await chosen('Com quem', 'Ninguém', { assignee: 'nobody' });
    await chosen('Ordem', 'Mudança mais recente', { sort: 'updated' });
    await field('Aberto desde').fill('2026-01-02');
    await field('Aberto antes de').fill('2099-01-02');
    await field('Sem mudança desde').fill('2099-01-03');
    const all = {
      ...{ tag: String(tag.id), main: 'Filtros', status: 'open', assignee: 'nobody' },
      ...{ from: '2026-01-02', to: '2099-01-02', updatedBefore: '2099-01-03', sort: 'updated' },
    };
    await expect.poll(() => search(page)).toEqual(all);
    expect(await opener.innerText()).toMatch(/7$/);
    await row(page, 'Com tudo').waitFor();
    await page.reload();
    await row(page, 'Com tudo').waitFor();
    await opener.click();
    const values = async () =>
      Promise.all(
        [
          'Ordem',
          'Situação',
          'Com quem',
          'Tag',
          'Categoria',
          'Aberto desde',
          'Aberto antes de',
          'Sem mudança desde',
        ].map((name) => field(name).inputValue()),
      );
    await expect
      .poll(values)
      .toEqual([
        'updated',
        'open',
        'nobody',
        all.tag,
        'Filtros',
        all.from,
        all.to,
        all.updatedBefore,
      ]);
    await field('Aberto desde').fill('2099-01-01');
    await page.getByText('Nenhum chamado com este filtro.').waitFor();
    await field('Situação').selectOption({ label: 'Todas' });
    await expect.poll(() => search(page).status).toBeUndefined();
    // What the address does not understand is left out.
    await page.goto('/console/fila?sort=odd&status=odd&from=odd&tag=odd&snoozed=odd&main=Filtros');
    await rows(page).nth(1).waitFor();
    expect(await rows(page).first().textContent()).toContain('Com tudo');
  });

  it('of a search look among all tickets, and end with it', async () => {
    const main = 'Busca';
    const id = await open(main, 'Achado', 5);
    await trpc.tickets.setStatus.mutate({ id, status: 'closed' });
    await open(main, 'Outro', 4);
    const page = await visit(`/fila?main=${main}`);
    await row(page, 'Outro').waitFor();
    const box = page.getByRole('searchbox', { name: 'Buscar' });
    await box.fill('achado');
    await row(page, 'Achado').waitFor();
    expect(search(page)).toEqual({ main, search: 'achado', sort: 'newest' });
    await box.press('ArrowDown');
    await focusedOn(page, id);
    await box.fill('');
    await expect.poll(() => search(page)).toEqual({ main });
    await row(page, 'Outro').waitFor();
    await page.goto(`/console/fila?main=${main}&sort=updated`);
    await box.fill('outro');
    await expect.poll(() => search(page)).toEqual({ main, search: 'outro', sort: 'updated' });
    // Among those that wait, if that was chosen during the search.
    await page.goto(`/console/fila?main=${main}&search=achado&sort=waiting`);
    await box.fill('outro');
    await expect.poll(() => search(page)).toEqual({ main, search: 'outro', sort: 'waiting' });
    await row(page, 'Outro').waitFor();
    await page.getByRole('link', { name: /^Todos/ }).click();
    await expect.poll(() => box.inputValue()).toBe('');
    await box.fill('x');
    await box.press('Escape');
    await expect.poll(() => search(page).search).toBe('x');
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
  });
});

describe('views', () => {
  it('each have their tickets, and the open one offers nothing to save', async () => {
    const page = await visit('/fila');
    const views = page.getByRole('navigation', { name: 'Visões' });
    for (const [name, expected] of [
      ['Comigo', { sort: 'waiting', assignee: 'me' }],
      ['Para mim', { sort: 'updated', mentions: 'me' }],
      ['Sem responsável', { sort: 'waiting', assignee: 'nobody' }],
      ['Adiados', { sort: 'updated', snoozed: 'true' }],
      ['Abertos', { sort: 'updated', status: 'open' }],
      ['Todos', { sort: 'newest' }],
      ['Esperando', { sort: 'waiting' }],
    ] as const) {
      await views.getByRole('link', { name: new RegExp(`^${name}`) }).click();
      await expect.poll(() => search(page)).toEqual(expected);
      const current = views.locator('[aria-current=page]');
      await expect.poll(() => current.innerText()).toMatch(new RegExp(`^${name}\\s+\\d+$`));
      expect(await current.count()).toBe(1);
      expect(await button(page, 'Guardar visão').count()).toBe(0);
    }
    await page.goto('/console/fila?sort=waiting&main=Nova');
    await button(page, 'Guardar visão').waitFor();
    expect(await views.locator('[aria-current=page]').count()).toBe(0);
    // Above the queue where there is no room beside it.
    await page.setViewportSize({ width: 375, height: 700 });
    await views.getByRole('link', { name: /^Todos/ }).waitFor();
  });

  it('of one person are theirs alone, and count what nobody looked at among the mails', async () => {
    const raw = aMail({ From: 'x@exemplo.com.br', 'Auto-Submitted': 'auto-generated' });
    await trpc.inbound.ingest.mutate({ raw: raw.toString('base64') });
    const page = await visit('/fila?sort=updated&main=Própria&search=oi');
    const views = page.getByRole('navigation', { name: 'Visões' });
    await button(page, 'Guardar visão').click();
    const dialog = page.getByRole('dialog', { name: 'Guardar visão' });
    const name = dialog.getByRole('textbox', { name: 'Nome da visão' });
    await name.fill('   ');
    await dialog.getByRole('button', { name: 'Guardar', exact: true }).click();
    expect(await name.evaluate((it: HTMLInputElement) => it.validity.valid)).toBe(false);
    await name.fill(' Só minha ');
    await page.keyboard.press('Enter');
    await page.getByText('Visão guardada.').waitFor();
    await dialog.waitFor({ state: 'detached' });
    await views.locator('[aria-current=page]').getByText('Só minha').waitFor();
    expect(await button(page, 'Guardar visão').count()).toBe(0);
    expect(await views.getByRole('img', { name: 'Visão do time' }).count()).toBe(0);
    const [view] = (await (await app.trpc(people.agent)).views.list.query()).items;
    expect(view).toMatchObject({ name: 'Só minha', shared: false, sort: 'updated' });
    expect(view?.filter).toEqual({ main: 'Própria', search: 'oi' });
    await views.getByRole('link', { name: /^Todos/ }).click();
    await views.getByRole('link', { name: /^Só minha/ }).click();
    await expect
      .poll(() => search(page))
      .toEqual({ main: 'Própria', search: 'oi', sort: 'updated' });
    const aside = views.getByRole('link', { name: /^E-mails à parte/ });
    await expect.poll(() => aside.innerText()).toMatch(/1$/);
    const other = await visit('/fila', people.otherAgent);
    await other.getByRole('navigation', { name: 'Visões' }).getByText('Todos').waitFor();
    expect(await other.getByText('Só minha').count()).toBe(0);
    await button(page, 'Excluir a visão Só minha').click();
    await views.getByText('Só minha').waitFor({ state: 'detached' });
  });
});

describe('a bulk change', () => {
  it('adds a tag with a note, sets a status, assigns to a person or nobody', async () => {
    const main = 'Massa';
    const [one, two] = [await open(main, 'Massa um', 5), await open(main, 'Massa dois', 4)];
    const tag = await trpc.tags.create.mutate({ name: 'Em massa', color: '#112233' });
    const page = await visit(`/fila?sort=newest&main=${main}`);
    const dialog = page.getByRole('dialog');
    const select = async (...subjects: string[]) => {
      for (const subject of subjects) await check(page, subject).click();
    };
    const choose = async (act: string, option: string) => {
      await button(page, act).click();
      await dialog.getByRole('option', { name: option, exact: true }).click();
    };
    const apply = async (title: string, done: string) => {
      await page.getByRole('dialog', { name: title, exact: true }).waitFor();
      await dialog.getByRole('button', { name: 'Aplicar' }).click();
      await page.getByText(done).last().waitFor();
      // It closes once all is changed, and the selection is done with.
      await dialog.waitFor({ state: 'detached' });
      await page.getByText(/selecionado/).waitFor({ state: 'detached' });
    };
    await select('Massa um', 'Massa dois');
    await choose('Adicionar tag', 'Em massa');
    await dialog.getByLabel('Nota para cada chamado (opcional)').fill('Por causa da greve');
    await apply('Adicionar tag: Em massa', '2 chamados mudaram.');
    expect(await button(page, 'Desfazer').count()).toBe(0);
    for (const id of [one, two]) {
      const { tags, notes } = await ticketOf(id);
      expect(tags).toMatchObject([{ id: tag.id }]);
      expect(notes).toMatchObject([{ body: 'Por causa da greve' }]);
    }
    await select('Massa um');
    await choose('Mudar situação', 'Em andamento');
    await apply('Mudar situação: Em andamento', '1 chamado mudou.');
    await button(page, 'Desfazer').waitFor();
    await select('Massa um');
    await choose('Atribuir', 'Assumir');
    await apply(`Atribuir: ${people.agent.email}`, '1 chamado mudou.');
    expect(await ticketOf(one)).toMatchObject({
      status: 'in_progress',
      assigneeEmail: people.agent.email,
    });
    expect(await ticketOf(two)).toMatchObject({ status: 'open', assigneeEmail: null });
    await select('Massa um');
    await page.keyboard.press('a');
    await dialog.getByRole('option', { name: 'Deixar sem responsável' }).click();
    await apply('Atribuir: Ninguém', '1 chamado mudou.');
    await expect.poll(async () => (await ticketOf(one)).assigneeEmail).toBeNull();
    expect((await ticketOf(one)).notes).toHaveLength(1);
    await select('Massa dois');
    await page.keyboard.press('t');
    await dialog.getByRole('option', { name: 'Em massa' }).waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.keyboard.press('e');
    await apply('Resolver', '1 chamado mudou.');
    expect((await ticketOf(two)).status).toBe('resolved');
  });

  it('snoozes those that are named, and gives each its own moment back', async () => {
    const main = 'Sono';
    const [one, two] = [await open(main, 'Sono um', 5), await open(main, 'Sono dois', 4)];
    const until = '2099-01-01T11:00:00.000Z';
    await trpc.tickets.snooze.mutate({ ids: [two], until });
    const page = await visit(`/fila?sort=newest&main=${main}`);
    await check(page, 'Sono um').click();
    await button(page, 'Adiar').click();
    await page.getByRole('option', { name: 'Até amanhã, 8h' }).waitFor();
    expect(await page.getByRole('option', { name: 'Trazer de volta à fila' }).count()).toBe(0);
    await page.keyboard.press('Escape');
    await check(page, 'Sono dois').click();
    await page.keyboard.press('s');
    await page.getByRole('option', { name: 'Trazer de volta à fila' }).waitFor();
    await page.getByRole('option', { name: 'Até amanhã, 8h' }).click();
    await page.getByText('2 chamados adiados.').waitFor();
    await button(page, 'Desfazer').click();
    await expect.poll(async () => (await ticketOf(two)).snoozedUntil).toBe(until);
    await expect.poll(async () => (await ticketOf(one)).snoozedUntil).toBeNull();
    await page.getByText(/selecionados/).waitFor({ state: 'detached' });
    await check(page, 'Sono um').click();
    await check(page, 'Sono dois').click();
    await button(page, 'Adiar').click();
    await page.getByRole('option', { name: 'Até amanhã, 8h' }).click();
    const tomorrow = new Date(Date.now() + 21 * hour).toISOString().slice(0, 10);
    for (const id of [one, two]) {
      await expect
        .poll(async () => (await ticketOf(id)).snoozedUntil)
        .toBe(`${tomorrow}T11:00:00.000Z`);
    }
    await page.getByText(/selecionados/).waitFor({ state: 'detached' });
    await check(page, 'Sono um').click();
    await button(page, 'Selecionar tudo o que o filtro encontra').click();
    await page.getByText('Tudo o que o filtro encontra', { exact: true }).waitFor();
    expect(await check(page, 'Sono dois').isChecked()).toBe(true);
    expect(await button(page, 'Adiar').count()).toBe(0);
    expect(await button(page, 'Selecionar tudo o que o filtro encontra').count()).toBe(0);
    await check(page, 'Sono dois').click();
    await page.getByText('1 selecionado', { exact: true }).waitFor();
    expect(await check(page, 'Sono um').isChecked()).toBe(false);
  });
});

it('a ticket is opened from the palette without a reader, and edited until it has one', async () => {
  await open('Usual', 'Antes');
  await trpc.reports.clearCache.mutate();
  const page = await visit('/fila?sort=newest');
  await rows(page).first().waitFor();
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Comandos' });
  await palette.getByRole('combobox').fill('novo chamado');
  await palette.getByRole('option', { name: 'Novo chamado' }).waitFor();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Novo chamado' });
  const field = (name: string) => page.getByRole('dialog').getByLabel(name, { exact: true });
  await dialog.waitFor();
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('name')))
    .toBe('email');
  await expect.poll(() => dialog.locator('datalist option[value=Usual]').count()).toBe(1);
  expect(await field('Problema').count()).toBe(0);
  await field('Assunto').fill('  ');
  await field('Categoria').fill('Usual');
  await field('Mensagem').fill('Ligou');
  await dialog.getByRole('button', { name: 'Abrir' }).click();
  expect(await field('Assunto').evaluate((it: HTMLInputElement) => it.validity.valid)).toBe(false);
  await field('Assunto').fill(' Sem nome ');
  await dialog.getByRole('button', { name: 'Abrir' }).click();
  const opened = await page.getByText(/^Chamado \d+ aberto\.$/).innerText();
  await heading(page, 'Sem nome').waitFor();
  const id = Number(/chamados\/(\d+)/.exec(page.url())?.[1]);
  expect(opened).toBe(`Chamado ${id} aberto.`);
  expect(search(page)).toEqual({ sort: 'newest' });
  const anonymous = { requesterEmail: null, requesterName: null, issue: null };
  expect(await ticketOf(id)).toMatchObject({ ...anonymous, subject: 'Sem nome', main: 'Usual' });
  const edit = async (values: Record<string, string>) => {
    await button(page, 'Mais ações').click();
    await button(page, 'Editar chamado').click();
    for (const [name, value] of Object.entries(values)) await field(name).fill(value);
    await page.getByRole('dialog').getByRole('button', { name: 'Salvar' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  };
  const edited = { subject: 'Sem nome', main: 'Outra' };
  const named = { requesterEmail: 'ana@exemplo.com.br', requesterName: 'Ana', issue: 'Atraso' };
  // What is not touched stays, and what is emptied goes.
  for (const [values, expected] of [
    [{ Categoria: 'Outra' }, anonymous],
    [{ 'E-mail': named.requesterEmail, Nome: 'Ana', Problema: 'Atraso' }, named],
    [{ Nome: '' }, { ...named, requesterName: null }],
    [
      { Problema: '', Nome: 'Ana' },
      { ...named, issue: null },
    ],
    [{ 'E-mail': '', Nome: '' }, anonymous],
  ] as const) {
    await edit(values);
    expect(await ticketOf(id)).toMatchObject({ ...expected, ...edited });
  }
  await page.getByText('Chamado editado.').first().waitFor();
  await button(page, 'Resolver').click();
  await page.getByText(`Chamado ${id} resolvido.`).waitFor();
  await button(page, 'Reabrir').click();
  await page.getByText(`Chamado ${id} reaberto.`).waitFor();
  expect((await ticketOf(id)).status).toBe('open');
  await page.keyboard.press('a');
  await page.getByRole('option', { name: 'Assumir' }).click();
  await page.getByText(/^Atribuído a agente\.$/i).waitFor();
  await page.keyboard.press('a');
  await page.getByRole('option', { name: 'Deixar sem responsável' }).click();
  await page.getByText('Sem responsável.', { exact: true }).waitFor();
  expect((await ticketOf(id)).assigneeEmail).toBeNull();
});

it('a ticket is merged into any other by its number, once it is agreed that the readers differ', async () => {
  const into = await open('Mescla', 'O que fica', 3, { requesterEmail: 'a@exemplo.com.br' });
  const id = await open('Mescla', 'O que vai', 2, { requesterEmail: 'b@exemplo.com.br' });
  await trpc.tickets.addNote.mutate({ id, body: 'Nota' });
  const page = await visit(`/chamados/${id}`);
  await button(page, 'Mesclar').click();
  const dialog = page.getByRole('dialog', { name: 'Mesclar' });
  const number = dialog.getByLabel('Número do chamado que fica');
  const confirm = dialog.getByRole('button', { name: 'Mesclar' });
  expect(await confirm.isDisabled()).toBe(true);
  await number.fill('9999999');
  await dialog.getByText('Este chamado não existe.').waitFor();
  expect(await confirm.isDisabled()).toBe(true);
  await number.fill(String(into));
  await dialog.getByText('O que fica', { exact: true }).waitFor();
  await dialog.getByText('Os chamados são de pessoas diferentes.').waitFor();
  expect(await confirm.isDisabled()).toBe(true);
  await dialog.getByRole('checkbox', { name: /^São pessoas diferentes/ }).check();
  await dialog.getByText(`2 registros passam ao chamado ${into}`).waitFor();
  expect(await dialog.getByRole('listitem').allInnerTexts()).toEqual(
    expect.arrayContaining(['1 mensagens', '1 notas']),
  );
  await trpc.tickets.addNote.mutate({ id, body: 'Mais uma' });
  await confirm.click();
  await page.getByText('Os chamados mudaram desde a contagem.').first().waitFor();
  await dialog.getByText(`3 registros passam ao chamado ${into}`).waitFor();
  await confirm.click();
  await page.getByText(`Mesclado ao chamado ${into}.`).waitFor();
  await heading(page, 'O que fica').waitFor();
  expect((await ticketOf(id)).mergedInto).toBe(into);
});
