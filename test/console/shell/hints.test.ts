import { expect, it } from 'vitest';
import { hintedQueries } from '../../../console/src/shell/hints.ts';

it.each<[hint: string, hinted: [string, object][], others: [string, object][]]>([
  [
    'ticket:5',
    [
      ['tickets.get', { id: 5 }],
      ['tickets.list', { sort: 'newest' }],
      ['attachments.list', { ticketId: 5 }],
      ['replies.drafts.list', { ticketId: 5 }],
      // An open draft does not say here which ticket it answers.
      ['replies.drafts.get', { id: 9 }],
      ['inbound.get', { id: 6 }],
      ['audit.list', {}],
    ],
    [
      ['tickets.get', { id: 6 }],
      ['attachments.list', { ticketId: 6 }],
      ['replies.drafts.list', { ticketId: 6 }],
    ],
  ],
  [
    'draft:8',
    [
      ['replies.drafts.get', { id: 8 }],
      ['replies.drafts.list', { ticketId: 6 }],
    ],
    [
      ['replies.drafts.get', { id: 9 }],
      ['tickets.get', { id: 8 }],
    ],
  ],
  [
    'presence:5',
    [['tickets.presence', { id: 5 }]],
    [
      ['tickets.presence', { id: 6 }],
      ['tickets.get', { id: 5 }],
      ['tickets.list', {}],
    ],
  ],
  [
    'quiz:a',
    [
      ['quiz.get', { id: 'a' }],
      ['quiz.list', { attempts: false }],
    ],
    [['quiz.get', { id: 'b' }]],
  ],
  [
    'mail:5',
    [
      ['outbox.list', {}],
      ['operations.status', {}],
    ],
    [['replies.drafts.list', {}]],
  ],
  ['session', [['session', {}]], [['tags.list', {}]]],
  ['other:5', [], [['tags.list', {}]]],
])('the hint %s fetches again what it is about', (hint, hinted, others) => {
  const found = [...hinted, ...others].filter((key) => hintedQueries(key, ['other:1', hint]));
  expect(found).toEqual(hinted);
});
