import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { startReplyFixture } from '../replies/reply-fixtures.ts';
import { holdUndo, openConsole, people } from './open-console.ts';
import { attach, box, button, focused, loseResponse } from './parts.ts';

const { service: fixture, visit } = await openConsole((env) => startReplyFixture({ env }));
const trpc = await fixture.app.trpc();
const mine = await fixture.app.trpc(people.agent);

const filesOf = (page: Page) => page.getByRole('list', { name: 'Anexos da resposta' });
const lastBody = async (id: number) => (await fixture.messagesOf(id)).at(-1)?.body;
const composed = async (id: number) => (await mine.tickets.composing.get.query({ id })).html;

describe('the box of the reply', () => {
  it('formats what is written, and takes it off again', async () => {
    const id = await fixture.openTicket();
    const page = await visit(`/chamados/${id}`);
    const placeholder = page.locator('[data-placeholder^="Escreva a resposta"]');
    await expect.poll(() => placeholder.getAttribute('data-empty')).toBe('true');
    await box(page).click();
    for (const [tool, text] of [
      ['Negrito', 'forte'],
      ['Itálico', 'leve'],
    ] as const) {
      await button(page, tool).click();
      await page.keyboard.type(text);
      await button(page, tool).click();
      await page.keyboard.type(' e ');
    }
    expect(await placeholder.getAttribute('data-empty')).toBeNull();
    // A slash within a word is one.
    await page.keyboard.type('ou/ou');
    await page.keyboard.press('Enter');
    await button(page, 'Lista').click();
    await page.keyboard.type('ponto');
    await button(page, 'Lista').click();
    await page.keyboard.press('Enter');
    await button(page, 'Citação').click();
    await page.keyboard.type('citado');
    await page.evaluate("globalThis.prompt = () => 'javascript:alert(1)'");
    await page.keyboard.press('Shift+Home');
    await button(page, 'Link').click();
    expect(await box(page).locator('a').count()).toBe(0);
    await page.evaluate("globalThis.prompt = () => 'https://a.example/'");
    await button(page, 'Link').click();
    await box(page).locator('blockquote a[href="https://a.example/"]').waitFor();
    await button(page, 'Citação').click();
    expect(await box(page).locator('blockquote').count()).toBe(0);
    await button(page, 'Lista').click();
    await box(page).locator('li').waitFor();
    await page.keyboard.press('Control+Enter');
    await button(page, 'Desfazer').waitFor();
    expect(await lastBody(id)).toMatch(
      /^<p><b>forte<\/b>\se\s<i>leve<\/i>\se\sou\/ou(<br>)?<\/p><p>ponto(<br>)?<\/p><ul><li><a href="https:\/\/a\.example\/"[^>]*>citado<\/a>/,
    );
  });

  it('takes a quick reply where the cursor is, with all its variables, plain text as paragraphs', async () => {
    const { id } = await trpc.tickets.create.mutate({
      subject: 'Oi',
      body: 'Oi',
      main: 'Conta',
      requesterEmail: 'ana@exemplo.com.br',
      requesterName: 'Ana <b> Lima',
    });
    const shortcut = `/${crypto.randomUUID()}`;
    await trpc.quickReplies.create.mutate({
      title: 'Tudo',
      shortcut,
      category: 'geral',
      content:
        'A {{nome}}, {{ primeiro_nome }}: {{ticket}}, {{atendente}}.\n\nE {{newsletter}} & {{newsletter}}',
    });
    const page = await visit(`/chamados/${id}`);
    await box(page).click();
    await page.keyboard.type('Antes ');
    await page.keyboard.press('/');
    const quick = page.getByRole('dialog', { name: 'Respostas rápidas' });
    await quick.getByRole('combobox').fill('nada disso');
    await quick.getByText('Nenhum resultado.').waitFor();
    await quick.getByRole('combobox').fill('TÚDO');
    await quick.getByRole('option', { name: `Tudo · ${shortcut}` }).waitFor();
    await page.keyboard.press('Enter');
    await page
      .getByRole('alert')
      .getByText('Sem valor neste chamado: {{newsletter}}', { exact: true })
      .waitFor();
    expect(await box(page).innerText()).toMatch(
      new RegExp(
        `^Antes\\s+A Ana <b> Lima, Ana: ${id}, Agente\\.\\s+E {{newsletter}} & {{newsletter}}`,
      ),
    );
    expect(await box(page).locator('p').count()).toBeGreaterThan(1);
    // The service refuses it, and the text stays.
    await button(page, 'Enviar').click();
    await page.getByText('A resposta tem uma variável sem valor').waitFor();
    await expect.poll(() => focused(page)).toBe('textbox');
    await button(page, 'Respostas rápidas').click();
    await quick.getByRole('button', { name: 'Fechar' }).click();
    await quick.waitFor({ state: 'detached' });
    await expect.poll(() => focused(page)).toBe('textbox');
    // The service has a value for whoever sends it.
    await box(page).fill('{{ atendente }} e {{outra}}');
    await page.getByText('Sem valor neste chamado: {{outra}}', { exact: true }).waitFor();
  });

  it('is emptied on demand, here and at the service, and others see that nobody writes', async () => {
    const id = await fixture.openTicket();
    const page = await visit(`/chamados/${id}`);
    const other = await visit(`/chamados/${id}`, people.otherAgent);
    await box(page).waitFor();
    expect(await button(page, 'Apagar texto').count()).toBe(0);
    for (const name of ['Enviar', 'Enviar e resolver']) {
      expect(await button(page, name).isDisabled()).toBe(true);
    }
    await box(page).press('Control+Enter');
    await box(page).fill('Meio');
    await page.getByText('Guardado', { exact: true }).waitFor();
    await other.getByText(/^agente está escrevendo/i).waitFor();
    await button(page, 'Apagar texto').click();
    await page.getByText('Texto apagado.').waitFor();
    await other.getByText(/^agente está vendo/i).waitFor();
    expect(await composed(id)).toBeNull();
    expect((await box(page).textContent())?.trim()).toBe('');
    await expect.poll(() => focused(page)).toBe('textbox');
    expect(await page.getByText('Guardado', { exact: true }).count()).toBe(0);
    await page.keyboard.type('E');
    await other.getByText(/^agente está escrevendo/i).waitFor();
    await page.keyboard.press('Backspace');
    await other.getByText(/^agente está vendo/i).waitFor();
    expect(await fixture.messagesOf(id)).toHaveLength(1);
  });

  it('stays as it is here if that is chosen over what was written elsewhere', async () => {
    const id = await fixture.openTicket();
    const page = await visit(`/chamados/${id}`);
    await box(page).fill('Daqui');
    await page.getByText('Guardado', { exact: true }).waitFor();
    const { revision } = await mine.tickets.composing.get.query({ id });
    await mine.tickets.composing.save.mutate({ id, html: '<p>De <b>lá</b></p>', revision });
    await box(page).press('End');
    await page.keyboard.type('!');
    const alert = page
      .getByRole('alert')
      .filter({ hasText: 'Você mudou este texto em outro lugar' });
    await alert.locator('b').getByText('lá').waitFor();
    await alert.getByRole('button', { name: 'Ficar com este' }).click();
    await alert.waitFor({ state: 'detached' });
    await expect.poll(() => composed(id)).toContain('Daqui!');
    await page.getByText('Guardado', { exact: true }).waitFor();
  });
});

describe('sending', () => {
  it('happens once if the response is lost and it is sent again, and is refused without harm', async () => {
    const id = await fixture.openTicket();
    const page = await visit(`/chamados/${id}`);
    const keys: unknown[] = [];
    page.on('request', (request) => {
      if (!request.url().includes('tickets.reply')) return;
      // Other calls may be in the same request.
      keys.push(/"requestKey":"([^"]+)"/.exec(request.postData() ?? '')?.[1]);
    });
    // The offer to undo stays, however slow the machine is.
    await page.clock.setFixedTime(Date.now());
    await box(page).fill('Uma vez');
    await page.getByText('Guardado', { exact: true }).waitFor();
    // What the service did is not seen here.
    await page.route(/tickets\.get|console\/events/, (route) => route.abort());
    await page.route(/tickets\.reply/, loseResponse, { times: 1 });
    await button(page, 'Enviar').click();
    await page.getByText('Sem resposta do serviço.').first().waitFor();
    await button(page, 'Enviar').click();
    await button(page, 'Desfazer').waitFor();
    expect(await fixture.messagesOf(id)).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
    // The same text again is another reply.
    await page.unroute(/tickets\.get|console\/events/);
    await box(page).fill('Uma vez');
    await box(page).press('Control+Enter');
    await expect.poll(async () => (await fixture.messagesOf(id)).length).toBe(3);
  });

  it('without a mail only saves, whatever the copies, and says so', async () => {
    const id = await fixture.openTicket();
    const page = await visit(`/chamados/${id}`);
    await box(page).fill('Só salva');
    await attach(page, 'um.txt');
    await filesOf(page).getByText('um.txt').waitFor();
    await button(page, 'Cc').click();
    await expect.poll(() => focused(page)).toBe('INPUT');
    await page.getByRole('textbox', { name: 'Cc' }).fill('ninguém');
    expect(await button(page, 'Enviar').isDisabled()).toBe(true);
    expect(await page.getByText('Só salva: o leitor não recebe e-mail.').count()).toBe(0);
    await page.getByRole('checkbox', { name: 'Por e-mail' }).uncheck();
    await page.getByText('Só salva: o leitor não recebe e-mail.').waitFor();
    await button(page, 'Enviar e resolver').click();
    await page.getByText('Resposta salva, sem e-mail.').waitFor();
    expect(await button(page, 'Desfazer').count()).toBe(0);
    const article = page.getByRole('article').last();
    await article.getByText('Salva, sem e-mail').waitFor();
    await article.getByText('só no chamado').waitFor();
    expect((await trpc.tickets.get.query({ id })).status).toBe('resolved');
    // Nothing of it goes with the next one.
    expect(await page.getByRole('textbox', { name: 'Cc' }).count()).toBe(0);
    expect(await filesOf(page).count()).toBe(0);
    expect(await composed(id)).toBeNull();
  });

  it('warns of a message that came while it was written, and of none that was there before', async () => {
    const id = await fixture.openTicket();
    const page = await visit(`/chamados/${id}`);
    const write = (body: string) =>
      trpc.tickets.addMessage.mutate({ id, author: 'Rui', origin: 'requester', body });
    const conversation = page.getByRole('region', { name: 'Conversa' });
    const alert = page.getByRole('alert').filter({ hasText: 'Há uma mensagem mais nova' });
    await box(page).waitFor();
    await write('Antes');
    await conversation.getByText('Antes').waitFor();
    await box(page).fill('Escrevo');
    expect(await alert.count()).toBe(0);
    await write('Durante');
    await alert.getByText('Leia antes de enviar. Seu texto continua aqui.').waitFor();
    await alert.getByRole('button', { name: 'Já li' }).click();
    await alert.waitFor({ state: 'detached' });
    await write('De novo');
    await alert.waitFor();
    await box(page).fill('');
    await alert.waitFor({ state: 'detached' });
    await box(page).fill('Outra');
    expect(await alert.count()).toBe(0);
    await button(page, 'Enviar').click();
    await button(page, 'Desfazer').waitFor();
    expect(await fixture.messagesOf(id)).toHaveLength(5);
  });

  it('later says when, and leads to the list if that is wanted', async () => {
    const id = await fixture.openTicket();
    const other = await fixture.app.trpc(people.otherAgent);
    await other.me.preferences.set.mutate({ signature: 'Outra' });
    const page = await visit(`/chamados/${id}?main=Entrega`, people.otherAgent);
    await button(page, 'Conta de Outra').click();
    const landing = page.getByRole('combobox', { name: 'Depois de enviar' });
    await landing.selectOption('Lista');
    await expect.poll(() => landing.inputValue()).toBe('list');
    const { signature } = await other.me.preferences.get.query();
    expect(signature).toContain('Outra');
    await page.keyboard.press('Escape');
    await box(page).fill('Depois');
    await button(page, 'Enviar depois').click();
    await button(page, 'Segunda às 8h').click();
    await page.getByText(/^Vai sair \d\d\/\d\d\/\d{4}, 08:00\.$/).waitFor();
    await page.getByRole('heading', { level: 1, name: 'Fila' }).waitFor();
    expect(page.url()).toMatch(/\/console\/fila\?main=Entrega$/);
    const [later] = (await trpc.tickets.get.query({ id })).later;
    const sendsAt = new Date(later?.sendsAt ?? 0);
    expect([sendsAt.getUTCDay(), sendsAt.getUTCHours()]).toEqual([1, 11]);
    expect(sendsAt.getTime() - Date.now()).toBeLessThan(8 * 86_400_000);
    await page.goto(`/console/chamados/${id}`);
    const waiting = page.getByRole('region', { name: 'Respostas agendadas' });
    await waiting.getByText(/^Resposta de outra sai /i).waitFor();
    const choose = button(page, 'Enviar depois');
    await choose.click();
    for (const name of ['Amanhã às 8h', 'Segunda às 8h', 'Escolher data e hora']) {
      expect(await button(page, name).isDisabled()).toBe(true);
    }
    await page.keyboard.press('Escape');
    await waiting.getByRole('button', { name: 'Desfazer' }).click();
    await waiting.waitFor({ state: 'detached' });
    await box(page).getByText('Depois').waitFor();
    expect((await trpc.tickets.get.query({ id })).later).toEqual([]);
  });

  it('is undone by its key, and cannot be once the mail has left', async () => {
    const id = await fixture.openTicket();
    const page = await visit(`/chamados/${id}`);
    await holdUndo(page);
    await box(page).fill('Primeira');
    await box(page).press('Control+Enter');
    await page.getByText(`Resposta ao chamado ${id} sai em 10 s`).waitFor();
    await expect.poll(() => focused(page)).toBe('H1');
    await page.keyboard.press('z');
    await page.getByText(`Desfeito. O texto voltou ao chamado ${id}`).waitFor();
    await box(page).getByText('Primeira').waitFor();
    await box(page).press('Control+Enter');
    await button(page, 'Desfazer').waitFor();
    const { items } = await trpc.outbox.list.query({ ticketId: id });
    await trpc.outbox.retry.mutate({ id: items[0]?.id ?? 0 });
    await button(page, 'Desfazer').click();
    await page.getByText('O e-mail já saiu: não dá mais para desfazer.').waitFor();
    await button(page, 'Desfazer').waitFor({ state: 'detached' });
    await box(page).fill('Segunda');
    const sent = await page.evaluate(() => Date.now());
    await box(page).press('Control+Enter');
    await button(page, 'Desfazer').waitFor();
    // The response took a part of the ten seconds.
    await page.clock.setFixedTime(sent + 9_499);
    await page.getByText(/ sai em 1 s$/).waitFor();
    await page.clock.setFixedTime(sent + 9_500);
    await button(page, 'Desfazer').waitFor({ state: 'detached' });
  });
});
