import { createElement } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ItemOf, OutputOf } from '../../console/src/api/client.ts';
import { Jobs } from '../../console/src/operations/jobs.tsx';
import { Mails } from '../../console/src/operations/mails.tsx';
import { Overview } from '../../console/src/operations/overview.tsx';
import { operationTexts } from '../../console/src/operations/texts.ts';
import { Webhooks } from '../../console/src/operations/webhooks.tsx';
import { WebhookEvent } from '../../contract/index.ts';
import { jobsFor } from '../../server/all-jobs.ts';
import { given, givenPage, outlineOf, render, rowsOf } from './render.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-26T15:00:00Z'), toFake: ['Date'] });
});
afterEach(() => void vi.useRealTimers());

const at = '2026-11-26T12:05:00Z';

describe('the operation', () => {
  const quiet: OutputOf<'operations.status'> = {
    mails: { pending: 1_234, sending: 0, unknown: 0, failed: 0 },
    quarantinedMails: 0,
    unseenMails: [],
    webhooks: { failing: 0 },
    failedJobs: 0,
    model: { tokensToday: 1_500, tokensPerDay: null },
    storage: { usable: true, files: 2_000, bytes: 7_450_000, quarantined: 3 },
    redis: null,
    replicas: [],
    versions: ['1.2.0', '1.3.0 unknown'],
  };
  const shown = async (change: Partial<typeof quiet> = {}) =>
    outlineOf(
      await render(createElement(Overview), [
        given('operations.status', {}, { ...quiet, ...change }),
      ]),
    );
  const needs = async (change: Partial<typeof quiet>) =>
    (await shown(change)).split('\nagora\n')[0];

  it('says that nothing is needed, and on what it runs', async () => {
    expect(await shown()).toMatchInlineSnapshot(`
      "Nada precisa de você agora.
      agora
      E-mails aguardando envio 1.234
      Tokens do modelo hoje Sem limite configurado
      Armazenamento Funciona
      Anexos guardados 2.000 (7,5 MB)
      Anexos aguardando o antivírus 3
      Versões em uso 1.2.0, 1.3.0
      Redis Não configurado"
    `);
    const limited = { tokensToday: 500, tokensPerDay: 1_000 };
    const replicas = [{ replica: 'r1', seconds: 1, usable: true }];
    const text = await shown({ model: limited, redis: { usable: false }, replicas });
    expect(text).toContain('Tokens do modelo hoje 500 de 1.000\n');
    expect(text).toContain('Redis Não responde\nRéplica r1 Funciona');
  });

  it('names what is needed, with the way to it', async () => {
    expect(
      await needs({
        mails: { pending: 0, sending: 0, unknown: 2, failed: 1_000 },
        quarantinedMails: 3,
        failedJobs: 4,
        webhooks: { failing: 5 },
        model: { tokensToday: 805, tokensPerDay: 1_000 },
        storage: { ...quiet.storage, usable: false },
        redis: { usable: false },
        replicas: [
          { replica: 'r1', seconds: 1, usable: true },
          { replica: 'r2', seconds: 9, usable: false },
        ],
      }),
    ).toMatchInlineSnapshot(`
      "{href="/operacao/emails?situacao=failed"} E-mails que o destino recusou: 1.000
      {href="/operacao/emails?situacao=unknown"} E-mails que podem ter chegado ou não: 2
      {href="/operacao/entrada"} E-mails de leitores em quarentena: 3
      {href="/operacao/tarefas"} Tarefas que falharam na última vez: 4
      {href="/operacao/webhooks"} Webhooks que não recebem nossos avisos: 5
      {href="/operacao"} Limite diário do modelo, % já usado: 80,5
      {href="/operacao"} Serviços de que dependemos e que não respondem: 3"
    `);
    const none = 'Nada precisa de você agora.';
    const used = (tokensToday: number) => needs({ model: { tokensToday, tokensPerDay: 1_000 } });
    expect(await used(799)).toBe(none);
    expect(await used(800)).toContain('% já usado: 80');
    expect(await needs({ redis: { usable: true } })).toBe(none);
  });

  const run = (outcome: 'running' | 'succeeded' | 'failed', error: string | null = null) => ({
    scheduledFor: at,
    startedAt: at,
    finishedAt: null,
    outcome,
    attempts: 1,
    error,
  });
  it.each([
    [null, 'Nunca rodou'],
    [run('succeeded'), 'Deu certo'],
    [run('running'), 'Rodando'],
    [run('failed'), 'Falhou'],
    [
      run('failed', 'newsletter-unavailable: timeout'),
      'Falhou: A plataforma da newsletter não respondeu.',
    ],
    [run('failed', 'no-edition-available'), 'Falhou: Não há edição para gerar um quiz.'],
    [run('failed', 'connect ECONNREFUSED'), 'Falhou: connect ECONNREFUSED'],
  ])('says of the run %o: %s', (last, said) => {
    expect(operationTexts.jobs.outcome(last)).toBe(said);
  });

  it('lists jobs with their last run and the next', async () => {
    const job = (name: string, lastRun: ReturnType<typeof run> | null) => ({
      name,
      lastRun,
      schedule: '',
      lastSuccessAt: null,
      firstRunAt: null,
      nextRun: '2026-11-27T15:00:00Z',
    });
    const items = [job('daily-quiz', run('succeeded')), job('other', null)];
    const html = await render(createElement(Jobs), [
      given('jobs.list', {}, { items, nextCursor: null }),
    ]);
    expect(rowsOf(html)).toEqual([
      'Tarefa | Última vez | Situação | Próxima | Ações',
      'Publicar o quiz do dia | 09:05 | Deu certo | 27/11/2026, 12:00 | Rodar agora',
      'other | | Nunca rodou | 27/11/2026, 12:00 | Rodar agora',
    ]);
  });
});

describe('mails', () => {
  const mail = (id: number, change: Partial<ItemOf<'outbox.list'>>): ItemOf<'outbox.list'> => ({
    id,
    ticketId: 7,
    messageId: 1,
    noteId: null,
    heldAt: null,
    mailId: '<a>',
    recipient: 'ana@exemplo.com',
    recipientName: null,
    subject: 'Assunto',
    status: 'failed',
    attempts: 1,
    dueAt: at,
    undoUntil: null,
    lastAttemptAt: at,
    error: null,
    createdAt: '2026-11-25T12:00:00Z',
    sentAt: null,
    waitingFor: null,
    ...change,
  });
  const shown = async (items: ItemOf<'outbox.list'>[], address: string) =>
    render(
      createElement(Mails),
      (['failed', 'pending'] as const).map((status) =>
        givenPage('outbox.list', { status }, { items, nextCursor: null }),
      ),
      { address },
    );

  it.each([
    [{ error: '550 no such user' }, '550 no such user | 09:05 | Enviar de novo Descartar'],
    [{ status: 'unknown' }, '| 09:05 | Enviar de novo Descartar'],
    [{ status: 'dropped' }, '| 09:05 | Enviar de novo'],
    [{ status: 'sent' }, '| 09:05 |'],
    [{ status: 'sending' }, '| 09:05 |'],
    [{ status: 'bounced', error: 'voltou' }, 'voltou | 09:05 |'],
    [
      { status: 'pending', waitingFor: 'undo', lastAttemptAt: null },
      'Ainda pode ser desfeito | 25/11/2026, 09:00 | Desfazer',
    ],
    [
      { status: 'pending', waitingFor: 'hourly-limit', error: 'x' },
      'O limite por hora foi atingido | 09:05 | Enviar de novo Descartar',
    ],
  ] as const)('with %o are shown as %s', async (change, row) => {
    const html = await shown([mail(1, change)], '/?situacao=pending');
    expect(rowsOf(html)).toEqual([
      'Para | Chamado | Por quê | Quando | Ações',
      `ana@exemplo.com | Assunto | ${row}`.trim(),
    ]);
    expect(html).toContain('href="/chamados/7"');
  });

  it.each([
    ['undo', 'Ainda pode ser desfeito'],
    ['held', 'Aguarda quem a escreveu'],
    ['retry', 'Espera a próxima tentativa'],
    ['mail-off', 'O envio está desligado'],
    ['hourly-limit', 'O limite por hora foi atingido'],
  ] as const)('that wait for %s say so', async (waitingFor, text) => {
    const html = await shown([mail(1, { status: 'pending', waitingFor })], '/?situacao=pending');
    expect(rowsOf(html)[1]).toContain(`| ${text} |`);
  });

  it('are the refused ones unless the address says others', async () => {
    expect(outlineOf(await shown([], '/?situacao=outra'))).toMatchInlineSnapshot(`
      "Situação
      {value="*failed"} Recusado {value="unknown"} Em dúvida {value="pending"} Esperando {value="sending"} Saindo {value="sent"} Enviado {value="bounced"} Devolvido {value="dropped"} Descartado
      Nenhum e-mail nesta situação."
    `);
    expect(await shown([], '/?situacao=sent')).toContain('Carregando…');
  });
});

it('every job and every event has a name', () => {
  const jobs = jobsFor({ quizReviewAt: { hour: 9, minute: 0 }, summaryMailTo: ['ana@x.com'] });
  const names = jobs.map(({ name }) => operationTexts.jobs.names[name]);
  expect([names.filter(Boolean).length, new Set(names).size]).toEqual([jobs.length, jobs.length]);
  expect(Object.keys(operationTexts.webhooks.names).sort()).toEqual(
    WebhookEvent.options.map(({ shape }) => shape.type.value).sort(),
  );
});

describe('webhooks', () => {
  const webhook = (id: number, status: 'active' | 'failing' | 'disabled') => ({
    id,
    url: `https://exemplo.com/${id}`,
    events: ['quiz.published', 'novo'],
    status,
    pending: id * 1_000,
    failures: 0,
    failingSince: null,
    disabledAt: null,
    createdAt: at,
  });
  const items = [webhook(1, 'active'), webhook(2, 'failing'), webhook(3, 'disabled')];
  const known = [
    given('webhooks.list', {}, { items, nextCursor: null }),
    givenPage(
      'webhooks.deliveries',
      { id: 2 },
      {
        items: (['pending', 'delivered', 'failed'] as const).map((status, n) => ({
          id: status,
          eventId: 'e',
          type: 'ticket.created',
          status,
          attempts: n,
          occurredAt: '2026-11-25T12:00:00Z',
          lastAttemptAt: n > 0 ? at : null,
          responseStatus: null,
          error: n > 1 ? 'HTTP 500' : null,
          deliveredAt: null,
        })),
        nextCursor: null,
      },
    ),
  ];

  it('are listed with what can be done, and the deliveries of one', async () => {
    const list = await render(createElement(Webhooks), known);
    expect(rowsOf(list)).toMatchInlineSnapshot(`
      [
        "Endereço | Avisa quando | Situação | Esperando | Ações",
        "https://exemplo.com/1 | Quiz publicado, novo | Recebe | 1.000 | Entregas Trocar segredo Excluir",
        "https://exemplo.com/2 | Quiz publicado, novo | Está falhando | 2.000 | Entregas Reativar Trocar segredo Excluir",
        "https://exemplo.com/3 | Quiz publicado, novo | Desligado após falhar | 3.000 | Entregas Reativar Trocar segredo Excluir",
      ]
    `);
    const html = await render(createElement(Webhooks), known, { address: '/?webhook=2' });
    expect(rowsOf(html).slice(4)).toMatchInlineSnapshot(`
      [
        "Aviso | Quando | Situação | Tentativas | Ações",
        "Chamado aberto | 25/11/2026, 09:00 | Esperando | 0 |",
        "Chamado aberto | 09:05 | Entregue | 1 | Repetir",
        "Chamado aberto | 09:05 | Desistimos: HTTP 500 | 2 | Repetir",
      ]
    `);
    expect(html).toContain('Entregas a https://exemplo.com/2');
    const unknown = await render(createElement(Webhooks), known, { address: '/?webhook=9' });
    expect(rowsOf(unknown)).toHaveLength(4);
  });

  it('say what they ask with the counts', () => {
    const { enable, rotate, remove } = operationTexts.webhooks;
    expect([enable(2).asks, rotate(24).asks, remove(3).asks]).toEqual([
      'Recebe de novo agora, a começar pelos avisos que esperam (2).',
      'Um segredo novo passa a assinar os avisos; o atual continua valendo por 24 horas.',
      'Não recebe mais nada, e os avisos que esperam (3) se perdem.',
    ]);
    expect([1, 2].map((n) => operationTexts.deliveries.replayMany(n).text)).toEqual([
      'Repetir 1 aviso',
      'Repetir 2 avisos',
    ]);
  });
});
