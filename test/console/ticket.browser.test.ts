import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { aMail } from '../inbound/mails.ts';
import { startReplyFixture } from '../replies/reply-fixtures.ts';
import { expectAccessible } from '../support/accessible.ts';
import { openConsole, people } from './open-console.ts';
import { box as boxIn, focusIsOn, loseResponse } from './parts.ts';

const { service: fixture, visit } = await openConsole((env) => startReplyFixture({ env }));
const trpc = await fixture.app.trpc();

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const draftIn = (page: Page) => page.getByRole('region', { name: 'Rascunho do modelo' });

describe('the draft of the model on its ticket', () => {
  it('is asked for, read whole, and used as the beginning of a reply', async () => {
    const id = await fixture.openTicket();
    const page = await visit(`/chamados/${id}`);
    await page.getByRole('button', { name: 'Pedir rascunho' }).click();
    await page.getByText('O modelo escreveu um rascunho.').waitFor();
    await draftIn(page).getByText('Já reenviamos a edição.').waitFor();
    await draftIn(page)
      .getByText(/Confiança \d+ %/)
      .waitFor();
    expect(await page.getByRole('button', { name: 'Pedir rascunho' }).count()).toBe(0);
    const whole = draftIn(page).getByRole('button', { name: 'Ver tudo' });
    expect(await whole.getAttribute('aria-expanded')).toBe('false');
    await whole.click();
    const less = draftIn(page).getByRole('button', { name: 'Ver menos' });
    expect(await less.getAttribute('aria-expanded')).toBe('true');
    await expectAccessible(page);
    await page.setViewportSize({ width: 1280, height: 800 });
    await boxIn(page).fill('Depois disto');
    await draftIn(page).getByRole('button', { name: 'Usar' }).click();
    await page.getByText('O rascunho está na resposta.').waitFor();
    await focusIsOn(page, 'textbox');
    await boxIn(page).getByText('Já reenviamos a edição.').waitFor();
    expect(await boxIn(page).innerText()).toMatch(/edição\.\s+Depois disto/);
    await draftIn(page).waitFor({ state: 'detached' });
    await page.getByText('Guardado', { exact: true }).waitFor();
    const { items } = await trpc.replies.drafts.list.query({ ticketId: id });
    expect(items).toMatchObject([{ status: 'discarded', discardReason: 'Continuado no chamado' }]);
  });

  it('is approved and can be taken back, or is discarded for a reason', async () => {
    const [first, second] = [await fixture.openTicket(), await fixture.openTicket()];
    await trpc.replies.drafts.create.mutate({ ticketIds: [first, second] });
    const page = await visit(`/chamados/${first}`);
    await draftIn(page).getByRole('button', { name: 'Aprovar' }).click();
    await page.getByRole('button', { name: 'Desfazer' }).waitFor();
    await draftIn(page).waitFor({ state: 'detached' });
    const reply = page.getByRole('article').getByText('Já reenviamos a edição.');
    await reply.waitFor();
    await page.goto(`/console/chamados/${second}`);
    await draftIn(page).getByRole('button', { name: 'Descartar' }).click();
    const reason = page.getByRole('combobox', { name: 'Motivo' });
    await reason.fill(' ');
    await page.keyboard.press('Enter');
    expect(await reason.evaluate((it: HTMLInputElement) => it.validity.valid)).toBe(false);
    await reason.fill('Tom inadequado');
    await page.keyboard.press('Enter');
    await page.getByText('Rascunho descartado.').waitFor();
    await page.getByRole('button', { name: 'Pedir rascunho' }).waitFor();
    expect(await fixture.messagesOf(second)).toHaveLength(1);
    const { items } = await trpc.replies.drafts.list.query({ ticketId: second });
    expect(items).toMatchObject([{ status: 'discarded', discardReason: 'Tom inadequado' }]);
  });

  it('is approved once if the response is lost, and asked for again', async () => {
    const id = await fixture.openTicket();
    await trpc.replies.drafts.create.mutate({ ticketIds: [id] });
    const page = await visit(`/chamados/${id}`);
    const approve = draftIn(page).getByRole('button', { name: 'Aprovar' });
    await approve.waitFor();
    // The page cannot learn of the approval in another way.
    await page.route(/drafts\.list|tickets\.get|console\/events/, (route) => route.abort());
    await page.route(/drafts\.approve/, loseResponse, { times: 1 });
    await approve.click();
    await page.getByText('Sem resposta do serviço.').first().waitFor();
    await approve.click();
    await page.getByRole('button', { name: 'Desfazer' }).waitFor();
    await page.getByText('Rascunho aprovado.', { exact: true }).waitFor();
    expect(await fixture.messagesOf(id)).toHaveLength(2);
  });

  it('is saved without a mail for a reader without an address', async () => {
    const id = await fixture.openTicket({ email: null });
    await trpc.replies.drafts.create.mutate({ ticketIds: [id] });
    const page = await visit(`/chamados/${id}`);
    await draftIn(page).getByRole('button', { name: 'Aprovar' }).click();
    await page.getByText('Rascunho aprovado e salvo, sem e-mail.').waitFor();
    await page.getByRole('article').getByText('Já reenviamos a edição.').waitFor();
    expect(await fixture.messagesOf(id)).toHaveLength(2);
    // Who asks for one after it was answered is told so.
    await page.getByRole('button', { name: 'Pedir rascunho' }).click();
    await page.getByText('O chamado já foi respondido.').waitFor();
  });

  it('is not approved beside a message that the page does not show', async () => {
    const id = await fixture.openTicket();
    await trpc.replies.drafts.create.mutate({ ticketIds: [id] });
    const page = await visit(`/chamados/${id}`);
    await draftIn(page).waitFor();
    await page.route(/tickets\.get/, (route) => route.abort());
    const message = { author: 'Rui', origin: 'agent', body: 'Já respondi.' } as const;
    await trpc.tickets.addMessage.mutate({ id, ...message });
    await draftIn(page).getByRole('button', { name: 'Aprovar' }).click();
    await page.getByText('mensagem mais nova').waitFor();
    expect(await fixture.messagesOf(id)).toHaveLength(2);
  });
});

describe('a ticket', () => {
  it('begins near the top, however long its subject is', async () => {
    const id = await fixture.openTicket({ subject: 'Um assunto que não acaba nunca '.repeat(9) });
    const page = await visit(`/chamados/${id}`);
    const conversation = page.getByRole('region', { name: 'Conversa' });
    for (const [width, height, most] of [
      [1440, 900, 150],
      [375, 667, 200],
    ] as const) {
      await page.setViewportSize({ width, height });
      expect((await conversation.boundingBox())?.y).toBeLessThanOrEqual(most);
    }
  });

  it('opens a mail that is longer than the window at its top', async () => {
    const body = ['Começo da mensagem', ...Array.from({ length: 200 }, (_, n) => `Linha ${n}`)];
    const id = await fixture.openTicket({ body: body.join('\n') });
    const page = await visit(`/chamados/${id}`);
    const first = page.getByRole('article').first();
    await first.waitFor();
    const conversation = await page.getByRole('region', { name: 'Conversa' }).boundingBox();
    expect((await first.boundingBox())?.y).toBeGreaterThanOrEqual((conversation?.y ?? 0) - 1);
  });

  it('shows its pictures large, one after another', async () => {
    const id = await fixture.openTicket();
    const page = await visit(`/chamados/${id}`);
    const files = page.getByLabel('Anexar arquivo').and(page.locator('input'));
    const names = ['um.png', 'dois.png', 'três.png'];
    await files.setInputFiles(
      ['presa.png', ...names].map((name) => ({ name, mimeType: 'image/png', buffer: png })),
    );
    await page.getByRole('list', { name: 'Anexos da resposta' }).getByText('presa.png').waitFor();
    // It may not be shown any more.
    await fixture.app.service
      .contextFor('test')
      .db.updateTable('attachments')
      .set({ state: 'quarantined', lease_until: new Date(Date.now() + 3_600_000) })
      .where('ticket_id', '=', id)
      .where('name', '=', 'presa.png')
      .execute();
    await page.reload();
    await page.getByRole('button', { name: 'Sobre o chamado' }).click();
    await page.getByText('presa.png · Em quarentena').waitFor();
    const pictures = page.getByRole('list', { name: 'Anexos', exact: true }).getByRole('button');
    await page.getByRole('button', { name: 'um.png', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Imagem' });
    const shown = dialog.getByRole('img', { name: 'um.png' });
    await shown.waitFor();
    // In the order of the list.
    const order = (await pictures.evaluateAll((all) => all.map((it) => it.ariaLabel ?? ''))).filter(
      (name) => names.includes(name),
    );
    expect(order).toHaveLength(3);
    let at = order.indexOf('um.png');
    const shows = async (step: number) => {
      at = (at + step + 3) % 3;
      await dialog.getByRole('img', { name: order[at] ?? '' }).waitFor();
      await dialog.getByText(`${at + 1} de 3`, { exact: true }).waitFor();
    };
    await shows(0);
    const source = (await shown.getAttribute('src')) ?? '';
    expect(source).toMatch(/^\/console\/attachments\/\d+\/download$/);
    const itself = dialog.getByRole('link', { name: 'Baixar' });
    expect([await itself.getAttribute('href'), await itself.getAttribute('download')]).toEqual([
      source,
      'um.png',
    ]);
    await expectAccessible(page);
    const press = { Próxima: 1, Anterior: -1 };
    for (const name of ['Próxima', 'Próxima', 'Anterior', 'Anterior', 'Anterior'] as const) {
      await dialog.getByRole('button', { name }).click();
      await shows(press[name]);
    }
    for (const [key, step] of [
      ['ArrowRight', 1],
      ['ArrowLeft', -1],
      ['ArrowLeft', -1],
    ] as const) {
      await page.keyboard.press(key);
      await shows(step);
    }
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Baixar um.png' }).getByText('70 bytes').waitFor();
  });

  it('shows a mail as its program shows it', async () => {
    const html = '<table><tr><td>Nome</td><td>Pedido</td></tr></table>';
    const raw = aMail({ 'Content-Type': 'text/html; charset=utf-8' }, html);
    const { ticketId } = await trpc.inbound.ingest.mutate({ raw: raw.toString('base64') });
    const page = await visit(`/chamados/${ticketId}`);
    await page.getByRole('button', { name: 'Ver original' }).click();
    await page.getByRole('dialog', { name: 'Ver original' }).waitFor();
    const mail = page.frameLocator('iframe[title="Ver original"]');
    await mail.getByRole('cell', { name: 'Pedido' }).waitFor();
    await expectAccessible(page);
  });

  it('keeps the focus when a button goes that had it', async () => {
    const id = await fixture.openTicket();
    const page = await visit(`/chamados/${id}`);
    await page.getByRole('button', { name: 'Resolver', exact: true }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Reabrir', exact: true }).waitFor();
    await expect
      .poll(() => page.evaluate(() => document.activeElement === document.body))
      .toBe(false);
  });

  it('calls people by their names, and says that it was assigned', async () => {
    const id = await fixture.openTicket();
    await trpc.team.set.mutate({ email: people.otherAgent.email, role: 'agent' });
    await trpc.accounts.upsert.mutate({ email: people.otherAgent.email, name: 'Beatriz Nunes' });
    const page = await visit(`/chamados/${id}`);
    await page.getByRole('button', { name: 'Atribuir' }).click();
    await page.getByRole('option', { name: 'Beatriz Nunes' }).click();
    await page.getByText('Atribuído a Beatriz Nunes.').waitFor();
    const conversation = page.getByRole('region', { name: 'Conversa' });
    await conversation.getByText('atribuiu a Beatriz Nunes').waitFor();
  });

  it('is opened for a reader who called, and mended', async () => {
    const page = await visit('/fila');
    await page.getByRole('button', { name: 'Novo chamado' }).click();
    const dialog = page.getByRole('dialog', { name: 'Novo chamado' });
    await dialog.getByRole('textbox', { name: 'E-mail' }).fill('errado@exemplo.com.br');
    await dialog.getByRole('textbox', { name: 'Nome' }).fill('Rui Alves');
    await dialog.getByRole('textbox', { name: 'Assunto' }).fill('Ligou hoje');
    await dialog.getByLabel('Categoria').fill('Conta');
    await dialog.getByRole('textbox', { name: 'Mensagem' }).fill('Quer trocar o e-mail.');
    await expectAccessible(page);
    await page.setViewportSize({ width: 1280, height: 800 });
    await dialog.getByRole('button', { name: 'Abrir' }).click();
    await page.getByRole('heading', { level: 1, name: 'Ligou hoje' }).waitFor();
    await page.getByRole('article').getByText('Rui Alves').waitFor();
    await page.getByRole('button', { name: 'Mais ações' }).click();
    await page.getByRole('button', { name: 'Editar chamado' }).click();
    await page.getByRole('textbox', { name: 'E-mail' }).fill('certo@exemplo.com.br');
    await page.getByRole('textbox', { name: 'Assunto' }).fill('Ligou ontem');
    await page.getByRole('button', { name: 'Salvar', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Ligou ontem' }).waitFor();
    await page.getByText('Para certo@exemplo.com.br').waitFor();
  });

  it('is merged into another one of its reader, chosen by its subject', async () => {
    const email = `${crypto.randomUUID()}@exemplo.com.br`;
    const stays = await fixture.openTicket({ email, subject: 'Este fica' });
    const id = await fixture.openTicket({ email, subject: 'Este vai' });
    const page = await visit(`/chamados/${id}`);
    await page.getByRole('region', { name: 'Conversa' }).waitFor();
    await page.keyboard.press('m');
    const dialog = page.getByRole('dialog', { name: 'Mesclar' });
    await dialog.getByRole('radio', { name: /Este fica/ }).check();
    await dialog.getByText(`passam ao chamado ${stays}`).waitFor();
    await dialog.getByRole('button', { name: 'Mesclar' }).click();
    await page.getByRole('heading', { level: 1, name: 'Este fica' }).waitFor();
    expect(await fixture.messagesOf(stays)).toHaveLength(2);
  });
});
