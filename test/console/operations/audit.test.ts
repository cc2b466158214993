import { createElement } from 'react';
import { describe, expect, it } from 'vitest';
import type { ItemOf } from '../../../console/src/api/client.ts';
import AuditScreen from '../../../console/src/audit/audit-screen.tsx';
import { foldedActs } from '../../../console/src/audit/folded-acts.ts';
import { auditTexts } from '../../../console/src/audit/texts.ts';
import { deviceOf } from '../../../console/src/team/team-screen.tsx';
import { teamTexts } from '../../../console/src/team/texts.ts';
import { givenPage, linksOf, render, rowsOf } from '../render.ts';
import { clockAt } from '../samples.ts';

clockAt();

describe('the trail', () => {
  it.each([
    ['events', ['ticket.created', 'quiz.published'], 'Avisos: Chamado aberto, Quiz publicado'],
    ['sendAt', '2026-11-26T12:30:00.000Z', 'Sai em: quinta-feira, 26 de novembro de 2026 às 09:30'],
    ['day', '2026-11-26', 'Dia: 26 de novembro de 2026'],
    ['held', true, 'Retido: sim'],
    ['signature', undefined, 'Assinatura: mudou'],
    ['status', 'in_progress', 'Situação: Em andamento'],
    ['outcome', 'failed', 'Resultado: falhou'],
    ['name', 'open', 'Nome: open'],
    ['assignee', null, 'Responsável: nada'],
    ['tags', [], 'Tags: '],
    ['outro', { a: 1 }, 'outro: {"a":1}'],
  ])('says what became of %s, %o: %s', (field, value, said) => {
    expect(auditTexts.change({ field, after: value })).toBe(said);
  });

  it.each([
    [{ before: 'open', after: 'resolved' }, 'Situação: Aberto → Resolvido'],
    [{ before: 'open' }, 'Situação: Aberto → nada'],
  ])('says from what to what the status changed by %j', (change, said) => {
    expect(auditTexts.change({ field: 'status', ...change })).toBe(said);
  });

  const act = (id: number, change: object = {}) =>
    ({
      id,
      target: `ticket:${id}`,
      at: `2026-11-26T12:05:${id}Z`,
      actor: 'bia',
      actingFor: null,
      action: 'tickets.assign',
      outcome: 'done',
      changes: [{ field: 'assignee', after: 'bia' }],
      ...change,
    }) as ItemOf<'audit.list'>;

  it('folds acts in a row that differ only in target and moment, until their row is opened', () => {
    const acts = [act(19), act(18), act(17, { outcome: 'refused' }), act(16), act(15), act(14)];
    const shown = (opened: number[]) =>
      foldedActs(acts, opened).map((row) => [row.act.id, row.folded]);
    expect(shown([])).toEqual([
      [19, 2],
      [17, 1],
      [16, 3],
    ]);
    expect(shown([19])).toEqual([
      [19, 1],
      [18, 1],
      [17, 1],
      [16, 3],
    ]);
  });

  it.each([{ actor: 'ana' }, { actingFor: 'ana' }, { action: 'tickets.snooze' }, { changes: [] }])(
    'does not fold acts that differ in %j',
    (change) => {
      expect(foldedActs([act(19), act(18, change)], [])).toHaveLength(2);
    },
  );

  it.each([
    ['Chamado 5', 'ticket:5'],
    ['chamado:5', 'ticket:5'],
    ['Resposta rápida 3', 'quick-reply:3'],
    ['Sequência ana@exemplo.com', 'streak:ana@exemplo.com'],
    ['job:send-mails', 'job:send-mails'],
    ['ticket', 'ticket:'],
  ])('finds %s as %s', (typed, target) => {
    expect(auditTexts.parseTarget(typed)).toBe(target);
  });

  it.each(['account', 'inbound-mail', 'quick-reply', 'signing-key', 'streak', 'webhook'])(
    'finds what it calls a %s by that name',
    (kind) => {
      const said = auditTexts.targetOf(kind, '5');
      expect(said).not.toBe(`${kind} 5`);
      expect(auditTexts.parseTarget(said.replace(':', ''))).toBe(`${kind}:5`);
    },
  );

  it('is asked for what the address narrows it to, the last day included', async () => {
    const item = (target: string) =>
      ({
        id: target,
        target,
        at: '2026-11-26T12:05:00Z',
        actor: '',
        action: target,
        changes: [],
      }) as never;
    const asked = {
      actor: 'bia@leitor.example',
      action: 'quiz.publish',
      target: 'quiz:q',
      from: '2026-11-01T03:00:00.000Z',
      to: '2026-11-27T03:00:00.000Z',
    };
    const known = (input: object) => [
      givenPage(
        'audit.list',
        { ...input, limit: 100 },
        {
          items: ['ticket:5', 'draft:9', 'tag:9'].map(item),
          nextCursor: null,
        },
      ),
    ];
    const address =
      '/?pessoa=bia@leitor.example&ato=quiz.publish&alvo=Quiz+q&de=2026-11-01&ate=2026-11-26';
    const html = await render(createElement(AuditScreen), known(asked), { address });
    expect(rowsOf(html)).toHaveLength(4);
    expect(linksOf(html)).toEqual(['/chamados/5', '/rascunhos/9']);
    const odd = await render(createElement(AuditScreen), known({}), { address: '/?de=ontem' });
    expect(rowsOf(odd)).toHaveLength(4);
  });
});

it.each([
  ['Mozilla/5.0 (Windows NT 10.0) Chrome/131.0 Safari/537.36 Edg/131.0', 'Edge', 'Windows'],
  ['Mozilla/5.0 (X11; Linux x86_64) Chrome/131.0 Safari/537.36', 'Chrome', 'Linux'],
  ['Mozilla/5.0 (Linux; Android 15) Chrome/131.0 Mobile Safari/537.36', 'Chrome', 'Android'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15) Version/18 Safari/605.1', 'Safari', 'macOS'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18 like Mac OS X) Safari/604.1', 'Safari', 'iPhone'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko Firefox/133.0', 'Firefox', 'Linux'],
])('the session of %s is in %s on %s', (userAgent, browser, system) => {
  expect(deviceOf(userAgent)).toBe(teamTexts.deviceOf(browser, system));
});

it.each(['curl/8.0', null, 'Mozilla/5.0 (compatible) Firefox/133.0'])(
  'the session of %s is in no known browser',
  (userAgent) => {
    expect(deviceOf(userAgent)).toBe(teamTexts.unknownDevice);
  },
);
