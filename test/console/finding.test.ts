import { describe, expect, it } from 'vitest';
import { bestFirst } from '../../console/src/shell/found-tickets.ts';
import { mentionAt, mentionedIn, peopleLike } from '../../console/src/tickets/mentions.ts';
import { momentsOn } from '../../console/src/tickets/snooze-moments.ts';

describe('what the palette finds', () => {
  const ticket = (id: number, fields = {}) => ({
    id,
    subject: 'Outro',
    requesterName: null,
    requesterEmail: null,
    ...fields,
  });
  it.each([
    ['586', [ticket(9), ticket(586)], [586, 9]],
    ['#586', [ticket(9), ticket(586)], [586, 9]],
    [
      'joao',
      [ticket(1), ticket(2, { subject: 'O João' }), ticket(3, { requesterName: 'João' })],
      [3, 2, 1],
    ],
    ['ana.s', [ticket(1), ticket(2, { requesterEmail: 'ana.s@x.com' })], [2, 1]],
    ['edições', [ticket(1), ticket(2, { subject: 'Minha edição' }), ticket(3)], [2, 1, 3]],
    ['5', [ticket(58), ticket(15, { subject: '5' }), ticket(5)], [5, 58, 15]],
    [
      'lima',
      [ticket(1, { requesterEmail: 'lima@x.com' }), ticket(2, { requesterName: 'Lima' })],
      [1, 2],
    ],
  ])('has the best first for %s', (search, tickets, ids) => {
    expect(bestFirst(tickets, search).map(({ id }) => id)).toEqual(ids);
  });
});

describe('mentions in a note', () => {
  const team = [
    { email: 'ana@x.com', name: 'Ana' },
    { email: 'ana.paula@x.com', name: 'Ana Paula' },
    { email: 'jose@x.com', name: 'José Lima' },
    { email: 'sem.nome@x.com', name: null },
  ];
  const emails = (people: readonly { email: string }[]) => people.map(({ email }) => email);

  it('begin at an @ that begins a word', () => {
    expect(mentionAt('Oi @jo', 6)).toEqual({ from: 3, to: 6, typed: 'jo' });
    expect(mentionAt('@', 1)).toEqual({ from: 0, to: 1, typed: '' });
    expect(mentionAt('a@jo', 4)).toBeUndefined();
    expect(mentionAt('Oi @jo', undefined)).toBeUndefined();
    expect(mentionAt('(@Ana Pa e', 8)).toEqual({ from: 1, to: 8, typed: 'Ana Pa' });
    expect(mentionAt('@jo e @an', 9)).toEqual({ from: 6, to: 9, typed: 'an' });
    expect(mentionAt('Oi\n@', 4)).toEqual({ from: 3, to: 4, typed: '' });
    expect(mentionAt('@Ana\nOi', 7)).toBeUndefined();
    expect(mentionAt(`@${'a'.repeat(40)}`, 41)).toBeDefined();
    expect(mentionAt(`@${'a'.repeat(41)}`, 42)).toBeUndefined();
  });

  it('are proposed by words of names and beginnings of e-mails, whatever the accents', () => {
    expect(emails(peopleLike('jose', team))).toEqual(['jose@x.com']);
    expect(emails(peopleLike('LIM', team))).toEqual(['jose@x.com']);
    expect(emails(peopleLike('sem', team))).toEqual(['sem.nome@x.com']);
    expect(emails(peopleLike('ana', team))).toEqual(['ana@x.com', 'ana.paula@x.com']);
    expect(emails(peopleLike('aul', team))).toEqual([]);
    expect(emails(peopleLike('x.com', team))).toEqual([]);
    expect(peopleLike('', [...team, ...team])).toHaveLength(6);
  });

  it('are read from the text, and no name is the beginning of another word', () => {
    expect(mentionedIn('@José Lima, veja', team)).toEqual(['jose@x.com']);
    expect(mentionedIn('@sem.nome?', team)).toEqual(['sem.nome@x.com']);
    expect(mentionedIn('@Anastácia e José Lima', team)).toEqual([]);
    expect(mentionedIn('@Anastácia e @Ana', team)).toEqual(['ana@x.com']);
    expect(mentionedIn('@José Lima e @Ana!', team)).toEqual(['ana@x.com', 'jose@x.com']);
  });
});

describe('until when a ticket is snoozed', () => {
  it.each([
    ['2026-03-10', '2026-03-11T11:00:00.000Z', '2026-03-16T11:00:00.000Z'],
    ['2026-03-15', '2026-03-16T11:00:00.000Z', '2026-03-16T11:00:00.000Z'],
    ['2026-03-16', '2026-03-17T11:00:00.000Z', '2026-03-23T11:00:00.000Z'],
  ])('is eight in the morning of São Paulo: on %s', (today, tomorrow, monday) => {
    const untilReader = '9999-01-01T00:00:00.000Z';
    expect(momentsOn(today)).toEqual({ tomorrow, monday, untilReader, end: null });
  });
});
