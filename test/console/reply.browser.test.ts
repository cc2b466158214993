import { describe, expect, it, onTestFinished } from 'vitest';
import { startReplyFixture } from '../replies/reply-fixtures.ts';
import { expectAccessible } from '../support/accessible.ts';
import { holdUndo, openConsole, people } from './open-console.ts';

const { service: fixture, visit } = await openConsole((env) => startReplyFixture({ env }));
const trpc = await fixture.app.trpc();

const smallPdf = Buffer.from(
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>endobj\ntrailer<</Root 1 0 R/Size 4>>',
);

const bodiesOf = async (id: number) =>
  (await trpc.tickets.get.query({ id })).messages.map(({ body }) => body);

describe('a ticket', () => {
  it('shows its conversation, what was quoted folded, and notes apart', async () => {
    const id = await fixture.openTicket({ body: 'Primeira linha\n\nSegunda <b>linha</b>' });
    await trpc.tickets.addNote.mutate({ id, body: 'Só para nós' });
    const page = await visit(`/chamados/${id}`);
    const conversation = page.getByRole('region', { name: 'Conversa' });
    await conversation.getByText('Segunda <b>linha</b>').waitFor();
    await conversation.getByRole('article').filter({ hasText: 'Nota interna' }).waitFor();
    await expectAccessible(page);
  });

  it('takes files by its button, and shows what it has', async () => {
    const id = await fixture.openTicket();
    const page = await visit(`/chamados/${id}`);
    const buffer = Buffer.from('Olá');
    const files = page.getByLabel('Anexar arquivo').and(page.locator('input'));
    await files.setInputFiles({ name: 'nota.txt', mimeType: 'text/plain', buffer });
    await page.getByRole('list', { name: 'Anexos da resposta' }).getByText('nota.txt').waitFor();
    // Choosing the same file again is a change only if the field is empty.
    await expect.poll(() => files.inputValue()).toBe('');
    await page.getByRole('button', { name: 'Sobre o chamado' }).click();
    const link = page.getByRole('link', { name: 'Baixar nota.txt' });
    const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
    expect(download.suggestedFilename()).toBe('nota.txt');
    await page.getByRole('button', { name: 'Ver nota.txt' }).click();
    await page.getByRole('dialog', { name: 'nota.txt' }).getByText('Olá').waitFor();
    await page.keyboard.press('Escape');
    const pdf = { name: 'fatura.pdf', mimeType: 'application/pdf', buffer: smallPdf };
    await files.setInputFiles(pdf);
    let isLeftToBrowser = false;
    page.once('download', () => {
      isLeftToBrowser = true;
    });
    await page.getByRole('button', { name: 'Ver fatura.pdf' }).click();
    const shown = page.getByRole('dialog', { name: 'fatura.pdf' });
    await shown.locator('iframe').waitFor();
    // Chromium's own viewer opens unless the page's policy stops it; its headless shell has none,
    // and downloads the file.
    const hasViewer = () => page.frames().some((frame) => /^chrome-extension:/.test(frame.url()));
    await expect.poll(() => isLeftToBrowser || hasViewer()).toBe(true);
    await shown.getByRole('button', { name: 'Fechar' }).click();
    await files.setInputFiles({ name: 'virus.exe', mimeType: 'text/plain', buffer });
    await page.getByText('Este tipo de arquivo não é aceito.').waitFor();
  });

  it('runs nothing that a message brings', async () => {
    const attack =
      '<img src=x onerror="alert(1)"><script>alert(2)</script><a href="javascript:alert(3)">x</a>';
    const id = await fixture.openTicket({ body: attack });
    await trpc.tickets.addMessage.mutate({ id, author: 'Eu', origin: 'agent', body: attack });
    const page = await visit(`/chamados/${id}`);
    const conversation = page.getByRole('region', { name: 'Conversa' });
    await conversation.getByText('alert(2)').waitFor();
    expect(await conversation.locator('img, script, a[href^=javascript]').count()).toBe(0);
  });
});

describe('a reply', () => {
  it('is sent as it was written, and can be taken back on every screen', async () => {
    const id = await fixture.openTicket();
    const page = await visit(`/chamados/${id}`);
    await holdUndo(page);
    await page.getByRole('region', { name: 'Conversa' }).waitFor();
    await page.keyboard.press('r');
    const box = page.getByRole('textbox', { name: 'Resposta' });
    await page.waitForFunction(() => document.activeElement?.getAttribute('role') === 'textbox');
    await page.keyboard.type('Olá! Já ');
    await page.getByRole('button', { name: 'Negrito' }).click();
    await page.keyboard.type('reenviamos');
    await page.getByText('Guardado', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Enviar', exact: true }).click();
    await page.getByRole('button', { name: 'Desfazer' }).waitFor();
    expect((await bodiesOf(id)).at(-1)).toMatch(/^<p>Olá! Já\s<b>reenviamos<\/b>/);
    expect((await box.textContent())?.trim()).toBe('');
    await page.goto('/console/fila');
    await page.getByRole('button', { name: 'Desfazer' }).click();
    await page.getByText(`Desfeito. O texto voltou ao chamado ${id}`).waitFor();
    expect(await bodiesOf(id)).toHaveLength(1);
    await page.goto(`/console/chamados/${id}`);
    await box.getByText('reenviamos').waitFor();
  });

  it('can be taken back by an agent who left before the response, and does not come back by itself', async () => {
    const id = await fixture.openTicket();
    const page = await visit(`/chamados/${id}`);
    const { promise: left, resolve } = Promise.withResolvers<void>();
    await page.route(/tickets\.reply/, async (route) => {
      await left;
      await route.continue();
    });
    const box = page.getByRole('textbox', { name: 'Resposta' });
    await box.fill('Enviado e deixado');
    await box.press('Control+Enter');
    await page.locator('[inert]').waitFor();
    await page.keyboard.type(' mais');
    await page.getByRole('link', { name: 'Fila' }).click();
    await page.getByRole('heading', { level: 1, name: 'Fila' }).waitFor();
    resolve();
    await page.getByRole('button', { name: 'Desfazer' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/console/fila');
    expect((await bodiesOf(id)).at(-1)).toBe('<p>Enviado e deixado</p>');
    await page.goto(`/console/chamados/${id}`);
    await page.getByRole('region', { name: 'Conversa' }).getByText('Enviado e deixado').waitFor();
    expect((await box.textContent())?.trim()).toBe('');
    const mine = await fixture.app.trpc(people.agent);
    expect((await mine.tickets.composing.get.query({ id })).html).toBeNull();
  });

  it('that is taken back stands before what is written meanwhile, in another tab too', async () => {
    const id = await fixture.openTicket();
    const page = await visit(`/chamados/${id}`);
    await holdUndo(page);
    const boxIn = (tab: typeof page) => tab.getByRole('textbox', { name: 'Resposta' });
    const undo = page.getByRole('button', { name: 'Desfazer' });
    await boxIn(page).fill('Primeiro');
    await page.getByRole('button', { name: 'Enviar', exact: true }).click();
    await undo.waitFor();
    await boxIn(page).fill('Depois');
    await undo.click();
    await boxIn(page).getByText('Primeiro').waitFor();
    expect(await boxIn(page).innerText()).toMatch(/Primeiro\s+Depois/);
    await page.getByRole('button', { name: 'Enviar', exact: true }).click();
    await undo.waitFor();
    await page.getByRole('link', { name: 'Fila' }).click();
    const other = await page.context().newPage();
    await other.goto(`/console/chamados/${id}`);
    await boxIn(other).fill('Noutra aba');
    await undo.click();
    await boxIn(other).getByText('Depois').waitFor();
    expect(await boxIn(other).innerText()).toMatch(/Primeiro\s+Depois\s+Noutra aba/);
  });

  it('that is taken back elsewhere stands before what only this browser has', async () => {
    const id = await fixture.openTicket();
    const page = await visit(`/chamados/${id}`);
    await holdUndo(page);
    const box = page.getByRole('textbox', { name: 'Resposta' });
    const undo = page.getByRole('button', { name: 'Desfazer' });
    await box.fill('Primeiro');
    await page.getByRole('button', { name: 'Enviar', exact: true }).click();
    await undo.waitFor();
    await page.route(/tickets\.composing\.save/, (route) => route.abort());
    await box.fill('Depois');
    await page.getByRole('link', { name: 'Fila' }).click();
    await page.getByRole('heading', { level: 1, name: 'Fila' }).waitFor();
    await undo.click();
    await undo.waitFor({ state: 'detached' });
    await page.goto(`/console/chamados/${id}`);
    await box.getByText('Primeiro').waitFor();
    expect(await box.innerText()).toMatch(/Primeiro\s+Depois/);
  });

  it('is saved on after its sending failed, with what is typed then', async () => {
    const id = await fixture.openTicket();
    const mine = await fixture.app.trpc(people.agent);
    const page = await visit(`/chamados/${id}`);
    await page.route(/tickets\.reply/, (route) => route.abort());
    const box = page.getByRole('textbox', { name: 'Resposta' });
    await box.fill('Não saiu');
    await page.getByText('Guardado', { exact: true }).waitFor();
    await box.press('Control+Enter');
    await page.getByText('Sem resposta do serviço.').waitFor();
    await box.press('Control+End');
    await page.keyboard.type(' da primeira vez');
    await expect
      .poll(async () => (await mine.tickets.composing.get.query({ id })).html)
      .toContain('Não saiu da primeira vez');
    expect(await bodiesOf(id)).toHaveLength(1);
  });

  it('can be taken back although another one was sent since', async () => {
    const [first, second] = [await fixture.openTicket(), await fixture.openTicket()];
    const page = await visit(`/chamados/${first}`);
    await holdUndo(page);
    const send = async (text: string) => {
      const box = page.getByRole('textbox', { name: 'Resposta' });
      await box.fill(text);
      await box.press('Control+Enter');
    };
    const undo = (id: number) =>
      page
        .getByRole('status')
        .getByRole('paragraph')
        .filter({ hasText: `chamado ${id}` })
        .getByRole('button', { name: 'Desfazer' });
    await send('Primeira');
    await undo(first).waitFor();
    await page.goto(`/console/chamados/${second}`);
    await send('Segunda');
    await undo(second).waitFor();
    // The key takes the newest back, outside of the box.
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
    await page.keyboard.press('z');
    await expect.poll(() => bodiesOf(second)).toHaveLength(1);
    await send('Segunda');
    await undo(second).waitFor();
    await undo(first).click();
    await expect.poll(() => bodiesOf(first)).toHaveLength(1);
    await undo(first).waitFor({ state: 'detached' });
    expect(await bodiesOf(second)).toHaveLength(2);
    await undo(second).click();
    await expect.poll(() => bodiesOf(second)).toHaveLength(1);
    // Each text comes back to its own ticket.
    const box = page.getByRole('textbox', { name: 'Resposta' });
    await box.getByText('Segunda').waitFor();
    expect(await box.innerText()).not.toContain('Primeira');
  });

  it('is kept while it is written, and an empty box never replaces it', async () => {
    const id = await fixture.openTicket();
    const mine = await fixture.app.trpc(people.agent);
    const page = await visit(`/chamados/${id}`);
    const box = page.getByRole('textbox', { name: 'Resposta' });
    await box.fill('Um texto longo');
    await page.getByText('Guardado', { exact: true }).waitFor();
    await page.reload();
    await box.getByText('Um texto longo').waitFor();
    const second = await visit(`/chamados/${id}`);
    await second.getByRole('textbox', { name: 'Resposta' }).getByText('Um texto longo').waitFor();
    await second.goto('/console/fila');
    const { html } = await mine.tickets.composing.get.query({ id });
    expect(html).toContain('Um texto longo');
  });

  it('that is written in two places shows both texts, and takes the one that is chosen', async () => {
    const id = await fixture.openTicket();
    const [here, there] = [await visit(`/chamados/${id}`), await visit(`/chamados/${id}`)];
    const { promise: saved, resolve } = Promise.withResolvers<void>();
    // The other place is the first to save.
    await here.route(/composing\.save/, async (route) => {
      await saved;
      await route.continue();
    });
    const box = here.getByRole('textbox', { name: 'Resposta' });
    await box.fill('Do lugar 2');
    await there.getByRole('textbox', { name: 'Resposta' }).fill('Do lugar 1');
    await there.getByText('Guardado', { exact: true }).waitFor();
    resolve();
    const alert = here.getByRole('alert');
    await alert.getByText('Do lugar 1').waitFor();
    expect(await box.innerText()).toContain('Do lugar 2');
    await alert.getByRole('button', { name: 'Usar o de lá' }).click();
    await box.getByText('Do lugar 1').waitFor();
    await alert.waitFor({ state: 'detached' });
  });

  it('that was only saved is mailed later, and leads to the next ticket if that is wanted', async () => {
    const main = crypto.randomUUID();
    const open = (subject: string) =>
      trpc.tickets.create.mutate({
        subject,
        body: 'Oi',
        main,
        requesterEmail: 'rui@exemplo.com.br',
      });
    const [{ id }] = [await open('Um'), await open('Dois')];
    const mine = await fixture.app.trpc(people.agent);
    onTestFinished(async () => {
      await mine.me.preferences.set.mutate({ signature: '', afterSending: 'stay' });
    });
    const page = await visit(`/chamados/${id}?sort=newest&main=${main}`);
    await page.getByRole('button', { name: 'Conta de Agente' }).click();
    const landing = page.getByRole('combobox', { name: 'Depois de enviar' });
    await landing.selectOption('Próximo');
    await expect.poll(() => landing.inputValue()).toBe('next');
    await page.goto(`/console/chamados/${id + 1}?sort=newest&main=${main}`);
    const box = page.getByRole('textbox', { name: 'Resposta' });
    await box.fill('Primeira');
    await page.getByRole('checkbox', { name: 'Por e-mail' }).uncheck();
    await page.getByText('Guardado', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Enviar', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Um' }).waitFor();
    await page.keyboard.press('k');
    await page.getByRole('heading', { level: 1, name: 'Dois' }).waitFor();
    const conversation = page.getByRole('region', { name: 'Conversa' });
    await conversation.getByText('Salva, sem e-mail').waitFor();
    await page.getByRole('button', { name: 'Mandar por e-mail' }).click();
    await conversation.getByText('E-mail enviado').waitFor();
    // There is no ticket after the last one: the box is left all the same.
    await page.goto(`/console/chamados/${id}?sort=newest&main=${main}`);
    await box.fill('Segunda');
    await box.press('Control+Enter');
    await conversation.getByText('Segunda').waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
    expect(new URL(page.url()).pathname).toBe(`/console/chamados/${id}`);
  });

  it('stops at a newer message and keeps the text', async () => {
    const id = await fixture.openTicket();
    const page = await visit(`/chamados/${id}`);
    const box = page.getByRole('textbox', { name: 'Resposta' });
    await box.fill('Minha resposta');
    await page.getByText('Guardado', { exact: true }).waitFor();
    const colleague = await fixture.app.trpc(people.otherAgent);
    await colleague.tickets.reply.mutate({ id, html: 'Já respondi', sendEmail: false });
    await page.getByRole('button', { name: 'Enviar', exact: true }).click();
    await page.getByRole('alert').getByText('Há uma mensagem mais nova').waitFor();
    expect(await bodiesOf(id)).toHaveLength(2);
    expect(await box.textContent()).toContain('Minha resposta');
    await page.getByRole('button', { name: 'Já li' }).click();
    await page.getByRole('button', { name: 'Enviar', exact: true }).click();
    await page.getByRole('button', { name: 'Desfazer' }).waitFor();
    expect(await bodiesOf(id)).toHaveLength(3);
  });

  it('is not stopped by the one that was sent just before', async () => {
    const id = await fixture.openTicket();
    const page = await visit(`/chamados/${id}`);
    const box = page.getByRole('textbox', { name: 'Resposta' });
    const isShown = Promise.withResolvers<void>();
    await box.fill('Primeira');
    await page.getByText('Guardado', { exact: true }).waitFor();
    // The conversation does not have it yet.
    await page.route(/tickets\.get/, async (route) => {
      await isShown.promise;
      await route.continue();
    });
    await box.press('Control+Enter');
    await page.getByRole('button', { name: 'Desfazer' }).waitFor();
    await box.fill('Segunda');
    isShown.resolve();
    await page.getByRole('article').getByText('Primeira').waitFor();
    await box.press('Control+Enter');
    await page.getByRole('article').getByText('Segunda').waitFor();
    expect(await bodiesOf(id)).toHaveLength(3);
  });

  it('takes a quick reply with its variables filled in, and names those without a value', async () => {
    const id = await fixture.openTicket({ name: 'Ana Lima' });
    await trpc.quickReplies.create.mutate({
      title: 'Reenvio',
      shortcut: '/reenvio',
      category: 'Entrega',
      content: 'Olá, {{primeiro_nome}}! Reenviamos. {{newsletter}}',
    });
    const page = await visit(`/chamados/${id}`);
    const box = page.getByRole('textbox', { name: 'Resposta' });
    await box.press('/');
    const quick = page.getByRole('dialog', { name: 'Respostas rápidas' });
    const option = quick.getByRole('option', { name: 'Reenvio' });
    await option.waitFor();
    await expectAccessible(page);
    await option.click();
    await box.getByText('Olá, Ana! Reenviamos.').waitFor();
    await page.getByRole('alert').getByText('Sem valor neste chamado: {{newsletter}}').waitFor();
  });

  it('shows another agent who is here and writing', async () => {
    const id = await fixture.openTicket();
    const page = await visit(`/chamados/${id}`, people.agent, new Date());
    const colleague = await visit(`/chamados/${id}`, people.otherAgent);
    await page.getByText('Outra está vendo este chamado').waitFor();
    // Whoever says nothing for half a minute has gone.
    const said = page.waitForRequest(/tickets\.presence/, { timeout: 20_000 });
    await page.clock.fastForward(25_000);
    await said;
    await colleague.getByRole('textbox', { name: 'Resposta' }).fill('Escrevo');
    await page.getByText('Outra está escrevendo').waitFor();
    await colleague.getByRole('link', { name: 'Fila' }).click();
    await page.getByText('Outra está').waitFor({ state: 'detached' });
  });
});
