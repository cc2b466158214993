import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { people } from './open-console.ts';
import { check, list, openList, rows, search } from './open-list.ts';
import { button, heading } from './parts.ts';

const { db, trpc, visit, open, ticketOf } = await openList();

const row = (page: Page, text: string) => rows(page).filter({ hasText: text });
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
          ...file,
          ...empty,
          name,
          path: crypto.randomUUID(),
          sha256: Buffer.alloc(32),
          scan_due_at: null,
        })
        .execute();
    }
    const { messages } = await ticketOf(late);
    await db
      .insertInto('reply_drafts')
      .values({
        ticket_id: late,
        last_message_id: messages[0]?.id ?? 0,
        confidence: 0.9,
        generated_html: 'Oi',
        html: 'Oi',
        sources: '[]',
        message_id: null,
        changed_share: null,
        discard_reason: null,
        decided_at: null,
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

  it('has a box to tick in place of its dot where one points, and all have once one is ticked', async () => {
    const main = crypto.randomUUID();
    for (const subject of ['Um ponto', 'Dois pontos']) await open(main, subject);
    const page = await visit(`/fila?main=${main}`);
    await rows(page).nth(1).waitFor();
    const items = list(page).getByRole('listitem');
    /** Of each row whether its box and its dot are seen. */
    const seen = () =>
      items.evaluateAll((all) =>
        all.map((item) => {
          const [box, dot] = ['input', 'i'].map((name) => item.querySelector(name));
          const isBox = box ? getComputedStyle(box).opacity === '1' : undefined;
          return [isBox, dot?.checkVisibility()];
        }),
      );
    const [dot, box] = [
      [false, true],
      [true, false],
    ];
    await page.mouse.move(640, 5);
    await expect.poll(seen).toEqual([dot, dot]);
    await items.first().hover();
    await expect.poll(seen).toEqual([box, dot]);
    await check(page, 'Dois pontos').click();
    await page.mouse.move(640, 5);
    await expect.poll(seen).toEqual([box, box]);
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
      tag: String(tag.id),
      main: 'Filtros',
      status: 'open',
      assignee: 'nobody',
      from: '2026-01-02',
      to: '2099-01-02',
      updatedBefore: '2099-01-03',
      sort: 'updated',
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
    // Of a longer text the first 200 characters are looked for.
    const long = 'y'.repeat(210);
    const named = await open(main, long);
    await box.fill(long);
    await box.press('Enter');
    await focusedOn(page, named);
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
