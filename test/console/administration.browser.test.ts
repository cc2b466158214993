import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { ItemOf, OutputOf } from '../../console/src/api/client.ts';
import { addDays, civilDayOf } from '../../server/core/civil-time.ts';
import { startApp } from '../harness.ts';
import { callsOf, openConsole, people, refusing } from './open-console.ts';
import { button, dialog, notice, row } from './parts.ts';

// What administrators do, and what they are told of it.

const { visit } = await openConsole(startApp);

const at = new Date().toISOString();
const open = async (address: string, outputs: Parameters<typeof callsOf>[1]) => {
  const page = await visit('/tags', people.admin);
  const calls = await callsOf(page, outputs);
  await page.goto(`/console${address}`);
  return { page, calls };
};
const submit = (page: Page) => dialog(page).locator('button[type=submit]');

describe('the team', () => {
  const member = (email: string, change: Partial<ItemOf<'team.list'>>): ItemOf<'team.list'> => ({
    email,
    name: null,
    role: 'agent',
    teamRole: null,
    tokenRole: null,
    ...change,
  });
  const session = (id: number, email: string) => ({
    id,
    email,
    name: null,
    role: 'agent' as const,
    createdAt: at,
    lastSeenAt: at,
    userAgent: 'Mozilla/5.0 (X11; Linux) Firefox/133.0',
    current: false,
  });

  it('gets roles of its own beside those of the provider, and loses them', async () => {
    const { page, calls } = await open('/equipe', {
      'team.list': {
        items: [
          member('ana@x.com', { teamRole: 'editor', role: 'editor' }),
          member('bia@x.com', { tokenRole: 'admin', role: 'admin' }),
          member('rui@x.com', { teamRole: 'agent', tokenRole: 'reader' }),
        ],
        nextCursor: null,
      },
      'team.set': undefined,
    });
    const role = dialog(page).getByLabel('Papel na equipe');
    const opened = async (email: string) => {
      await button(page, `Mudar papel de ${email}`).click();
      await dialog(page)
        .getByRole('heading', { name: `Mudar papel de ${email}` })
        .waitFor();
      return [
        await role.locator(':checked').innerText(),
        await dialog(page).getByRole('paragraph').innerText(),
      ];
    };
    const atOnce = 'Vale a partir do próximo clique da pessoa.';
    const stays = 'O papel do provedor continua: Administração. Vale o maior dos dois.';
    // A reader's role of the provider is none.
    expect(await opened('rui@x.com')).toEqual(['Atendimento', atOnce]);
    await page.keyboard.press('Escape');
    expect(await opened('bia@x.com')).toEqual(['Nenhum', stays]);
    expect(await role.locator('option').allInnerTexts()).toEqual([
      'Nenhum',
      'Atendimento',
      'Edição',
      'Administração',
    ]);
    await role.selectOption('Edição');
    await submit(page).click();
    await notice(page, 'O papel de bia@x.com mudou.');
    expect(await opened('ana@x.com')).toEqual(['Edição', atOnce]);
    await role.selectOption('Nenhum');
    await submit(page).click();
    await notice(page, 'O papel de ana@x.com mudou.');
    await button(page, 'Adicionar pessoa').click();
    expect(await role.locator('option').allInnerTexts()).toEqual([
      'Atendimento',
      'Edição',
      'Administração',
    ]);
    expect(await role.locator(':checked').innerText()).toBe('Atendimento');
    await dialog(page).getByLabel('E-mail').fill('nova@x.com');
    await submit(page).click();
    await notice(page, 'O papel de nova@x.com mudou.');
    expect(calls('team.set')).toEqual([
      { email: 'bia@x.com', role: 'editor' },
      { email: 'ana@x.com', role: null },
      { email: 'nova@x.com', role: 'agent' },
    ]);
  });

  it('has the session ended that was meant, and keeps a dialog open that was refused', async () => {
    const { page, calls } = await open('/equipe', {
      'team.list': { items: [member('ana@x.com', { teamRole: 'admin' })], nextCursor: null },
      'sessions.list': {
        items: [session(3, 'ana@x.com'), session(4, 'rui@x.com')],
        nextCursor: null,
      },
      'sessions.end': undefined,
    });
    await row(page, 'Firefox em Linux').getByRole('button').nth(1).click();
    await notice(page, 'A sessão de rui@x.com terminou.');
    expect(calls('sessions.end')).toEqual([{ id: 4 }]);
    await page.route(/team\.set/, refusing('last-administrator'));
    await button(page, 'Mudar papel de ana@x.com').click();
    await dialog(page).getByLabel('Papel na equipe').selectOption('Edição');
    // What is written changed is read again, also after a refusal.
    const before = calls('team.list').length;
    await submit(page).click();
    await notice(page, 'A equipe ficaria sem administrador.');
    await expect.poll(() => calls('team.list').length).toBeGreaterThan(before);
    expect(await dialog(page).getByLabel('Papel na equipe').inputValue()).toBe('editor');
    expect(await submit(page).isDisabled()).toBe(false);
    await dialog(page).getByRole('button', { name: 'Cancelar' }).click();
    await dialog(page).waitFor({ state: 'detached' });
    const opener = button(page, 'Mudar papel de ana@x.com');
    expect(await opener.evaluate((it) => it === document.activeElement)).toBe(true);
  });
});

describe('the operation', () => {
  it('says how a job went that was run now, and reads all again', async () => {
    const job = (name: string): OutputOf<'jobs.list'>['items'][number] => ({
      name,
      lastRun: null,
      schedule: '',
      lastSuccessAt: null,
      firstRunAt: null,
      nextRun: at,
    });
    const { page, calls } = await open('/operacao/tarefas', {
      'jobs.list': { items: [job('daily-quiz'), job('send-mails')], nextCursor: null },
      'jobs.run': ({ name }) =>
        ({
          outcome: name === 'daily-quiz' ? 'failed' : 'succeeded',
          error: name === 'daily-quiz' ? 'newsletter-unavailable: timeout' : null,
        }) as OutputOf<'jobs.run'>,
    });
    const run = async (name: string) => {
      await row(page, name).getByRole('button').click();
      await dialog(page).getByText('A tarefa roda agora, e também no próximo horário.').waitFor();
      await submit(page).click();
    };
    await run('Publicar o quiz do dia');
    await notice(page, 'Falhou: A plataforma da newsletter não respondeu.');
    await expect.poll(() => calls('jobs.list')).toHaveLength(2);
    await run('Enviar os e-mails que esperam');
    await notice(page, 'Deu certo');
    expect(calls('jobs.run')).toEqual([{ name: 'daily-quiz' }, { name: 'send-mails' }]);
    const sections = page.getByRole('navigation', { name: 'Operação' }).getByRole('link');
    const current = sections.and(page.locator('[aria-current=page]'));
    expect(await current.allInnerTexts()).toEqual(['Tarefas']);
    await sections.filter({ hasText: 'E-mails' }).click();
    await page.getByRole('combobox', { name: 'Situação' }).selectOption('Saindo');
    await page.waitForURL(/situacao=sending/);
    expect(await current.allInnerTexts()).toEqual(['E-mails']);
    await page.getByText('Os e-mails que mandamos aos leitores').waitFor();
    expect(await sections.allInnerTexts()).toEqual([
      'Agora',
      'E-mails',
      'Entrada',
      'Tarefas',
      'Webhooks',
    ]);
    // Another address of the operation is its beginning.
    await page.goto('/console/operacao/outra');
    await page.getByRole('heading', { level: 2, name: 'Agora' }).waitFor();
  });

  it('says that nothing is to be sent again since a day, and that something was done', async () => {
    const webhook: OutputOf<'webhooks.list'>['items'][number] = {
      id: 4,
      url: 'https://exemplo.com/4',
      events: ['quiz.published'],
      status: 'failing',
      pending: 2,
      failures: 0,
      failingSince: at,
      disabledAt: null,
      createdAt: at,
    };
    const { page, calls } = await open('/operacao/webhooks?webhook=4', {
      'webhooks.list': { items: [webhook], nextCursor: null },
      'webhooks.deliveries': { items: [], nextCursor: null },
      'webhooks.enable': undefined,
    });
    await page.route(/webhooks\.replay/, refusing('webhook-delivery-not-found', 404));
    const deliveries = page.getByRole('region', { name: 'Entregas a https://exemplo.com/4' });
    await deliveries.getByText('Nada foi enviado ainda.').waitFor();
    expect(calls('webhooks.deliveries')).toEqual([{ id: 4 }]);
    await deliveries.getByLabel('Repetir desde').fill('2026-11-01');
    await deliveries.getByRole('alert').getByText('Nada a repetir.').waitFor();
    expect(await deliveries.getByRole('button', { name: 'Repetir' }).count()).toBe(0);
    await button(page, 'Reativar').click();
    await dialog(page).getByText('a começar pelos avisos que esperam (2)').waitFor();
    await submit(page).click();
    await notice(page, 'Feito.');
    await expect.poll(() => calls('webhooks.list')).toHaveLength(2);
  });
});

it('quizzes over time have the share that passed, to a tenth of a percent', async () => {
  const quiz = (quizDate: string, attempts: number, passed: number) => ({
    quizDate,
    id: quizDate,
    title: quizDate,
    status: 'published' as const,
    attempts,
    passed,
    averageCorrect: 6,
    hardest: null,
  });
  const { page } = await open('/quiz/todos', {
    'quiz.trends': { days: [quiz(addDays(civilDayOf(new Date()), -2), 3, 2)] },
  });
  const passed = page.getByRole('figure', { name: 'Aprovados por dia' });
  await passed.getByText('Tabela').click();
  await expect
    .poll(async () =>
      (await passed.getByRole('cell').allInnerTexts()).filter((cell) => cell.includes(',')),
    )
    .toEqual(['66,7']);
});

describe('what is sent', () => {
  it('again or not at all is the mail that was meant, and says how it went', async () => {
    const mail = (id: number, status: 'failed' | 'unknown') => ({
      id,
      ticketId: 7,
      messageId: 1,
      noteId: null,
      heldAt: null,
      mailId: '<a>',
      status,
      recipient: `${id}@x.com`,
      recipientName: null,
      subject: 'Assunto',
      attempts: 1,
      dueAt: at,
      undoUntil: null,
      lastAttemptAt: at,
      error: null,
      waitingFor: null,
      createdAt: at,
      sentAt: null,
    });
    const items = [mail(3, 'failed'), mail(4, 'unknown')];
    const { page, calls } = await open('/operacao/emails', {
      'outbox.list': { items, nextCursor: null },
      'outbox.retry': { status: 'failed', error: '550 no such user' } as OutputOf<'outbox.retry'>,
      'outbox.drop': undefined,
    });
    const choose = async (recipient: string, name: string, asks: string) => {
      await row(page, recipient).getByRole('button', { name }).click();
      await dialog(page).getByText(asks, { exact: true }).waitFor();
      await submit(page).click();
    };
    await choose('3@x.com', 'Enviar de novo', 'O e-mail sai agora.');
    await notice(page, 'Situação: Recusado. 550 no such user');
    await choose('4@x.com', 'Enviar de novo', 'O e-mail sai agora, e pode chegar duas vezes.');
    await expect.poll(() => calls('outbox.retry')).toEqual([{ id: 3 }, { id: 4 }]);
    await choose(
      ...(['4@x.com', 'Descartar'] as const),
      'O e-mail não é enviado. A resposta continua no chamado.',
    );
    await expect.poll(() => calls('outbox.drop')).toEqual([{ id: 4 }]);
  });

  it('to a webhook again is the notice that was meant, and its secrets overlap for a day', async () => {
    const webhook = (id: number): OutputOf<'webhooks.list'>['items'][number] => ({
      id,
      url: `https://exemplo.com/${id}`,
      events: ['quiz.published'],
      status: 'active',
      pending: id,
      failures: 0,
      failingSince: null,
      disabledAt: null,
      createdAt: at,
    });
    const delivery = (id: string, status: 'delivered' | 'failed') => ({
      id,
      eventId: 'e',
      type: 'ticket.created' as const,
      status,
      attempts: 1,
      occurredAt: at,
      lastAttemptAt: at,
      responseStatus: null,
      error: null,
      deliveredAt: null,
    });
    const { page, calls } = await open('/operacao/webhooks?webhook=5', {
      'webhooks.list': { items: [webhook(4), webhook(5)], nextCursor: null },
      'webhooks.deliveries': {
        items: [delivery('11', 'delivered'), delivery('12', 'failed')],
        nextCursor: null,
      },
      'webhooks.replay': { replayed: 3 } as OutputOf<'webhooks.replay'>,
      'webhooks.rotate': { secret: 'whsec_novo' } as OutputOf<'webhooks.rotate'>,
      'webhooks.delete': undefined,
    });
    await row(page, 'Desistimos').getByRole('button', { name: 'Repetir' }).click();
    await submit(page).click();
    await expect.poll(() => calls('webhooks.replay')).toEqual([{ id: 5, deliveryId: '12' }]);
    const deliveries = page.getByRole('region', { name: 'Entregas a https://exemplo.com/5' });
    await deliveries.getByLabel('Repetir desde').fill('2026-11-01');
    await button(page, 'Repetir 3 avisos').click();
    await submit(page).click();
    const since = { id: 5, from: '2026-11-01T03:00:00.000Z' };
    await expect
      .poll(() => calls('webhooks.replay'))
      .toEqual(
        expect.arrayContaining([
          { ...since, dryRun: true },
          { ...since, dryRun: false },
        ]),
      );
    const hook = page.getByRole('row').filter({ hasText: 'https://exemplo.com/4' });
    await hook.getByRole('button', { name: 'Trocar segredo' }).click();
    await submit(page).click();
    const secret = page.getByRole('textbox', { name: 'Segredo' });
    expect(await secret.inputValue()).toBe('whsec_novo');
    await page.keyboard.press('Escape');
    await hook.getByRole('button', { name: 'Excluir' }).click();
    await dialog(page).getByText('os avisos que esperam (4) se perdem').waitFor();
    await submit(page).click();
    await expect.poll(() => calls('webhooks.delete')).toEqual([{ id: 4 }]);
    expect(calls('webhooks.rotate')).toEqual([{ id: 4, overlapHours: 24 }]);
  });
});

describe('readers', () => {
  const reader: OutputOf<'streaks.reader'> = {
    currentStreak: 1,
    maxStreak: 3,
    name: 'Ana',
    rankingVisibility: 'public',
    status: 'active',
    lastDay: at.slice(0, 10),
    lastInteractionAt: at,
    today: at.slice(0, 10),
    days: [],
    position: null,
    of: 0,
    groups: [],
  };
  it('each begin anew: the day that was chosen of another is not of theirs', async () => {
    const { page } = await open('/leitores/ana@exemplo.com', {
      'streaks.reader': reader,
      'people.find': { email: 'ana@exemplo.com', records: [] },
      'people.export': { email: 'ana@exemplo.com' } as OutputOf<'people.export'>,
    });
    const calendar = page.getByRole('table', { name: 'Dias dos últimos 12 meses' });
    await calendar.getByTitle('sem leitura').last().click();
    await button(page, 'Devolver este dia').waitFor();
    const download = page.waitForEvent('download');
    await button(page, 'Exportar').click();
    expect((await download).suggestedFilename()).toBe('ana@exemplo.com.json');
    const box = page.getByRole('textbox', { name: 'E-mail do leitor, ou nome' });
    expect(await box.inputValue()).toBe('ana@exemplo.com');
    // An empty search leads from all readers to all of them, and from one nowhere.
    expect(await box.getAttribute('required')).not.toBeNull();
    await box.fill('rui@exemplo.com');
    await page.keyboard.press('Enter');
    await page.waitForURL(/rui(@|%40)exemplo\.com$/);
    await calendar.waitFor();
    expect(await button(page, 'Devolver este dia').count()).toBe(0);
    // The latest weeks are shown where not all fit.
    await page.setViewportSize({ width: 375, height: 750 });
    await page.reload();
    await calendar.waitFor();
    const weeks = page.getByRole('region', { name: 'Semanas' });
    await expect
      .poll(() => weeks.evaluate((it) => it.scrollWidth - it.clientWidth - it.scrollLeft))
      .toBeLessThan(2);
  });

  it('who lost a day are counted again each time, and a choice adds no step to go back over', async () => {
    let total = 1;
    const { page, calls } = await open('/tags', {
      'streaks.addDayForAll': () =>
        ({ dryRun: true, counts: {}, total }) as unknown as OutputOf<'streaks.addDayForAll'>,
    });
    await page.getByRole('link', { name: 'Leitores' }).click();
    await button(page, 'Devolver um dia a todos').click();
    await dialog(page).getByText('1 leitor perdeu a sequência').waitFor();
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'detached' });
    total = 2;
    await button(page, 'Devolver um dia a todos').click();
    await dialog(page).getByText('2 leitores perderam a sequência').waitFor();
    expect(calls('streaks.addDayForAll')).toHaveLength(2);
    await page.keyboard.press('Escape');
    await page.getByRole('checkbox', { name: 'Só em risco' }).check();
    await page.waitForURL(/risco=1/);
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: 'Tags' }).waitFor();
  });
});
