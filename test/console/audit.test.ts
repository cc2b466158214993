import { createElement } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ItemOf } from '../../console/src/api/client.ts';
import AuditScreen from '../../console/src/audit/audit-screen.tsx';
import { auditTexts } from '../../console/src/audit/texts.ts';
import TeamScreen from '../../console/src/team/team-screen.tsx';
import { given, givenPage, outlineOf, render, rowsOf } from './render.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-26T15:00:00Z'), toFake: ['Date'] });
});
afterEach(() => void vi.useRealTimers());

const at = '2026-11-26T12:05:00Z';

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

  it.each([
    'account',
    'attachment',
    'draft',
    'erasure',
    'group',
    'inbound-mail',
    'job',
    'sign-in',
    'signing-key',
    'mail',
    'quick-reply',
    'quiz',
    'report',
    'session',
    'streak',
    'tag',
    'ticket',
    'view',
    'webhook',
  ])('finds what it calls a %s by that name', (kind) => {
    const said = auditTexts.targetOf(kind, '5');
    expect(said).not.toBe(`${kind} 5`);
    expect(auditTexts.parseTarget(said.replace(':', ''))).toBe(`${kind}:5`);
  });

  it('names who did what to what, with links to what has a page', async () => {
    const act = (id: number, change: Partial<ItemOf<'audit.list'>>): ItemOf<'audit.list'> => ({
      id,
      at,
      actor: 'console',
      actorEmail: 'bia@leitor.example',
      role: 'admin',
      actingFor: null,
      channel: 'trpc',
      client: null,
      action: 'tickets.setStatus',
      target: 'ticket:5',
      outcome: 'done',
      requestId: null,
      changes: [],
      ...change,
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
      '/chamados/5',
      '/chamados/5',
      '/quiz/q',
      '/quiz/outro',
      '/rascunhos/9',
    ]);
    const address =
      '/?pessoa=bia@leitor.example&ato=quiz.publish&alvo=Quiz+q&de=2026-11-01&ate=2026-11-26';
    const asked = {
      actor: 'bia@leitor.example',
      action: 'quiz.publish',
      target: 'quiz:q',
      // The last day is part of it.
      from: '2026-11-01T03:00:00.000Z',
      to: '2026-11-27T03:00:00.000Z',
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
    email,
    name: null,
    role: 'agent',
    teamRole: null,
    tokenRole: null,
    ...change,
  });
  const session = (id: number, userAgent: string | null, current = false) => ({
    id,
    email: `${id}@exemplo.com`,
    name: id === 1 ? 'Bia' : null,
    role: 'agent' as const,
    createdAt: '2026-11-25T12:00:00Z',
    lastSeenAt: at,
    userAgent,
    current,
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
          session(10, 'Mozilla/5.0 (iPad; CPU OS 12_5 like Mac OS X) Version/12.1 Safari/604.1'),
          session(11, 'Mozilla/5.0 (compatible) Firefox/133.0'),
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
      "10@exemplo.com | Safari em iPad | 25/11/2026, 09:00 | 09:05 | Encerrar",
      "11@exemplo.com | Desconhecido | 25/11/2026, 09:00 | 09:05 | Encerrar",
    ]
  `);
  expect(html).toContain('aria-label="Encerrar a sessão de 2@exemplo.com: Chrome em Linux"');
  expect(html).toContain('aria-label="Mudar papel de a@x"');
});
