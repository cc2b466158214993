import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { civilDayOf } from '../../server/core/civil-time.ts';
import { aMail } from '../inbound/mails.ts';
import { startReplyFixture } from '../replies/reply-fixtures.ts';
import { mergeTwice } from '../tickets/merge-twice.ts';
import { openConsole, people } from './open-console.ts';
import { button, heading } from './parts.ts';

const { service: fixture, visit } = await openConsole((env) => startReplyFixture({ env }));
const trpc = await fixture.app.trpc();
const { db } = fixture.app.service.contextFor('test');

const conversationIn = (page: Page) => page.getByRole('region', { name: 'Conversa' });
const sideIn = (page: Page) => page.getByRole('complementary', { name: 'Sobre o chamado' });

type File = Partial<{
  message_id: number;
  note_id: number;
  uploader_email: string;
  type: string;
  state: 'quarantined';
}>;
/** A file of a ticket, without contents. */
const insertFile = (ticket_id: number, name: string, file: File = {}) =>
  db
    .insertInto('attachments')
    .values({
      ticket_id,
      name,
      path: crypto.randomUUID(),
      type: 'text/plain',
      size: 1_500,
      state: 'ready',
      sha256: Buffer.alloc(32),
      message_id: null,
      uploader_email: null,
      lease_until: file.state ? new Date(Date.now() + 3_600_000) : null,
      scan_due_at: null,
      ...file,
    })
    .execute();
const insertMessage = (
  ticket_id: number,
  message: { author: string; origin: 'requester' | 'agent' | 'ai'; body: string },
  more: { folded?: string; notice?: string; cc?: string } = {},
) =>
  db
    .insertInto('ticket_messages')
    .values({ ticket_id, ...message, ...more })
    .returning('id')
    .executeTakeFirstOrThrow();

describe('a message', () => {
  it('says who wrote it, to whom, what came with it and what is missing', async () => {
    const id = await fixture.openTicket();
    const cc = JSON.stringify([
      { email: 'bia@exemplo.com.br', name: 'Bia' },
      { email: 'caio@exemplo.com.br', name: null },
    ]);
    const read = await insertMessage(
      id,
      {
        author: 'rui@exemplo.com.br',
        origin: 'requester',
        body: 'Veja <b>isto</b>: (https://a.example/b?c=1).\nObrigado',
      },
      { folded: '> O que foi citado', notice: 'Não guardado: parte do texto', cc },
    );
    await insertMessage(id, {
      author: 'modelo',
      origin: 'ai',
      body: '<p>Do <b>modelo</b>, <a href="https://b.example/">aqui</a></p>',
    });
    const { email } = people.otherAgent;
    await insertMessage(id, { author: email, origin: 'agent', body: 'Uma linha\nmais\n\nOutra' });
    await insertFile(id, 'recibo.txt', { message_id: read.id });
    await insertFile(id, 'foto.png', { message_id: read.id, type: 'image/png' });
    await insertFile(id, 'virus.txt', { message_id: read.id, state: 'quarantined' });
    const page = await visit(`/chamados/${id}`);
    const [, reader, model, agent] = await allOf(page, 4);
    await reader.getByText('rui@exemplo.com.br', { exact: true }).waitFor();
    await reader.getByText('Cc Bia, caio@exemplo.com.br').waitFor();
    await reader.getByText('Não guardado: parte do texto').waitFor();
    const link = reader.getByRole('link', { name: 'https://a.example/b?c=1', exact: true });
    expect(await link.getAttribute('href')).toBe('https://a.example/b?c=1');
    expect(await link.getAttribute('rel')).toBe('noreferrer');
    expect(await link.getAttribute('target')).toBe('_blank');
    await reader.getByText('Veja <b>isto</b>: (').waitFor();
    const quoted = reader.getByText('> O que foi citado');
    expect(await quoted.isVisible()).toBe(false);
    await reader.getByText('Mostrar texto citado').click();
    expect(await quoted.isVisible()).toBe(true);
    const files = reader.getByRole('list', { name: 'Anexos' }).getByRole('listitem');
    expect(await files.count()).toBe(3);
    expect(await files.first().innerText()).toMatch(/recibo\.txt\s+2 kB/);
    const download = files.first().getByRole('link', { name: 'Baixar recibo.txt' });
    expect(await download.getAttribute('href')).toMatch(/^\/console\/attachments\/\d+\/download$/);
    await files.first().getByRole('button', { name: 'Ver recibo.txt' }).waitFor();
    await files.nth(1).getByRole('button', { name: 'foto.png', exact: true }).waitFor();
    expect(await files.nth(1).getByRole('button', { name: 'Ver foto.png' }).count()).toBe(0);
    expect(await files.nth(2).innerText()).toBe('virus.txt · Em quarentena');
    expect(await files.nth(2).getByRole('link').count()).toBe(0);

    expect(await model.innerText()).toMatch(/modelo\s+Modelo/);
    expect(await model.locator('b').innerText()).toBe('modelo');
    const safe = model.getByRole('link', { name: 'aqui' });
    expect(await safe.getAttribute('target')).toBe('_blank');
    expect(await safe.getAttribute('rel')).toBe('noreferrer');
    expect(await agent.innerText()).toMatch(/^outra\s/i);
    expect(await agent.innerText()).not.toMatch(/Modelo|Cc|citado|Ver original/);
    expect(
      await agent
        .locator('p')
        .filter({ hasText: /^(Uma linha\s?mais|Outra)$/ })
        .count(),
    ).toBe(2);
    expect(await agent.locator('br').count()).toBe(1);
    expect(await agent.getByRole('list', { name: 'Anexos' }).count()).toBe(0);
  });

  it('says what became of its mail, and what can be done about it', async () => {
    const id = await fixture.openTicket();
    const reply = (html: string, sendEmail: boolean, undoSeconds: number) =>
      trpc.tickets.reply.mutate({ id, html, sendEmail, undoSeconds });
    await reply('Salva', false, 0);
    await reply('Enviada', true, 0);
    await reply('Na fila', true, 60);
    const page = await visit(`/chamados/${id}`);
    const [, saved, mailed, waiting] = await allOf(page, 4);
    await saved.getByText('Salva, sem e-mail').waitFor();
    expect(await saved.getByRole('button').allInnerTexts()).toEqual(['', 'Mandar por e-mail']);
    await mailed.getByText('E-mail enviado').waitFor();
    await waiting.getByText('E-mail na fila').waitFor();
    for (const one of [mailed, waiting]) expect(await one.getByRole('button').count()).toBe(1);
    const nobody = await fixture.openTicket({ email: null });
    await trpc.tickets.reply.mutate({ id: nobody, html: 'Salva', sendEmail: false });
    await page.goto(`/console/chamados/${nobody}`);
    const [, kept] = await allOf(page, 2);
    await kept.getByText('Salva, sem e-mail').waitFor();
    expect(await kept.getByRole('button', { name: 'Mandar por e-mail' }).count()).toBe(0);
  });

  it('of the desk is a note if only the team reads it, with what came along', async () => {
    const id = await fixture.openTicket();
    const agent = await fixture.app.trpc(people.agent);
    await agent.tickets.addNote.mutate({ id, body: 'Ligar\namanhã', inPrompt: true });
    await agent.tickets.addNote.mutate({ id, body: 'Só nossa' });
    const author = 'Rui Gráfica <rui@grafica.example>';
    const texts = { body: 'De fora', folded: 'Citado fora', notice: 'Parte ficou de fora' };
    const { id: noteId } = await db
      .insertInto('ticket_notes')
      .values({ ticket_id: id, author, outside: true, ...texts })
      .returning('id')
      .executeTakeFirstOrThrow();
    await insertFile(id, 'fora.txt', { note_id: noteId });
    await trpc.tickets.edit.mutate({ id, subject: 'Outro assunto' });
    await trpc.tickets.snooze.mutate({ ids: [id], until: null });
    await trpc.tickets.assign.mutate({ ids: [id], agentEmail: people.agent.email });
    await trpc.tickets.assign.mutate({ ids: [id], agentEmail: null });
    const page = await visit(`/chamados/${id}`);
    const [, first, second, outside] = await allOf(page, 4);
    expect(await first.innerText()).toMatch(/^agente\s+Nota interna · O modelo pode ler\s/i);
    await second.getByText('Só nossa').waitFor();
    expect(await second.innerText()).not.toContain('O modelo pode ler');
    await outside.getByText(author, { exact: true }).waitFor();
    await outside.getByText('Parte ficou de fora').waitFor();
    await outside.getByText('Mostrar texto citado').click();
    await outside.getByText('Citado fora').waitFor();
    await outside.getByRole('link', { name: 'Baixar fora.txt' }).waitFor();
    expect(await outside.getByRole('button', { name: 'Encaminhar' }).count()).toBe(0);
    await conversationIn(page).getByText('deixou o chamado sem responsável').waitFor();
    // An edit is no news in a conversation.
    expect(await conversationIn(page).innerText()).not.toMatch(/Outro assunto|subject/);
  });
});

/** The articles of a conversation, once it has so many. */
const allOf = async (page: Page, count: number) => {
  const articles = conversationIn(page).getByRole('article');
  await expect.poll(() => articles.count()).toBe(count);
  const [first, second, third, fourth] = [0, 1, 2, 3].map((n) => articles.nth(n));
  if (!first || !second || !third || !fourth) throw new Error('no articles');
  return [first, second, third, fourth] as const;
};

describe('beside a ticket', () => {
  it('stands who asks, what else they asked and read, and what it is about', async () => {
    const email = `${crypto.randomUUID()}@exemplo.com.br`;
    const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString();
    for (const ago of [1, 0]) await trpc.streaks.recordReading.mutate({ email, at: day(ago) });
    const fields = { body: 'Oi', main: 'Entrega', requesterEmail: email };
    const { id } = await trpc.tickets.create.mutate({
      ...fields,
      subject: 'Este',
      requesterName: 'Ana Lima',
      issue: 'Atraso',
      newsletter: 'Bom Dia',
    });
    for (let n = 1; n <= 9; n += 1) {
      await trpc.tickets.create.mutate({ ...fields, subject: `Outro ${n}` });
    }
    await fixture.openTicket({ subject: 'De outra pessoa', body: `Como ${email}` });
    const page = await visit(`/chamados/${id}`);
    await page.setViewportSize({ width: 1600, height: 900 });
    const side = sideIn(page);
    const reader = side.getByRole('region', { name: 'Leitor' });
    await reader.getByText('Ana Lima').waitFor();
    expect(await reader.getByRole('link', { name: email }).getAttribute('href')).toBe(
      `/console/leitores/${encodeURIComponent(email)}`,
    );
    await reader.getByText('2 dias seguidos; recorde 2').waitFor();
    const days = reader.getByRole('img', { name: 'Últimos 14 dias: leu em 2' });
    expect(await days.locator('i').count()).toBe(14);
    const [, month, date] = civilDayOf(new Date()).split('-');
    expect(await days.locator('i').last().getAttribute('title')).toBe(`${date}/${month}`);
    const others = reader.getByRole('list').getByRole('link');
    await expect.poll(() => others.count()).toBe(8);
    expect(await others.first().innerText()).toBe('Outro 9');
    expect(await reader.innerText()).not.toMatch(/Este|De outra pessoa/);
    await reader.getByText('Aberto').first().waitFor();
    const details = side.getByRole('region', { name: 'Detalhes' });
    expect(await details.innerText()).toMatch(
      /Responsável\s+Ninguém\s+Categoria\s+Entrega\s+Problema\s+Atraso\s+Newsletter\s+Bom Dia\s+Aberto em\s+\d\d:\d\d/,
    );
    await trpc.tickets.assign.mutate({ ids: [id], agentEmail: people.otherAgent.email });
    await details.getByText(/^outra$/i).waitFor();
    await others.first().click();
    await heading(page, 'Outro 9').waitFor();
    expect(await side.getByRole('region', { name: 'Detalhes' }).innerText()).not.toMatch(
      /Problema/,
    );

    const nobody = await fixture.openTicket({ email: null });
    await page.goto(`/console/chamados/${nobody}`);
    await side.getByText('Leitor anônimo').waitFor();
    await side.getByText('Sem e-mail').waitFor();
    await side.getByText('Nenhum outro chamado.').waitFor();
    expect(await reader.getByRole('img').count()).toBe(0);
    await page.getByText('Este leitor não tem e-mail: a resposta só fica salva.').waitFor();
    expect(await page.getByText(/^Para .*@/).count()).toBe(0);
    expect(await page.getByRole('checkbox', { name: 'Por e-mail' }).count()).toBe(0);
  });

  it('stand its tags, of which it has each once, and files that the team may send', async () => {
    const id = await fixture.openTicket();
    const name = crypto.randomUUID();
    const { id: tagId } = await trpc.tags.create.mutate({ name, color: '#112233' });
    const other = (await trpc.tags.create.mutate({ name: `b${name}`, color: '#112233' })).id;
    await insertFile(id, 'nosso.txt', { uploader_email: people.agent.email });
    await insertFile(id, 'deles.txt');
    await insertFile(id, 'preso.txt', { uploader_email: people.agent.email, state: 'quarantined' });
    const page = await visit(`/chamados/${id}`);
    const side = sideIn(page);
    expect(await side.isVisible()).toBe(false);
    const opener = button(page, 'Sobre o chamado');
    expect(await opener.getAttribute('aria-expanded')).toBe('false');
    await opener.click();
    expect(await opener.getAttribute('aria-expanded')).toBe('true');
    await side.getByText('Sem tags').waitFor();
    await page.keyboard.press('t');
    await page.getByRole('option', { name, exact: true }).click();
    await side.getByText(name, { exact: true }).waitFor();
    await page.keyboard.press('t');
    await page.getByRole('option', { name: `b${name}` }).waitFor();
    expect(await page.getByRole('option', { name, exact: true }).count()).toBe(0);
    await page.getByRole('option', { name: `b${name}` }).click();
    await expect
      .poll(async () => (await trpc.tickets.get.query({ id })).tags.map((tag) => tag.id).sort())
      .toEqual([tagId, other]);
    await button(page, `Tirar a tag ${name}`).click();
    await side.getByText(name, { exact: true }).waitFor({ state: 'detached' });
    expect((await trpc.tickets.get.query({ id })).tags.map((tag) => tag.id)).toEqual([other]);

    const files = side.getByRole('region', { name: 'Arquivos só no chamado' });
    await expect.poll(() => files.getByText('só no chamado', { exact: true }).count()).toBe(3);
    expect(await files.getByRole('button', { name: /^Pôr / }).count()).toBe(1);
    await button(page, 'Pôr nosso.txt na resposta').click();
    await page.getByRole('list', { name: 'Anexos da resposta' }).getByText('nosso.txt').waitFor();
    await opener.click();
    expect(await side.isVisible()).toBe(false);
  });
});

describe('a ticket of others', () => {
  it('that was merged leads to where it went, and nothing can be done with it', async () => {
    const [id, into] = [await fixture.openTicket(), await fixture.openTicket({ subject: 'Fica' })];
    await mergeTwice(trpc, { fromId: id, intoId: into, differentRequesters: true });
    await insertMessage(id, { author: 'Rui', origin: 'requester', body: 'Chegou tarde' });
    const page = await visit(`/chamados/${id}?main=Entrega`);
    await conversationIn(page).getByText('Chegou tarde').waitFor();
    expect(await page.getByRole('textbox', { name: 'Resposta' }).count()).toBe(0);
    for (const name of ['Resolver', 'Atribuir', 'Encaminhar', 'Pedir rascunho']) {
      expect(await button(page, name).count()).toBe(0);
    }
    await page.getByRole('link', { name: `Este chamado foi mesclado ao ${into}.` }).click();
    await heading(page, 'Fica').waitFor();
    expect(page.url()).toMatch(/\?main=Entrega$/);
    await button(page, 'Atribuir').waitFor();
  });

  it('that goes on from another one leads to it, and back to the list that it was opened from', async () => {
    const before = await fixture.openTicket({ subject: 'Antes' });
    const id = await fixture.openTicket({ name: 'Ana Lima' });
    await db
      .updateTable('tickets')
      .set({ follows_id: before, subject: '', status: 'in_progress' })
      .where('id', '=', id)
      .execute();
    await trpc.tickets.assign.mutate({ ids: [id], agentEmail: people.otherAgent.email });
    const until = '2099-03-01T11:00:00.000Z';
    await trpc.tickets.snooze.mutate({ ids: [id], until: '2029-03-01T11:00:00.000Z' });
    const page = await visit(`/chamados/${id}?main=Entrega&sort=newest`);
    await heading(page, 'Sem assunto').waitFor();
    await expect.poll(() => page.title()).toBe('Sem assunto · leitor');
    const head = page.locator('header').filter({ has: heading(page, 'Sem assunto') });
    expect(await head.locator('p').first().innerText()).toMatch(
      new RegExp(
        `^Em andamento\\s+#${id}\\s+Ana Lima\\s+Com outra\\s+Adiado até 01/03/2029, 08:00\\s+Continua o chamado ${before}\\.`,
        'i',
      ),
    );
    await trpc.tickets.snooze.mutate({ ids: [id], until });
    await head.getByText('Adiado até o leitor escrever').waitFor();
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Sem assunto');
    await page.getByRole('link', { name: `Continua o chamado ${before}.` }).click();
    await heading(page, 'Antes').waitFor();
    await page.setViewportSize({ width: 375, height: 700 });
    await page.getByRole('link', { name: 'Voltar à lista' }).click();
    await heading(page, 'Fila').waitFor();
    expect(page.url()).toMatch(/\/console\/fila\?main=Entrega&sort=newest$/);
    await expect.poll(() => page.title()).toBe('Fila · leitor');
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Fila');
  });

  it('by a mail of HTML shows what it was, and a plain one does not offer it', async () => {
    const ingest = async (headers: Record<string, string>, body: string) =>
      (await trpc.inbound.ingest.mutate({ raw: aMail(headers, body).toString('base64') })).ticketId;
    const From = `Ana <${crypto.randomUUID()}@exemplo.com.br>`;
    const html = { From, 'Content-Type': 'text/html; charset=utf-8' };
    const page = await visit(`/chamados/${await ingest(html, '<p>Oi</p>')}`);
    await button(page, 'Ver original').click();
    const frame = page.getByRole('dialog').locator('iframe');
    expect(await frame.getAttribute('sandbox')).toBe('');
    await page.getByRole('dialog').getByRole('button', { name: 'Fechar' }).click();
    await frame.waitFor({ state: 'detached' });
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(
      'Ver original',
    );
  });
});
