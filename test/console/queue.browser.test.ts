import { describe, expect, it } from 'vitest';
import { startApp } from '../harness.ts';
import { aMail, aMailWith } from '../inbound/mails.ts';
import { expectAccessible } from '../support/accessible.ts';
import { mergeTwice } from '../tickets/merge-twice.ts';
import { openConsole, people, refusing } from './open-console.ts';

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

describe('the queue', () => {
  it('has the ticket that waits longest first, and is worked by the keyboard alone', async () => {
    const main = 'Espera';
    const subjects = ['Espera mais', 'Espera menos', 'Acabou de chegar'];
    const [first, second] = await openTickets(subjects, main);
    const page = await visit(`/fila?main=${main}`);
    const rows = page.getByRole('list', { name: 'Chamados' }).getByRole('link');
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
    await page.getByRole('region', { name: 'Conversa' }).getByText('Sobre Espera menos').waitFor();
    await page.keyboard.press('k');
    await page.getByRole('heading', { level: 1, name: 'Espera mais' }).waitFor();
    expect(page.url()).toContain(`/console/chamados/${first}`);

    await page.keyboard.press('a');
    await page.getByRole('option', { name: 'Assumir' }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('Atribuído a agente.').waitFor();
    await page.keyboard.press('n');
    await page.getByRole('textbox', { name: 'Nota' }).waitFor();
    await page.keyboard.type('Já ligamos para ele');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('article').getByText('Já ligamos para ele').waitFor();
    await page.keyboard.press('e');
    await page.getByText(`Chamado ${first} resolvido.`).waitFor();
    const conversation = page.getByRole('region', { name: 'Conversa' });
    await conversation.getByText('agente mudou a situação para Resolvido').waitFor();
    const resolved = await trpc.tickets.get.query({ id: first ?? 0 });
    expect(resolved).toMatchObject({ status: 'resolved', assigneeEmail: people.agent.email });
    expect((await trpc.tickets.get.query({ id: second ?? 0 })).status).toBe('open');
  });

  it('changes many tickets with an outcome for each, and all that the filter finds', async () => {
    const ids = await openTickets(['Lote um', 'Lote dois', 'Lote três'], 'Lote');
    const page = await visit('/fila?sort=newest&main=Lote');
    // With Shift and none selected before, it is one.
    await page
      .getByRole('checkbox', { name: 'Selecionar Lote um' })
      .click({ modifiers: ['Shift'] });
    await page.getByText('1 selecionado', { exact: true }).waitFor();
    await page
      .getByRole('checkbox', { name: 'Selecionar Lote três' })
      .click({ modifiers: ['Shift'] });
    await page.getByText('3 selecionados').waitFor();
    const [merged, into] = ids;
    await mergeTwice(trpc, {
      fromId: merged ?? 0,
      intoId: into ?? 0,
      differentRequesters: true,
    });
    await page.getByRole('button', { name: 'Resolver' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Isto muda 3 chamados.').waitFor();
    await dialog.getByRole('button', { name: 'Aplicar' }).click();
    await dialog.getByRole('heading', { name: '2 chamados mudaram.' }).waitFor();
    await dialog.getByText(`Chamado ${merged}: foi mesclado a outro`).waitFor();
    await dialog.getByRole('button', { name: 'Tentar de novo os que falharam' }).click();
    await dialog.getByText('Isto muda 1 chamado.').waitFor();
    await page.keyboard.press('Escape');

    await page.getByRole('checkbox', { name: 'Selecionar Lote dois' }).check();
    await page.getByRole('button', { name: 'Selecionar tudo o que o filtro encontra' }).click();
    await page.getByRole('button', { name: 'Atribuir' }).click();
    await page.getByRole('dialog').getByRole('option', { name: 'Assumir' }).click();
    await page.getByRole('dialog').getByText('Isto muda 3 chamados.').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Aplicar' }).click();
    await page.getByRole('heading', { name: '2 chamados mudaram.' }).waitFor();
  });

  it('changes only the tickets that were counted and confirmed', async () => {
    const [first = 0] = await openTickets(['Contado', 'Também contado'], 'Contagem');
    const page = await visit('/fila?sort=newest&main=Contagem');
    // What came in since is not on the page.
    await page.route('**/console/events', (route) => route.abort());
    await page.reload();
    await page.getByRole('checkbox', { name: 'Selecionar Contado' }).check();
    await page.getByRole('button', { name: 'Selecionar tudo o que o filtro encontra' }).click();
    await page.getByRole('button', { name: 'Resolver' }).click();
    const dialog = page.getByRole('dialog', { name: 'Resolver' });
    await dialog.getByText('Isto muda 2 chamados.').waitFor();
    await page.keyboard.press('Escape');
    await openTickets(['Chegou entre as contagens'], 'Contagem');
    await page.getByRole('button', { name: 'Resolver' }).click();
    await dialog.getByText('Isto muda 3 chamados.').waitFor();
    const [later = 0] = await openTickets(['Chegou depois'], 'Contagem');
    await dialog.getByRole('button', { name: 'Aplicar' }).click();
    await page.getByText('A lista mudou desde a contagem.').waitFor();
    const statusOf = async (id: number) => (await trpc.tickets.get.query({ id })).status;
    expect([await statusOf(first), await statusOf(later)]).toEqual(['open', 'open']);
    await dialog.getByText('Isto muda 4 chamados.').waitFor();
    await dialog.getByRole('button', { name: 'Aplicar' }).click();
    await page.getByText('4 chamados mudaram.').waitFor();
    // What they were is not known here.
    expect(await page.getByRole('button', { name: 'Desfazer' }).count()).toBe(0);
    expect(await statusOf(later)).toBe('resolved');
  });

  it('gives tickets back what they had before a bulk change', async () => {
    const ids = await openTickets(['Volta um', 'Volta dois'], 'Volta');
    await trpc.tickets.setStatus.mutate({ id: ids[0] ?? 0, status: 'in_progress' });
    const page = await visit('/fila?sort=newest&main=Volta');
    await page.getByRole('checkbox', { name: 'Selecionar Volta um' }).check();
    await page.getByRole('checkbox', { name: 'Selecionar Volta dois' }).check();
    await page.keyboard.press('j');
    await page.keyboard.press('a');
    await page.getByRole('option', { name: 'Assumir' }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('Isto muda 2 chamados.').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Resolver' }).click();
    await page.getByRole('button', { name: 'Aplicar' }).click();
    await page.getByText('2 chamados mudaram.').waitFor();
    const list = page.getByRole('list', { name: 'Chamados' });
    await list.getByText('Resolvido').nth(1).waitFor();
    await page.getByRole('button', { name: 'Desfazer' }).click();
    await list.getByText('Em andamento').waitFor();
    await list.getByText('Aberto').waitFor();
  });

  it('finds words in all tickets and marks them, and keeps the search in the address', async () => {
    const [id] = await openTickets(['Cobrança repetida']);
    await trpc.tickets.setStatus.mutate({ id: id ?? 0, status: 'resolved' });
    const page = await visit('/fila');
    await page.getByRole('heading', { level: 1, name: 'Fila' }).waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('cobranças');
    await page.locator('mark', { hasText: 'Cobrança' }).first().waitFor();
    await page.waitForURL(/search=cobran%C3%A7as&/);
    await page.reload();
    await page.locator('mark', { hasText: 'Cobrança' }).first().waitFor();
    expect(await page.getByRole('searchbox', { name: 'Buscar' }).inputValue()).toBe('cobranças');
  });

  it('keeps the blanks between words that are typed slowly', async () => {
    const page = await visit('/fila');
    await page.getByRole('heading', { level: 1, name: 'Fila' }).waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('duas ');
    await page.waitForURL(/search=duas&/);
    await page.getByText('Nenhum chamado com “duas”.').waitFor();
    await page.keyboard.type('palavras');
    expect(await page.getByRole('searchbox', { name: 'Buscar' }).inputValue()).toBe(
      'duas palavras',
    );
  });

  it('runs an action once when its key is pressed twice, and says why a ticket was not assigned', async () => {
    const [id = 0, into = 0] = await openTickets(['Uma vez só', 'Fica']);
    const page = await visit(`/chamados/${id}`);
    const { promise: pressed, resolve } = Promise.withResolvers<void>();
    let asked = 0;
    await page.route(/tickets\.addNote/, async (route) => {
      asked += 1;
      await pressed;
      await route.continue();
    });
    await page.getByRole('region', { name: 'Conversa' }).waitFor();
    await page.keyboard.press('n');
    await page.getByRole('textbox', { name: 'Nota' }).fill('Uma nota');
    await page.keyboard.press('Control+Enter');
    await page.keyboard.press('Control+Enter');
    resolve();
    await page.getByText('Nota salva.').waitFor();
    expect(asked).toBe(1);

    await page.keyboard.down('e');
    await page.getByText(`Chamado ${id} resolvido.`).waitFor();
    await page.getByRole('button', { name: 'Reabrir' }).waitFor();
    // The key is still down.
    await page.keyboard.down('e');
    await page.keyboard.up('e');
    await page.keyboard.press('a');
    await page.getByRole('option', { name: 'Assumir' }).waitFor();
    expect((await trpc.tickets.get.query({ id })).status).toBe('resolved');

    await page.route(/tickets\.assign/, async (route) => {
      await mergeTwice(trpc, { fromId: id, intoId: into, differentRequesters: true });
      await route.continue();
    });
    await page.keyboard.press('Enter');
    await page.getByText(`Chamado ${id}: foi mesclado a outro`).waitFor();
  });

  it('keeps the list when its next page fails, and offers to try again', async () => {
    const main = 'Páginas';
    const { db } = app.service.contextFor('test');
    const rows = Array.from({ length: 120 }, (_, index) => ({ subject: `Página ${index}`, main }));
    await db.insertInto('tickets').values(rows).execute();
    const page = await visit(`/fila?sort=newest&main=${main}`);
    const list = page.getByRole('list', { name: 'Chamados' });
    await list.getByText('Página 119').waitFor();
    const first = list.getByRole('listitem').first();
    expect(await first.getAttribute('aria-setsize')).toBe('-1');
    let failed = 0;
    const next = /tickets\.list.*cursor/;
    await page.route(next, async (route) => {
      failed += 1;
      await refusing('internal-error', 500)(route);
    });
    const alert = page.getByRole('alert').filter({ hasText: 'Não foi possível carregar' });
    while ((await alert.count()) === 0) {
      await page.mouse.move(800, 400);
      await page.mouse.wheel(0, 2_000);
      await page.evaluate(() => new Promise(requestAnimationFrame));
    }
    expect(await list.getByRole('listitem').count()).toBeGreaterThan(0);
    await page.keyboard.press('k');
    expect(failed).toBe(1);
    await page.unroute(next);
    await page.getByRole('button', { name: 'Tentar de novo' }).click();
    await alert.waitFor({ state: 'detached' });
    await page.mouse.wheel(0, 20_000);
    await list.getByText('Página 0', { exact: true }).waitFor();
  });

  it('counts the first twenty views', async () => {
    const editor = await app.trpc(people.editor);
    for (let n = 0; n < 16; n += 1) {
      const view = { name: `Visão ${n}`, shared: false, filter: { search: `v${n}` } };
      await editor.views.save.mutate({ ...view, sort: 'newest' });
    }
    const page = await visit('/fila', people.editor);
    await page.getByRole('link', { name: /^Visão 0\s*0/ }).waitFor();
  });

  it('saves a filter as a view of the team, which others have with its count', async () => {
    const ids = await openTickets(['Da visão', 'Também da visão'], 'Visão');
    for (const [n, { email }] of [people.agent, people.otherAgent].entries()) {
      await trpc.tickets.assign.mutate({ ids: ids.slice(n), agentEmail: email });
    }
    const page = await visit('/fila?sort=newest&main=Visão&assignee=me');
    await page.getByRole('button', { name: 'Guardar visão' }).click();
    await page.getByRole('textbox', { name: 'Nome da visão' }).fill('Minha visão');
    await page.getByRole('checkbox', { name: 'Para todo o time' }).check();
    await page.getByRole('button', { name: 'Guardar', exact: true }).click();
    await page.getByText('Visão guardada.').waitFor();
    const other = await visit('/fila', people.otherAgent);
    // "Comigo" is whoever looks.
    await page.getByRole('link', { name: /Minha visão\s*1/ }).waitFor();
    await other.getByRole('link', { name: /Minha visão\s*1/ }).click();
    await other
      .getByRole('list', { name: 'Chamados' })
      .getByText('Também da visão', { exact: true })
      .waitFor();
    expect(await other.getByRole('button', { name: /Excluir a visão/ }).count()).toBe(0);
    await page.getByRole('button', { name: 'Excluir a visão Minha visão' }).click();
    await page.getByRole('link', { name: 'Minha visão' }).waitFor({ state: 'detached' });
  });

  it('shows thousands of tickets by scrolling with few of them on the page', async () => {
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
    const list = page.getByRole('list', { name: 'Chamados' });
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
    await page.getByText('A lista mudou.').waitFor();
    await page.getByRole('button', { name: 'Atualizar' }).click();
    await page.getByText('A lista mudou.').waitFor({ state: 'detached' });
    await page.getByRole('heading', { level: 1, name: 'Fila' }).focus();
    await page.keyboard.press('j');
    await list.getByText('Muitos mais', { exact: true }).waitFor();
  });

  it("leads to the mails that became no ticket, and makes one of a person's", async () => {
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
    await page.getByRole('link', { name: 'E-mails à parte' }).click();
    await page.getByRole('heading', { level: 1, name: 'E-mails à parte' }).waitFor();
    const mail = page.getByRole('row').filter({ hasText: 'Não recebi hoje' });
    await mail.getByText('É uma resposta automática').waitFor();
    await mail.getByText('bia@exemplo.com.br').waitFor();
    await expectAccessible(page);
    await mail.getByRole('button', { name: 'Ver', exact: true }).click();
    const looked = page.getByRole('dialog', { name: 'Não recebi hoje' });
    await looked.getByText('A edição não chegou.', { exact: true }).waitFor();
    const source = looked.getByText('Auto-Submitted: auto-generated');
    expect(await source.isVisible()).toBe(false);
    await looked.getByText('Fonte do e-mail').click();
    expect(await source.isVisible()).toBe(true);
    await page.keyboard.press('Escape');
    const list = aMailWith([{ name: 'a.txt', type: 'text/plain', contents: Buffer.from('a') }], {
      From: '<>',
      Subject: '',
      'Auto-Submitted': 'auto-replied',
      'List-Id': '<x.example>',
    });
    await trpc.inbound.ingest.mutate({ raw: list.toString('base64') });
    await page.reload();
    const odd = page.getByRole('row').filter({ hasText: 'Remetente não identificado' });
    await odd.getByText('Não tem remetente').waitFor();
    await odd.getByRole('button', { name: 'Ver', exact: true }).click();
    await page.getByRole('dialog').getByText('Anexos: a.txt').waitFor();
    await page.keyboard.press('Escape');
    await odd.getByRole('button', { name: 'Dispensar' }).click();
    await page.getByText('O e-mail continua guardado, e sai desta lista.').waitFor();
    await odd.waitFor({ state: 'detached' });
    await mail.getByRole('button', { name: 'Virar chamado' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Virar chamado' }).click();
    await page.getByText(/O e-mail está no chamado \d+\./).waitFor();
    await page.getByText('Nenhum e-mail à parte para conferir.').waitFor();
    const { items } = await trpc.tickets.list.query({ search: 'bia@exemplo.com.br' });
    expect(items).toMatchObject([{ subject: 'Não recebi hoje' }]);
  });
});
