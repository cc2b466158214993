import { describe, expect, it } from 'vitest';
import { mentionAt, mentionedIn, peopleLike } from '../../../console/src/tickets/mentions.ts';

describe('mentions in a note', () => {
  const team = [
    { email: 'ana@x.com', name: 'Ana' },
    { email: 'ana.paula@x.com', name: 'Ana Paula' },
    { email: 'jose@x.com', name: 'José Lima' },
    { email: 'sem.nome@x.com', name: null },
  ];
  const emails = (people: readonly { email: string }[]) => people.map(({ email }) => email);

  it('starts a mention at an @ that begins a word', () => {
    expect(mentionAt('Oi @jo', 6)).toEqual({ from: 3, to: 6, typed: 'jo' });
    expect(mentionAt('@', 1)).toEqual({ from: 0, to: 1, typed: '' });
    expect(mentionAt('a@jo', 4)).toBeUndefined();
    expect(mentionAt('(@Ana Pa e', 8)).toEqual({ from: 1, to: 8, typed: 'Ana Pa' });
    expect(mentionAt('Oi\n@', 4)).toEqual({ from: 3, to: 4, typed: '' });
    expect(mentionAt('@Ana\nOi', 7)).toBeUndefined();
    expect(mentionAt(`@${'a'.repeat(40)}`, 41)).toBeDefined();
    expect(mentionAt(`@${'a'.repeat(41)}`, 42)).toBeUndefined();
  });

  it('proposes people by words of names and beginnings of e-mails, ignoring accents', () => {
    expect(emails(peopleLike('jose', team))).toEqual(['jose@x.com']);
    expect(emails(peopleLike('sem', team))).toEqual(['sem.nome@x.com']);
    expect(emails(peopleLike('ana', team))).toEqual(['ana@x.com', 'ana.paula@x.com']);
    expect(emails(peopleLike('aul', team))).toEqual([]);
    expect(emails(peopleLike('x.com', team))).toEqual([]);
    expect(peopleLike('', [...team, ...team])).toHaveLength(6);
  });

  it('finds mentions in the text, but not a name that begins a longer word', () => {
    expect(mentionedIn('@sem.nome?', team)).toEqual(['sem.nome@x.com']);
    expect(mentionedIn('@Anastácia e José Lima', team)).toEqual([]);
    expect(mentionedIn('@Anastácia e @Ana', team)).toEqual(['ana@x.com']);
    expect(mentionedIn('@José Lima e @Ana!', team)).toEqual(['ana@x.com', 'jose@x.com']);
  });
});
