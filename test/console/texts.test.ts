import { afterEach, describe, expect, it, vi } from 'vitest';
import { inboundTexts } from '../../console/src/inbound/texts.ts';
import { quickReplyTexts } from '../../console/src/quick-replies/texts.ts';
import { draftTexts } from '../../console/src/reply/draft-texts.ts';
import { replyTexts } from '../../console/src/reply/texts.ts';
import { shell } from '../../console/src/shell/texts.ts';
import { tagTexts } from '../../console/src/tags/texts.ts';
import { ticketTexts } from '../../console/src/tickets/texts.ts';

afterEach(() => void vi.useRealTimers());

const { bulk, events, merge, presence, snooze, views } = ticketTexts;

it.each([
  [ticketTexts.attachmentCount, '1 anexo', '2 anexos'],
  [snooze.done, 'Chamado adiado.', '2 chamados adiados.'],
  [snooze.ended, 'Chamado de volta à fila.', '2 chamados de volta à fila.'],
  [bulk.selected, '1 selecionado', '2 selecionados'],
  [bulk.changes, 'Isto muda 1 chamado.', 'Isto muda 2 chamados.'],
  [bulk.done, '1 chamado mudou.', '2 chamados mudaram.'],
  [bulk.failed, '1 chamado não mudou:', '2 chamados não mudaram:'],
  [ticketTexts.attached, 'Arquivo só no chamado.', '2 arquivos só no chamado.'],
  [
    (count: number) => ticketTexts.streak(count, 9),
    '1 dia seguido; recorde 9',
    '2 dias seguidos; recorde 9',
  ],
  [replyTexts.replyAll, 'Responder a todos (2)', 'Responder a todos (3)'],
  [
    tagTexts.used,
    '1 chamado tem esta tag. Tire-a deles antes de excluir.',
    '2 chamados têm esta tag. Tire-a deles antes de excluir.',
  ],
])('one and many have texts of their own (%#)', (text, one, many) => {
  expect([text(1), text(2)]).toEqual([one, many]);
});

it.each([
  [tagTexts.used(0), 'Nenhum chamado tem esta tag.'],
  [bulk.changes(0), 'Isto muda 0 chamados.'],
  [views.count(9_999), '9999'],
  [views.count(10_000), '10 mil+'],
  [inboundTexts.count(99), '99'],
  [inboundTexts.count(100), '99+'],
  [ticketTexts.lastDays(14, 3), 'Últimos 14 dias: leu em 3'],
  [bulk.failure(5, 'ticket-not-found'), 'Chamado 5: não existe'],
  [bulk.failure(5, 'ticket-merged'), 'Chamado 5: foi mesclado a outro'],
  [ticketTexts.place(2, 3), '2 de 3'],
  [ticketTexts.cc(['Ana', 'b@x.com']), 'Cc Ana, b@x.com'],
  [presence.viewing('Ana'), 'Ana está vendo este chamado'],
  [presence.typing('Ana'), 'Ana está escrevendo'],
  [merge.warning(7, 5).slice(0, 55), '7 registros passam ao chamado 5, e este fica fechado e '],
  [draftTexts.confidence(0.856), 'Confiança 86 %'],
  [draftTexts.source(5, 0.914), 'Chamado 5 (semelhança 91 %)'],
  [replyTexts.leaves('Ana', false), 'Resposta de Ana sai'],
  [replyTexts.leaves('Ana', true), 'Resposta de Ana sai e resolve'],
  [replyTexts.missing(['{{a}}', '{{b}}']), 'Sem valor neste chamado: {{a}}, {{b}}'],
  [replyTexts.room('8 bytes'), '8 bytes de 20 MB'],
  [inboundTexts.attachments(['a.txt', 'b.txt']), 'Anexos: a.txt, b.txt'],
  [inboundTexts.notTaken('quarantined'), 'O e-mail continua em quarentena.'],
  [inboundTexts.notTaken('ignored'), 'O e-mail foi ignorado.'],
  [quickReplyTexts.unknown('{{a}}'), 'Estas variáveis não existem: {{a}}'],
  [shell.sendsIn(9), ' sai em 9 s'],
])('%s', (text, expected) => {
  expect(text).toBe(expected);
});

describe('what was done to a ticket', () => {
  const nameOf = (email: string) => `<${email}>`;
  it.each([
    ['status', 'in_progress', 'mudou a situação para Em andamento'],
    ['status', 'resolved', 'mudou a situação para Resolvido'],
    ['status', 'de outra versão', 'mudou a situação para de outra versão'],
    ['assignee', null, 'deixou o chamado sem responsável'],
    ['assignee', undefined, 'mudou o responsável'],
    ['assignee', 'ana@x.com', 'assumiu o chamado'],
    ['assignee', 'bia@x.com', 'atribuiu a <bia@x.com>'],
    ['snoozedUntil', null, 'trouxe o chamado de volta à fila'],
    ['snoozedUntil', '2026-11-30T11:00:00Z', 'adiou até 30/11/2026, 08:00'],
    ['snoozedUntil', '2026-11-26T21:00:00Z', 'adiou até 18:00'],
    ['snoozedUntil', '2031-11-01T11:00:00Z', 'adiou até 01/11/2031, 08:00'],
    ['snoozedUntil', '9999-01-01T00:00:00Z', 'adiou até o leitor escrever'],
    ['mergedFrom', 5, 'mesclou o chamado 5 a este'],
    ['mergedInto', 5, 'mesclou este chamado ao 5'],
  ])('%s %s: %s', (field, after, text) => {
    vi.useFakeTimers({ now: new Date('2026-11-26T12:00:00Z') });
    expect(events[field]?.(after, nameOf, 'ana@x.com')).toBe(text);
  });

  it('has no text for what nobody needs to know', () => {
    expect(events.snippet).toBeUndefined();
  });
});

it('every reason to set a mail aside has a text of its own', () => {
  const reasons = [
    'auto-reply',
    'bounce',
    'list',
    'own-mail',
    'too-large',
    'unreadable',
    'no-sender',
    'ambiguous-sender',
    'unsigned-bounce',
    'too-many',
    'failed',
  ];
  const texts = reasons.map((reason) => inboundTexts.reasons[reason] ?? '');
  expect(new Set(texts.filter(Boolean)).size).toBe(reasons.length);
});

it('a moment that is years away stands for the reader', () => {
  const moment = (text: string) => `em ${text}`;
  expect(snooze.shortly('9999-01-01T00:00:00Z', moment)).toBe('o leitor escrever');
  const soon = new Date(Date.now() + 4 * 365 * 86_400_000).toISOString();
  expect(snooze.shortly(soon, moment)).toBe(`em ${soon}`);
});
