import { describe, expect, it } from 'vitest';
import { isMention, mentionedIn } from '../../../console/src/tickets/mentions.ts';

describe('mentions in a note', () => {
  const team = [
    { email: 'ana@x.com', name: 'Ana' },
    { email: 'ana.paula@x.com', name: 'Ana Paula' },
    { email: 'jose@x.com', name: 'José Lima' },
    { email: 'sem.nome@x.com', name: null },
  ];

  it.each([
    ['Oi @', true],
    ['@', true],
    ['(@', true],
    ['Oi\n@', true],
    ['ana@', false],
    ['@Ana ', false],
  ])('starts a mention at an @ that begins a word: %j', (before, starts) => {
    expect(isMention(before)).toBe(starts);
  });

  it('finds mentions in the text, but not a name that begins a longer word', () => {
    expect(mentionedIn('@sem.nome?', team)).toEqual(['sem.nome@x.com']);
    expect(mentionedIn('@Anastácia e José Lima', team)).toEqual([]);
    expect(mentionedIn('@Anastácia e @Ana', team)).toEqual(['ana@x.com']);
    expect(mentionedIn('@José Lima e @Ana!', team)).toEqual(['ana@x.com', 'jose@x.com']);
  });
});
