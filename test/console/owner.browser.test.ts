import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { OutputOf } from '../../console/src/api/client.ts';
import { addDays, civilDayOf, mondayOf } from '../../server/core/civil-time.ts';
import { startApp } from '../harness.ts';
import { callsOf, openConsole, people } from './open-console.ts';
import { confirm, notice } from './parts.ts';

// What the owner's screens send to the service, which is told what to give.

const { visit } = await openConsole(startApp);

const today = civilDayOf(new Date());
const yesterday = addDays(today, -1);
const visitAs = (address: string) => visit(address, people.admin);
const search = (page: Page) => new URL(page.url()).searchParams;

describe('the reports', () => {
  it('keep what is chosen in the address, and let go of what no longer fits', async () => {
    const page = await visitAs('/tags');
    const fresh = { hit: false } as const;
    const monday = mondayOf(today);
    const timesOf = (name: string, reply: number | null, resolution: number | null) => ({
      name,
      tickets: 1,
      firstReplies: 1,
      resolutions: 1,
      firstReplyMedianSeconds: reply,
      firstReplyP90Seconds: reply && 2 * reply,
      resolutionMedianSeconds: resolution,
      resolutionP90Seconds: resolution,
    });
    const quizOf = (quizDate: string, attempts: number) => ({
      quizDate,
      id: quizDate,
      title: quizDate,
      status: 'published' as const,
      attempts,
      passed: 0,
      averageCorrect: 0,
      hardest: null,
    });
    const calls = await callsOf(page, {
      'reports.filters': {
        categories: [
          { main: 'Conta', issues: ['Senha'] },
          { main: 'Entrega', issues: ['Atraso'] },
        ],
        agents: [],
        newsletters: [],
        cache: fresh,
      },
      'reports.timeSeries': ({ groupBy = 'day', from = '' } = {}) => ({
        from,
        to: '',
        groupBy,
        cache: fresh,
        // On Tuesdays at 13h there are seven, else none; of earlier weeks ten times as many.
        series: Array.from({ length: groupBy === 'hourOfWeek' ? 168 : 2 }, (_, n) => {
          const weight = from >= monday ? 1 : from >= addDays(monday, -7) ? 10 : 100;
          const total = groupBy !== 'hourOfWeek' ? (n + 1) * weight : n === 37 ? 7 : 0;
          return { period: String(n), total, open: 0, inProgress: 0, resolved: total, closed: 0 };
        }),
      }),
      'reports.responseTimes': {
        items: [timesOf('Conta', 5_400, null), timesOf('Entrega', 1_234, 90_000)],
        cache: fresh,
      },
      'quiz.trends': {
        days: [quizOf(addDays(monday, -13), 50), quizOf(addDays(monday, -6), 5)],
      },
      'reports.clearCache': { cleared: true },
    });
    await page.goto('/console/relatorios?period=7&main=Conta&issue=Senha&by=agent');
    const choose = (label: string, option: string) =>
      page.getByRole('combobox', { name: label, exact: true }).selectOption(option);
    await page
      .getByRole('combobox', { name: 'Categoria' })
      .getByText('Entrega')
      .waitFor({ state: 'attached' });
    await choose('Categoria', 'Entrega');
    await expect.poll(() => [...search(page).keys()].sort()).toEqual(['by', 'main', 'period']);
    await choose('Período', 'Outro período');
    await expect
      .poll(() => Object.fromEntries(search(page)))
      .toEqual({
        main: 'Entrega',
        by: 'agent',
        period: 'own',
        from: addDays(today, -6),
        to: today,
      });
    await page.getByLabel('Até', { exact: true }).fill(yesterday);
    await expect.poll(() => search(page).get('to')).toBe(yesterday);
    await expect
      .poll(() => calls('reports.timeSeries').at(-1))
      .toMatchObject({ from: addDays(today, -6), to: yesterday, main: 'Entrega' });
    await choose('Período', 'Esta semana');
    await expect.poll(() => [...search(page).keys()].sort()).toEqual(['by', 'main', 'period']);
    await choose('Comparar', 'Categorias');
    await expect
      .poll(() => calls('reports.responseTimes').at(-1))
      .toMatchObject({ by: 'category' });
    await choose('Contar', 'Horário comercial');
    await expect
      .poll(() => calls('reports.responseTimes').at(-1))
      .toMatchObject({ businessHours: '09:00-18:00' });
    await page.getByRole('button', { name: 'Calcular de novo' }).click();
    await expect.poll(() => calls('reports.clearCache')).toHaveLength(1);

    // A month, or a week, not both.
    await choose('Semana ou mês', 'Este mês');
    await expect.poll(() => search(page).get('mes')).toBe(today.slice(0, 7));
    await choose('Semana ou mês', 'Semana passada');
    await expect.poll(() => search(page).get('semana')).toBe(addDays(monday, -7));
    expect(search(page).has('mes')).toBe(false);

    // What charts draw, as tables.
    const rowsOf = async (name: string) => {
      const chart = page.getByRole('figure', { name, exact: true });
      await chart.getByText('Tabela').click();
      await chart.getByRole('table').waitFor();
      const rows = await chart.getByRole('row').all();
      return Promise.all(rows.slice(1).map((row) => row.getByRole('cell').allInnerTexts()));
    };
    expect(await rowsOf('Chamados ao longo do tempo')).toEqual([
      ['0', '1', '10'],
      ['1', '2', '20'],
    ]);
    expect(await rowsOf('Até a primeira resposta')).toEqual([
      ['Conta', '1,5', '3'],
      ['Entrega', '0,34', '0,69'],
    ]);
    expect((await rowsOf('Até a solução'))[0]).toEqual(['Conta', '–', '–']);
    const weekdays = ['seg', 'ter', 'qua', 'qui', 'sex', 'sáb', 'dom'];
    const drawn = async (name: string) =>
      (await rowsOf(name)).map(([day = '', ...values]) => [day.slice(0, 3), ...values]);
    expect(await drawn('Chamados por dia')).toEqual(
      weekdays.map((day, n) => [day, ...(['10 100', '20 200'][n] ?? '– –').split(' ')]),
    );
    expect(await drawn('Tentativas do quiz por dia')).toEqual(
      weekdays.map((day, n) => [day, ...(n === 1 ? ['5', '50'] : ['–', '–'])]),
    );
    await choose('Semana ou mês', 'Mês passado');
    await expect.poll(() => search(page).has('semana')).toBe(false);

    // The hours of a week by pointer and by keys, which stay within it.
    const hours = page.getByRole('slider', { name: 'Chamados por dia da semana e hora' });
    await hours.locator('svg').waitFor();
    const said = () => hours.getAttribute('aria-valuetext');
    const plot = await hours.boundingBox();
    await hours.hover({ position: { x: (plot?.width ?? 0) - 5, y: 15 } });
    await expect.poll(said).toBe('23h · seg 0 (chamados)');
    await hours.focus();
    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key);
      return said();
    };
    expect(await press('Home', 'ArrowLeft', 'ArrowUp')).toBe('00h · seg 0 (chamados)');
    expect(await press('ArrowDown', ...Array<string>(13).fill('ArrowRight'))).toBe(
      '13h · ter 7 (chamados)',
    );
    expect(await press('ArrowUp')).toBe('13h · seg 0 (chamados)');
    expect(await press('End', 'ArrowRight', 'ArrowDown')).toBe('23h · dom 0 (chamados)');
    expect(await press('ArrowLeft')).toBe('22h · dom 0 (chamados)');
  });
});

describe('the operation', () => {
  it('sends what is decided about mails', async () => {
    const page = await visitAs('/tags');
    const at = new Date().toISOString();
    const mail = (id: number, waitingFor: 'undo' | null) => ({
      id,
      ticketId: 7,
      messageId: 1,
      noteId: null,
      heldAt: null,
      mailId: '<a>',
      recipient: `para${id}@exemplo.com`,
      recipientName: null,
      subject: 'Assunto',
      status: 'pending' as const,
      attempts: 1,
      dueAt: at,
      undoUntil: null,
      error: null,
      lastAttemptAt: at,
      createdAt: at,
      sentAt: null,
      waitingFor,
    });
    const calls = await callsOf(page, {
      'outbox.list': {
        items: [mail(1, 'undo'), mail(2, null), { ...mail(3, null), status: 'unknown' }],
        nextCursor: null,
      },
      'outbox.undo': { undone: true },
      'outbox.drop': undefined,
      'outbox.retry': { ...mail(2, null), status: 'failed', error: '550 não existe' },
    });
    await page.goto('/console/operacao/emails?situacao=pending');
    const act = async (id: number, name: string, asks: string) => {
      const row = page.getByRole('row').filter({ hasText: `para${id}@` });
      await row.getByRole('button', { name }).click();
      await page.getByRole('dialog').getByText(asks, { exact: true }).waitFor();
      await confirm(page);
    };
    await act(1, 'Desfazer', 'A resposta sai do chamado e não é enviada.');
    await act(2, 'Enviar de novo', 'O e-mail sai agora.');
    await notice(page, 'Situação: Recusado. 550 não existe');
    await act(2, 'Descartar', 'O e-mail não é enviado. A resposta continua no chamado.');
    await act(3, 'Enviar de novo', 'O e-mail sai agora, e pode chegar duas vezes.');
    await expect.poll(() => calls('outbox.retry')).toEqual([{ id: 2 }, { id: 3 }]);
    expect(['undo', 'drop'].map((name) => calls(`outbox.${name}`))).toEqual([
      [{ id: 1 }],
      [{ id: 2 }],
    ]);
    await page.getByRole('combobox', { name: 'Situação' }).selectOption('Devolvido');
    await expect.poll(() => calls('outbox.list').at(-1)).toEqual({ status: 'bounced' });
  });

  it('sends what is decided about webhooks', async () => {
    const page = await visitAs('/tags');
    const at = new Date().toISOString();
    const webhook: OutputOf<'webhooks.list'>['items'][number] = {
      id: 4,
      url: 'https://exemplo.com/4',
      events: ['quiz.published'],
      status: 'disabled',
      pending: 2,
      failures: 0,
      failingSince: null,
      disabledAt: at,
      createdAt: at,
    };
    const calls = await callsOf(page, {
      'webhooks.list': { items: [webhook], nextCursor: null },
      'webhooks.create': { id: 5, secret: 'segredo-1' },
      'webhooks.rotate': { secret: 'segredo-2' },
      'webhooks.deliveries': {
        items: [
          {
            id: 'd1',
            eventId: 'e',
            type: 'quiz.published',
            status: 'failed',
            attempts: 3,
            occurredAt: at,
            lastAttemptAt: at,
            responseStatus: 500,
            error: 'HTTP 500',
            deliveredAt: null,
          },
        ],
        nextCursor: null,
      },
      'webhooks.replay': ({ dryRun }) =>
        ({ replayed: 3, ...(dryRun && { dryRun: true }) }) as OutputOf<'webhooks.replay'>,
      'webhooks.enable': undefined,
      'webhooks.delete': undefined,
    });
    await page.goto('/console/operacao/webhooks');
    await page.getByRole('button', { name: 'Novo webhook' }).click();
    for (const event of ['Quiz publicado', 'Rascunho criado']) {
      await page.getByRole('dialog').getByRole('checkbox', { name: event }).uncheck();
    }
    await page.getByLabel('Endereço').fill('https://exemplo.com/novo');
    await page.getByRole('dialog').locator('button[type=submit]').click();
    const secret = page.getByRole('textbox', { name: 'Segredo' });
    await expect.poll(() => secret.inputValue()).toBe('segredo-1');
    await page.keyboard.press('Escape');
    await secret.waitFor({ state: 'detached' });
    for (const name of ['Trocar segredo', 'Reativar', 'Excluir']) {
      await page.getByRole('button', { name, exact: true }).click();
      await page.getByRole('dialog').locator('button[type=submit]').click();
      if (name === 'Trocar segredo') {
        await expect.poll(() => secret.inputValue()).toBe('segredo-2');
        await page.keyboard.press('Escape');
      }
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
    await page.getByRole('button', { name: 'Entregas' }).click();
    const deliveries = page.getByRole('region', { name: 'Entregas a https://exemplo.com/4' });
    await deliveries.getByRole('button', { name: 'Repetir', exact: true }).click();
    await confirm(page);
    await deliveries.getByLabel('Repetir desde').fill('2026-11-01');
    await deliveries.getByRole('button', { name: 'Repetir 3 avisos' }).click();
    await confirm(page);
    expect(calls('webhooks.create')).toEqual([
      {
        url: 'https://exemplo.com/novo',
        events: ['quiz.submitted', 'streak.recovered', 'ticket.created', 'ticket.replied'],
      },
    ]);
    expect(calls('webhooks.rotate')).toEqual([{ id: 4, overlapHours: 24 }]);
    expect([calls('webhooks.enable'), calls('webhooks.delete')]).toEqual([
      [{ id: 4 }],
      [{ id: 4 }],
    ]);
    const since = { id: 4, from: '2026-11-01T03:00:00.000Z' };
    const [one, counted] = calls('webhooks.replay');
    expect([one, counted]).toEqual([
      { id: 4, deliveryId: 'd1' },
      { ...since, dryRun: true },
    ]);
    expect(calls('webhooks.replay')).toContainEqual({ ...since, dryRun: false });
  });

  it('shows the trail’s filters as the address has them, also after going back', async () => {
    const page = await visitAs('/auditoria?pessoa=bia@exemplo.com');
    const person = page.getByRole('textbox', { name: 'Pessoa ou serviço' });
    await person.fill('');
    await page.getByLabel('De', { exact: true }).fill(yesterday);
    await page.getByRole('button', { name: 'Filtrar' }).click();
    await expect.poll(() => [...search(page)]).toEqual([['de', yesterday]]);
    await page.getByRole('link', { name: 'Auditoria' }).click();
    await expect.poll(() => [...search(page)]).toEqual([]);
    await expect.poll(() => page.getByLabel('De', { exact: true }).inputValue()).toBe('');
  });
});
