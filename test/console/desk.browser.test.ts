import { describe, expect, it } from 'vitest';
import { startApp } from '../harness.ts';
import { expectAccessible } from '../support/accessible.ts';
import { callsOf, openConsole, people } from './open-console.ts';
import { dialog, heading, row } from './parts.ts';

const { service: app, visit } = await openConsole(startApp);
const trpc = await app.trpc();

describe('the team', () => {
  it('shows roles with their source, gives one to a new person, and changes and takes it', async () => {
    const page = await visit('/equipe', people.admin);
    await heading(page, 'Equipe').waitFor();
    await row(page, people.admin.email).getByText('Provedor de contas').waitFor();
    // What the provider gave is not proposed as the team's own.
    await row(page, people.admin.email).getByRole('button').click();
    const own = dialog(page).getByLabel('Papel na equipe');
    expect(await own.locator(':checked').innerText()).toBe('Nenhum');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Adicionar pessoa' }).click();
    await dialog(page).getByLabel('E-mail').fill('nova@exemplo.com');
    await dialog(page).getByLabel('Papel na equipe').selectOption('Edição');
    await dialog(page).getByRole('button', { name: 'Adicionar pessoa' }).click();
    await row(page, 'nova@exemplo.com').getByText('Edição').waitFor();
    const change = page.getByRole('button', { name: 'Mudar papel de nova@exemplo.com' });
    await change.click();
    await dialog(page).getByLabel('Papel na equipe').selectOption('Atendimento');
    await dialog(page).getByRole('button', { name: 'Mudar papel' }).click();
    await row(page, 'nova@exemplo.com').getByText('Atendimento').waitFor();
    await expectAccessible(page);
    await change.click();
    await dialog(page).getByLabel('Papel na equipe').selectOption('Nenhum');
    await dialog(page).getByRole('button', { name: 'Mudar papel' }).click();
    await row(page, 'nova@exemplo.com').waitFor({ state: 'detached' });
  });

  it('shows the open sessions with their browsers, and ends one by a click', async () => {
    const other = await visit('/tags', people.editor);
    await heading(other, 'Tags').waitFor();
    const page = await visit('/equipe', people.admin);
    await page.getByText('Esta sessão').first().waitFor();
    await page
      .getByRole('button', { name: `Encerrar a sessão de ${people.editor.email}` })
      .first()
      .click();
    await page.getByText(`A sessão de ${people.editor.email} terminou.`).waitFor();
    await other.getByText('Sua sessão terminou').waitFor();
  });

  it('shows a person the screens of a new role without a reload', async () => {
    const page = await visit('/tags', people.otherAgent, new Date());
    await page.getByRole('heading', { level: 1, name: 'Tags' }).waitFor();
    const quiz = page.getByRole('link', { name: 'Quiz' });
    expect(await quiz.count()).toBe(0);
    await trpc.team.set.mutate({ email: people.otherAgent.email, role: 'editor' });
    await page.clock.runFor(61_000);
    await quiz.click();
    await page.getByRole('heading', { level: 1, name: 'Quiz' }).waitFor();
  });

  it('says that a reader has a role by the team alone', async () => {
    await trpc.team.set.mutate({ email: people.reader.email, role: 'agent' });
    const reader = await visit('/tags', people.reader, new Date());
    await heading(reader, 'Tags').waitFor();
    const page = await visit('/equipe', people.admin);
    await row(page, people.reader.email).getByText('Equipe', { exact: true }).waitFor();
    await trpc.team.set.mutate({ email: people.reader.email, role: null });
    await reader.clock.runFor(61_000);
    await reader.getByRole('dialog', { name: 'Sua sessão terminou' }).waitFor();
  });

  it('is refused to agents', async () => {
    const page = await visit('/equipe');
    await heading(page, 'Sem acesso').waitFor();
  });
});

describe('tags', () => {
  it('are created, renamed and made the default, and deleted once no ticket has them', async () => {
    const page = await visit('/tags');
    // No hint says which tickets have a tag: they are counted each time.
    await page.route(/console\/events/, (route) => route.abort());
    await page.reload();
    await page.getByRole('button', { name: 'Nova tag' }).click();
    await dialog(page).getByLabel('Nome').fill('Boleto');
    let asked = 0;
    page.on('request', (request) => {
      asked += request.url().split('tags.create').length - 1;
    });
    // Two keys may come before the button is off.
    const form = dialog(page).locator('form');
    await form.evaluate((one) =>
      [1, 2].map(() => one.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }))),
    );
    await row(page, 'Boleto').waitFor();
    expect(asked).toBe(1);
    await page.getByText('Tag Boleto salva.').waitFor();
    expect((await trpc.tags.list.query()).items).toMatchObject([
      { name: 'Boleto', color: '#1d4ed8', isDefault: false },
    ]);
    await row(page, 'Boleto').locator('time').waitFor();
    await page.getByRole('button', { name: 'Nova tag' }).click();
    expect(await dialog(page).getByLabel('Nome').inputValue()).toBe('');
    await dialog(page).getByLabel('Nome').fill('Boleto');
    await dialog(page).getByRole('button', { name: 'Salvar' }).click();
    await page.getByText('Já existe uma tag com este nome.').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Editar Boleto' }).click();
    const name = dialog(page).getByLabel('Nome');
    expect(await name.inputValue()).toBe('Boleto');
    expect(await dialog(page).getByLabel('Cor').inputValue()).toBe('#1d4ed8');
    await dialog(page).getByLabel('Cor').fill('#336699');
    await name.fill(' Cobrança ');
    await dialog(page).getByRole('checkbox', { name: 'Padrão' }).check();
    await dialog(page).getByRole('button', { name: 'Salvar' }).click();
    await row(page, 'Cobrança').getByText('Sim').waitFor();
    await expectAccessible(page);
    const [tag] = (await trpc.tags.list.query()).items;
    expect(tag).toMatchObject({ name: 'Cobrança', color: '#336699', isDefault: true });
    await page.getByRole('button', { name: 'Editar Cobrança' }).click();
    expect(await dialog(page).getByRole('checkbox', { name: 'Padrão' }).isChecked()).toBe(true);
    const colour = row(page, 'Cobrança').locator('[style]');
    expect(await colour.getAttribute('style')).toContain('#336699');
    // Saving undoes nothing that somebody else changed since.
    await trpc.tags.update.mutate({ id: tag?.id ?? 0, color: '#993366' });
    await dialog(page).getByRole('button', { name: 'Salvar' }).click();
    await expect.poll(() => colour.getAttribute('style')).toContain('#993366');
    const { id } = await trpc.tickets.create.mutate({ subject: 'Oi', body: 'Oi', main: 'Outros' });
    await trpc.tickets.addTag.mutate({ id, tagId: tag?.id ?? 0 });
    await page.getByRole('button', { name: 'Excluir Cobrança' }).click();
    await dialog(page).getByText('1 chamado tem esta tag.').waitFor();
    const confirm = dialog(page).getByRole('button', { name: 'Excluir', exact: true });
    expect(await confirm.isDisabled()).toBe(true);
    const used = dialog(page).getByRole('link', { name: 'Ver os chamados' });
    expect(await used.getAttribute('href')).toBe(`/console/fila?tag=${tag?.id}`);
    await dialog(page).getByRole('button', { name: 'Cancelar' }).click();
    await trpc.tickets.removeTag.mutate({ id, tagId: tag?.id ?? 0 });
    await page.getByRole('button', { name: 'Excluir Cobrança' }).click();
    await dialog(page).getByText('Nenhum chamado tem esta tag.').waitFor();
    expect(await used.count()).toBe(0);
    expect(await confirm.getAttribute('class')).toBe('danger lined');
    await confirm.click();
    await page.getByText('Tag Cobrança excluída.').waitFor();
    await page.getByText('Nenhuma tag ainda.').waitFor();
  });
});

it('a mail that cannot be read is shown by its source, dismissed alone, and read again', async () => {
  const page = await visit('/tags', people.admin);
  const mail = { messageId: null, sender: null, subject: null, outcome: 'ignored', attempts: 1 };
  const receivedAt = '2026-01-02T12:00:00.000Z';
  const items = [5, 6].map((id) => ({ ...mail, id, receivedAt, reason: 'unreadable' }));
  const callsTo = await callsOf(page, {
    'inbound.list': { items, nextCursor: null } as never,
    'inbound.get': { mail: null, source: 'From: <?>' } as never,
    'inbound.dismiss': {} as never,
    'inbound.retry': ({ id }) =>
      (id === 6 ? { outcome: 'new-ticket', ticketId: 9 } : { outcome: 'quarantined' }) as never,
  });
  await page.goto('/console/emails');
  const second = page.getByRole('row').filter({ hasText: 'Não pôde ser lido' }).nth(1);
  await second.getByRole('button', { name: 'Ver', exact: true }).click();
  await dialog(page).getByText('From: <?>').waitFor();
  await page.keyboard.press('Escape');
  await second.getByRole('button', { name: 'Dispensar' }).click();
  await page.getByText('O e-mail continua guardado').waitFor();
  await page.goto('/console/operacao/entrada');
  await second.getByRole('button', { name: 'Ler de novo' }).click();
  await dialog(page).getByRole('button', { name: 'Ler de novo' }).click();
  await page.getByText('O e-mail está no chamado 9.').waitFor();
  await page.getByRole('button', { name: 'Ler de novo' }).first().click();
  await dialog(page).getByRole('button', { name: 'Ler de novo' }).click();
  await page.getByText('O e-mail continua em quarentena.').waitFor();
  const acts = ['get', 'dismiss', 'retry'].map((act) => callsTo(`inbound.${act}`));
  expect(acts).toEqual([[{ id: 6 }], [{ ids: [6] }], [{ id: 6 }, { id: 5 }]]);
});

describe('quick replies', () => {
  it('are written beside a preview, which marks unknown variables, then found, changed and deleted', async () => {
    const page = await visit('/respostas-rapidas');
    await page.getByRole('link', { name: 'Nova resposta' }).click();
    await page.getByLabel('Título').fill('Reenvio');
    await page.getByLabel('Atalho').fill('/reenvio');
    await page.getByLabel('Categoria').fill('tecnico');
    const text = page.getByRole('textbox', { name: 'Texto' });
    await text.click();
    await page.keyboard.type('Olá, {{primeiro_nome}}! Use {{cupom}}');
    const preview = page.getByRole('region', { name: 'Como o leitor vê' });
    await preview.getByText('Olá, Maria!').waitFor();
    await preview.locator('mark').getByText('{{cupom}}').waitFor();
    await page.getByRole('alert').getByText('{{cupom}}').waitFor();
    await preview.getByText('Exemplo: chamado 4711, de Maria Souza.').waitFor();
    const save = page.getByRole('button', { name: 'Salvar' });
    expect(await save.isDisabled()).toBe(true);
    expect(await page.getByRole('button', { name: 'Excluir' }).count()).toBe(0);
    expect(await page.locator('datalist option').count()).toBe(5);
    await expectAccessible(page);
    await text.click();
    await page.keyboard.press('Control+End');
    for (const _ of '{{cupom}}') await page.keyboard.press('Backspace');
    await page.keyboard.type('o link.');
    const shortcut = page.getByLabel('Atalho');
    for (const wrong of ['reenvio', '/re envio']) {
      await shortcut.fill(wrong);
      await save.click();
      expect(await shortcut.evaluate((it: HTMLInputElement) => it.validity.valid)).toBe(false);
    }
    await shortcut.fill('/reenvio');
    const { promise: looked, resolve } = Promise.withResolvers<void>();
    await page.route(/quickReplies\.create/, async (route) => {
      await looked;
      await route.continue();
    });
    await save.click();
    // Once is enough.
    await expect.poll(() => save.isDisabled()).toBe(true);
    resolve();
    await page.getByText('Resposta Reenvio salva.').waitFor();
    await page.getByRole('link', { name: 'Reenvio' }).waitFor();
    expect(await row(page, 'Reenvio').innerText()).toMatch(
      /Reenvio\s+\/reenvio\s+tecnico\s+\d\d:\d\d/,
    );
    await expectAccessible(page);
    const [stored] = (await trpc.quickReplies.list.query()).items;
    expect(stored?.content).toBe('<p>Olá, {{primeiro_nome}}! Use o link.</p>');
    await page.getByRole('searchbox', { name: 'Buscar' }).fill('inexistente');
    await page.getByText('Nenhuma resposta rápida.').waitFor();
    expect(page.url()).toMatch(/\?busca=inexistente$/);
    await page.getByRole('searchbox', { name: 'Buscar' }).fill('reenvio');
    await page.getByRole('link', { name: 'Reenvio' }).click();
    await text.getByText('Use o link.').waitFor();
    expect(await shortcut.inputValue()).toBe('/reenvio');
    await page.getByLabel('Título').fill('Reenvio da edição');
    await save.click();
    await page.getByText('Resposta Reenvio da edição salva.').waitFor();
    await page.getByRole('link', { name: 'Reenvio da edição' }).click();
    const [renamed] = (await trpc.quickReplies.list.query()).items;
    expect(renamed).toEqual({
      ...stored,
      title: 'Reenvio da edição',
      updatedAt: renamed?.updatedAt,
    });
    // It was read before it was renamed, and is read again.
    const title = page.getByLabel('Título');
    await expect.poll(() => title.inputValue()).toBe('Reenvio da edição');
    await text.getByText('Use o link.').click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type(' Já. {{atendente}}, {{nome}}, {{ticket}}, {{newsletter}}');
    await preview.getByText('Use o link. Já. Agente, Maria Souza, 4711, Bom Dia').waitFor();
    // Somebody else changes it, and it is read again: what is written here stays.
    await trpc.quickReplies.update.mutate({ id: stored?.id ?? 0, shortcut: '/outro' });
    await page.route(/quickReplies\.update/, (route) => route.abort(), { times: 1 });
    const readAgain = page.waitForResponse(/quickReplies\.list/);
    await save.click();
    await readAgain;
    await preview.getByText('Use o link. Já.').waitFor();
    await save.click();
    await page.getByRole('link', { name: 'Reenvio da edição' }).click();
    expect((await trpc.quickReplies.list.query()).items).toMatchObject([
      { shortcut: '/outro', content: expect.stringContaining('o link. Já.') },
    ]);
    await page.getByRole('button', { name: 'Excluir' }).click();
    await dialog(page).getByText('O que já foi enviado com ela fica.').waitFor();
    await dialog(page).getByRole('button', { name: 'Excluir' }).click();
    await page.getByText('Resposta Reenvio da edição excluída.').waitFor();
    await page.getByText('Nenhuma resposta rápida.').waitFor();
    // A text that nobody touched stays as it was written.
    const plain = { title: 'Crua', shortcut: '/crua', category: 'geral', content: 'Um\n\nDois' };
    const { id } = await trpc.quickReplies.create.mutate(plain);
    await page.goto(`/console/respostas-rapidas/${id}`);
    await title.fill('Cozida');
    await save.click();
    await page.getByText('Resposta Cozida salva.').waitFor();
    expect((await trpc.quickReplies.list.query()).items).toMatchObject([
      { ...plain, title: 'Cozida' },
    ]);
    await page.goto(`/console/respostas-rapidas/${stored?.id}`);
    await page.getByText('Esta resposta rápida não existe mais.').waitFor();
    await page.getByRole('link', { name: 'Voltar à lista' }).click();
    await page.getByRole('link', { name: 'Nova resposta' }).waitFor();
  });
});
