import { expect, it } from 'vitest';
import { hintedQueries } from '../../../console/src/shell/hints.ts';

it('fetches again what a hint is about: a ticket, its drafts, and lists', () => {
  const isHinted = (path: string, input: object, hint: string) =>
    hintedQueries([path, input], [hint]);
  expect(isHinted('tickets.get', { id: 5 }, 'ticket:5')).toBe(true);
  expect(isHinted('tickets.get', { id: 6 }, 'ticket:5')).toBe(false);
  expect(isHinted('tickets.list', { sort: 'newest' }, 'ticket:5')).toBe(true);
  expect(isHinted('attachments.list', { ticketId: 6 }, 'ticket:5')).toBe(false);
  // An open draft does not say here which ticket it answers.
  expect(isHinted('replies.drafts.get', { id: 9 }, 'ticket:5')).toBe(true);
  expect(isHinted('replies.drafts.get', { id: 9 }, 'draft:8')).toBe(false);
  expect(isHinted('tickets.presence', { id: 5 }, 'presence:5')).toBe(true);
  expect(isHinted('attachments.list', { ticketId: 5 }, 'ticket:5')).toBe(true);
  expect(isHinted('replies.drafts.list', { ticketId: 5 }, 'ticket:5')).toBe(true);
  expect(isHinted('replies.drafts.list', { ticketId: 6 }, 'ticket:5')).toBe(false);
  expect(isHinted('replies.drafts.get', { id: 8 }, 'draft:8')).toBe(true);
  expect(isHinted('replies.drafts.list', { ticketId: 6 }, 'draft:8')).toBe(true);
  expect(isHinted('tickets.get', { id: 5 }, 'draft:5')).toBe(false);
  expect(isHinted('quiz.get', { id: 5 }, 'quiz:5')).toBe(true);
  expect(isHinted('tickets.presence', { id: 6 }, 'presence:5')).toBe(false);
  expect(isHinted('tickets.get', { id: 5 }, 'presence:5')).toBe(false);
  expect(isHinted('session', {}, 'session')).toBe(true);
  expect(isHinted('tags.list', {}, 'session')).toBe(false);
  expect(isHinted('tags.list', {}, 'other:5')).toBe(false);
  for (const path of ['outbox.list', 'operations.status']) {
    expect(isHinted(path, {}, 'mail:5')).toBe(true);
  }
  for (const path of ['audit.list', 'inbound.status']) {
    expect(isHinted(path, {}, 'ticket:5')).toBe(true);
  }
  expect(isHinted('replies.drafts.list', {}, 'mail:5')).toBe(false);
  expect(isHinted('quiz.get', { id: 'b' }, 'quiz:a')).toBe(false);
  expect(isHinted('quiz.list', { attempts: false }, 'quiz:a')).toBe(true);
  expect(isHinted('tickets.list', {}, 'presence:5')).toBe(false);
  expect(isHinted('inbound.get', { id: 6 }, 'ticket:5')).toBe(true);
  expect(hintedQueries(['tickets.get', { id: 5 }], ['quiz:1', 'ticket:5'])).toBe(true);
  expect(hintedQueries(['tickets.get', { id: 5 }], [])).toBe(false);
});
