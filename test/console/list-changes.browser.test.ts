import { describe, expect, it } from 'vitest';
import { aMail } from '../inbound/mails.ts';
import { people } from './open-console.ts';
import { check, hour, openList, rows, search } from './open-list.ts';
import { button, heading } from './parts.ts';

const { app, trpc, visit, open, ticketOf } = await openList();

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
  await field('Nome').fill('Quem ligou');
  await dialog.getByRole('button', { name: 'Abrir' }).click();
  const opened = await page.getByText(/^Chamado \d+ aberto\.$/).innerText();
  await heading(page, 'Sem nome').waitFor();
  const id = Number(/chamados\/(\d+)/.exec(page.url())?.[1]);
  expect(opened).toBe(`Chamado ${id} aberto.`);
  expect(search(page)).toEqual({ sort: 'newest' });
  const anonymous = { requesterEmail: null, requesterName: null, issue: null };
  const caller = { ...anonymous, requesterName: 'Quem ligou' };
  expect(await ticketOf(id)).toMatchObject({ ...caller, subject: 'Sem nome', main: 'Usual' });
  const edit = async (values: Record<string, string>, meanwhile?: () => Promise<unknown>) => {
    await button(page, 'Mais ações').click();
    await button(page, 'Editar chamado').click();
    await meanwhile?.();
    for (const [name, value] of Object.entries(values)) await field(name).fill(value);
    const fetched = page.waitForResponse((it) => it.url().includes('tickets.get'));
    await page.getByRole('dialog').getByRole('button', { name: 'Salvar' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await fetched;
  };
  const edited = { subject: 'Sem nome', main: 'Outra' };
  const named = { requesterEmail: 'ana@exemplo.com.br', requesterName: 'Ana', issue: 'Atraso' };
  // What is not touched stays, and what is emptied goes.
  for (const [values, expected] of [
    [{ Categoria: 'Outra' }, caller],
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
  await edit({ Nome: 'Bia' }, () => trpc.tickets.edit.mutate({ id, main: 'De outra pessoa' }));
  expect(await ticketOf(id)).toMatchObject({ main: 'De outra pessoa', requesterName: 'Bia' });
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
