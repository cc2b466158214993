import { createElement } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ItemOf, OutputOf } from '../../console/src/api/client.ts';
import AuditScreen from '../../console/src/audit/audit-screen.tsx';
import { auditTexts } from '../../console/src/audit/texts.ts';
import { Jobs } from '../../console/src/operations/jobs.tsx';
import { Mails } from '../../console/src/operations/mails.tsx';
import { Overview } from '../../console/src/operations/overview.tsx';
import { operationTexts } from '../../console/src/operations/texts.ts';
import { Webhooks } from '../../console/src/operations/webhooks.tsx';
import TeamScreen from '../../console/src/team/team-screen.tsx';
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
    ...{ quarantinedMails: 0, unseenMails: [], webhooks: { failing: 0 }, failedJobs: 0 },
    model: { tokensToday: 1_500, tokensPerDay: null },
    storage: { usable: true, files: 2_000, bytes: 7_450_000, quarantined: 3 },
    ...{ redis: null, replicas: [], versions: ['1.2.0', '1.3.0 unknown'] },
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
        ...{ quarantinedMails: 3, failedJobs: 4, webhooks: { failing: 5 } },
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
    ...{ scheduledFor: at, startedAt: at, finishedAt: null, outcome, attempts: 1, error },
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
      ...{ name, lastRun, schedule: '', lastSuccessAt: null, firstRunAt: null },
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
    ...{ id, ticketId: 7, messageId: 1, noteId: null, heldAt: null, mailId: '<a>' },
    ...{ recipient: 'ana@exemplo.com', recipientName: null, subject: 'Assunto', status: 'failed' },
    ...{ attempts: 1, dueAt: at, undoUntil: null, lastAttemptAt: at, error: null },
    ...{ createdAt: '2026-11-25T12:00:00Z', sentAt: null, waitingFor: null, ...change },
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
    ...{ id, url: `https://exemplo.com/${id}`, events: ['quiz.published', 'novo'], status },
    ...{ pending: id * 1_000, failures: 0, failingSince: null, disabledAt: null, createdAt: at },
  });
  const items = [webhook(1, 'active'), webhook(2, 'failing'), webhook(3, 'disabled')];
  const known = [
    given('webhooks.list', {}, { items, nextCursor: null }),
    givenPage(
      'webhooks.deliveries',
      { id: 2 },
      {
        items: (['pending', 'delivered', 'failed'] as const).map((status, n) => ({
          ...{ id: status, eventId: 'e', type: 'ticket.created', status, attempts: n },
          ...{ occurredAt: '2026-11-25T12:00:00Z', lastAttemptAt: n > 0 ? at : null },
          ...{ responseStatus: null, error: n > 1 ? 'HTTP 500' : null, deliveredAt: null },
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
      ...['Repetir 1 aviso', 'Repetir 2 avisos'],
    ]);
  });
});

describe('the trail', () => {
  it.each([
    ['events', ['ticket.created', 'quiz.published'], 'Avisos: Chamado aberto, Quiz publicado'],
    ['sendAt', '2026-11-26T12:30:00.000Z', 'Sai em: quinta-feira, 26 de novembro de 2026 às 09:30'],
    ['day', '2026-11-26', 'Dia: 26 de novembro de 2026'],
    ['held', true, 'Retido: sim'],
    ['signature', undefined, 'Assinatura: mudou'],
    ['status', 'in_progress', 'Situação: Em andamento'],
    ['role', 'editor', 'Papel: Edição'],
    ['outcome', 'failed', 'Resultado: falhou'],
    ['name', 'failed Ltda.', 'Nome: failed Ltda.'],
    ['assignee', null, 'Responsável: nada'],
    ['regraded', 3, 'Tentativas com outra nota: 3'],
    ['tags', [], 'Tags: '],
    ['outro', { a: 1 }, 'outro: {"a":1}'],
  ])('says what became of %s, %o: %s', (field, value, said) => {
    expect(auditTexts.value(field, value)).toBe(said);
  });

  it.each([
    ['Chamado 5', 'ticket:5'],
    ['chamado:5', 'ticket:5'],
    ['ticket:5', 'ticket:5'],
    ['Resposta rápida 3', 'quick-reply:3'],
    ['Sequência ana@exemplo.com', 'streak:ana@exemplo.com'],
    ['job:send-mails', 'job:send-mails'],
    ['ticket', 'ticket:'],
  ])('finds %s as %s', (typed, target) => {
    expect(auditTexts.parseTarget(typed)).toBe(target);
  });

  it('names who did what to what, with links to what has a page', async () => {
    const act = (id: number, change: Partial<ItemOf<'audit.list'>>): ItemOf<'audit.list'> => ({
      ...{ id, at, actor: 'console', actorEmail: 'bia@leitor.example', role: 'admin' },
      ...{ actingFor: null, channel: 'trpc', client: null, action: 'tickets.setStatus' },
      ...{ target: 'ticket:5', outcome: 'done', requestId: null, changes: [], ...change },
    });
    const items = [
      act(1, { changes: [{ field: 'status', before: 'open', after: 'closed' }] }),
      act(2, { outcome: 'refused', changes: [{ field: 'subject' }] }),
      act(3, {
        actor: 'job:send-mails',
        actorEmail: null,
        action: 'quiz.publish',
        target: 'quiz:q',
      }),
      act(4, {
        actor: 'site',
        actorEmail: null,
        actingFor: 'ana@exemplo.com',
        target: 'quiz:outro',
      }),
      act(5, {
        action: 'novo.ato',
        target: 'job:daily-quiz',
        changes: [{ field: 'day', before: '2026-11-26' }],
      }),
      act(6, { target: 'draft:9' }),
      act(7, { target: 'streak:a:b@exemplo.com' }),
    ];
    const quiz = { id: 'q', quizDate: '2026-11-26' };
    const known = (input: object) => [
      givenPage('audit.list', input, { items, nextCursor: null }),
      given('quiz.list', { attempts: false }, { items: [quiz], nextCursor: null } as never),
    ];
    const html = await render(createElement(AuditScreen), known({}));
    expect(rowsOf(html)).toMatchInlineSnapshot(`
      [
        "Quando | Quem | Ação | Alvo | Antes | Depois",
        "09:05 | bia@leitor.example | Mudou situação | Chamado 5 | Situação: Aberto | Situação: Fechado",
        "09:05 | bia@leitor.example | Mudou situação (recusado) | Chamado 5 | | Assunto: mudou",
        "09:05 | Tarefa: Enviar os e-mails que esperam | Publicou quiz | Quiz de 26 de novembro de 2026 | |",
        "09:05 | site por ana@exemplo.com | Mudou situação | Quiz outro | |",
        "09:05 | bia@leitor.example | novo.ato | Tarefa: Publicar o quiz do dia | Dia: 26 de novembro de 2026 |",
        "09:05 | bia@leitor.example | Mudou situação | Rascunho 9 | |",
        "09:05 | bia@leitor.example | Mudou situação | Sequência a:b@exemplo.com | |",
      ]
    `);
    expect([...html.matchAll(/href="([^"]*)"/g)].map(([, to]) => to)).toEqual([
      ...['/chamados/5', '/chamados/5', '/quiz/q', '/quiz/outro', '/rascunhos/9'],
    ]);
    const address =
      '/?pessoa=bia@leitor.example&ato=quiz.publish&alvo=Quiz+q&de=2026-11-01&ate=2026-11-26';
    const asked = {
      ...{ actor: 'bia@leitor.example', action: 'quiz.publish', target: 'quiz:q' },
      // The last day is part of it.
      ...{ from: '2026-11-01T03:00:00.000Z', to: '2026-11-27T03:00:00.000Z' },
    };
    const narrowed = await render(createElement(AuditScreen), known(asked), { address });
    expect(rowsOf(narrowed)).toHaveLength(8);
    const form = outlineOf(narrowed).split('\n').slice(2, 8);
    expect(form[1]).toContain('{value="*quiz.publish"} Publicou quiz');
    // In the order of their names.
    expect(form[1]).toMatch(
      /^\{name="ato"\} \{value=""\} Qualquer \{value="tickets.create"\} Abriu chamado /,
    );
    expect(form.slice(2)).toEqual([
      'Pessoa ou serviço {name="pessoa" value="bia@leitor.example"}',
      'Alvo {name="alvo" value="Quiz q"}',
      'De {type="date" name="de" value="2026-11-01"}',
      'Até {type="date" name="ate" value="2026-11-26"}',
    ]);
    expect(
      rowsOf(await render(createElement(AuditScreen), known({}), { address: '/?de=ontem' })),
    ).toHaveLength(8);
  });
});

it('the team says where each role is from, and which session is whose', async () => {
  const member = (email: string, change: Partial<ItemOf<'team.list'>>): ItemOf<'team.list'> => ({
    ...{ email, name: null, role: 'agent', teamRole: null, tokenRole: null, ...change },
  });
  const session = (id: number, userAgent: string | null, current = false) => ({
    ...{ id, email: `${id}@exemplo.com`, name: id === 1 ? 'Bia' : null, role: 'agent' as const },
    ...{ createdAt: '2026-11-25T12:00:00Z', lastSeenAt: at, userAgent, current },
  });
  const html = await render(createElement(TeamScreen), [
    givenPage(
      'team.list',
      {},
      {
        items: [
          member('a@x', { name: 'Ana', teamRole: 'editor', role: 'editor' }),
          member('b@x', { tokenRole: 'admin', role: 'admin' }),
          member('c@x', { teamRole: 'agent', tokenRole: 'editor' }),
          member('d@x', { teamRole: 'agent', tokenRole: 'reader' }),
        ],
        nextCursor: null,
      },
    ),
    givenPage(
      'sessions.list',
      {},
      {
        items: [
          session(1, 'Mozilla/5.0 (Windows NT 10.0) Chrome/131.0 Safari/537.36 Edg/131.0', true),
          session(2, 'Mozilla/5.0 (X11; Linux x86_64) Chrome/131.0 Safari/537.36'),
          session(3, 'Mozilla/5.0 (Linux; Android 15) Chrome/131.0 Mobile Safari/537.36'),
          session(4, 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15) Version/18 Safari/605.1'),
          session(5, 'Mozilla/5.0 (iPhone; CPU iPhone OS 18 like Mac OS X) Safari/604.1'),
          session(6, 'Mozilla/5.0 (Windows NT 10.0) Chrome/131.0 Safari/537.36 OPR/115.0'),
          session(7, 'Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko Firefox/133.0'),
          session(8, 'curl/8.0'),
          session(9, null),
        ],
        nextCursor: null,
      },
    ),
  ]);
  expect(rowsOf(html)).toMatchInlineSnapshot(`
    [
      "Pessoa | E-mail | Papel | De onde | Ações",
      "Ana | a@x | Edição | Equipe | Mudar papel",
      "b@x | b@x | Administração | Provedor de contas | Mudar papel",
      "c@x | c@x | Atendimento | Equipe e provedor | Mudar papel",
      "d@x | d@x | Atendimento | Equipe | Mudar papel",
      "Pessoa | Navegador | Entrou | Última atividade | Ações",
      "Bia | Edge em Windows | 25/11/2026, 09:00 | Esta sessão |",
      "2@exemplo.com | Chrome em Linux | 25/11/2026, 09:00 | 09:05 | Encerrar",
      "3@exemplo.com | Chrome em Android | 25/11/2026, 09:00 | 09:05 | Encerrar",
      "4@exemplo.com | Safari em macOS | 25/11/2026, 09:00 | 09:05 | Encerrar",
      "5@exemplo.com | Safari em iPhone | 25/11/2026, 09:00 | 09:05 | Encerrar",
      "6@exemplo.com | Opera em Windows | 25/11/2026, 09:00 | 09:05 | Encerrar",
      "7@exemplo.com | Firefox em Linux | 25/11/2026, 09:00 | 09:05 | Encerrar",
      "8@exemplo.com | Desconhecido | 25/11/2026, 09:00 | 09:05 | Encerrar",
      "9@exemplo.com | Desconhecido | 25/11/2026, 09:00 | 09:05 | Encerrar",
    ]
  `);
  expect(html).toContain('aria-label="Encerrar a sessão de 2@exemplo.com: Chrome em Linux"');
  expect(html).toContain('aria-label="Mudar papel de a@x"');
});
