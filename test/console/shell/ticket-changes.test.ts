import { expect, it } from 'vitest';
import {
  changedIn,
  isAnsweredSince,
  isMentionedSince,
  lastChangesWith,
} from '../../../console/src/shell/ticket-changes.ts';

const ticket = (id: number, updatedAt: string) => ({ id, updatedAt });

it('what is read first is no news, and afterwards only what is new or has changed', () => {
  const first = [ticket(1, 'a'), ticket(2, 'a')];
  expect(changedIn(undefined, first)).toEqual([]);
  const known = lastChangesWith(undefined, first);
  const next = [ticket(1, 'a'), ticket(2, 'b'), ticket(3, 'b')];
  expect(changedIn(known, next)).toEqual([
    [next[1], 'a'],
    [next[2], undefined],
  ]);
});

it('a ticket that was followed before and comes back is not new', () => {
  const known = lastChangesWith(lastChangesWith(undefined, [ticket(1, 'a')]), []);
  expect(changedIn(known, [ticket(1, 'b')])).toEqual([[ticket(1, 'b'), 'a']]);
});

it('a mention is news once, whatever else happens on the ticket', () => {
  const note = (createdAt: string, ...mentions: string[]) => ({ createdAt, mentions });
  const notes = [note('b', 'ana@x.com'), note('c'), note('d', 'bia@x.com')] as never;
  expect(isMentionedSince({ notes }, 'ana@x.com', 'a')).toBe(true);
  expect(isMentionedSince({ notes }, 'ana@x.com', 'b')).toBe(false);
  expect(isMentionedSince({ notes }, 'caio@x.com', '')).toBe(false);
});

it('an answer is news if the reader wrote last', () => {
  const messages = (...origins: string[]) =>
    ({ messages: origins.map((origin, n) => ({ origin, createdAt: `${n}` })) }) as never;
  expect(isAnsweredSince(messages('agent', 'requester'), '0')).toBe(true);
  expect(isAnsweredSince(messages('agent', 'requester'), '1')).toBe(false);
  expect(isAnsweredSince(messages('requester', 'agent'), '')).toBe(false);
});
