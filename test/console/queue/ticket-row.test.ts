import { createElement } from 'react';
import { expect, it, vi } from 'vitest';
import type { ListedTicket } from '../../../console/src/queue/filter.ts';
import { TicketRow } from '../../../console/src/queue/ticket-row.tsx';
import { ticketTexts as texts } from '../../../console/src/tickets/texts.ts';
import { render } from '../render.ts';
import { hoursAgo, listed, me, renderAtNoon } from '../samples.ts';

await vi.hoisted(async () => (await import('../stub-window.ts')).stubWindow());
renderAtNoon();

const tag = (id: number) => ({ id, name: `Tag ${id}`, color: '#112233' });
const isLate = 'data-late';
const isNew = '<strong';
const { open, resolved } = texts.statuses;

it.each<[string, Partial<ListedTicket>, object, string[], string[]]>([
  ['that waits for a day', {}, {}, [isNew, texts.waitingFor('1 d')], [isLate, open]],
  ['that waits for more', { waitingSince: hoursAgo(24.1) }, {}, [isLate], []],
  ['that somebody has', { assigneeEmail: me }, {}, [texts.assignedTo(me)], [isNew]],
  ['in progress', { status: 'in_progress' }, {}, [], [isNew]],
  [
    'that is settled',
    { waitingSince: null, status: 'resolved' },
    { sort: 'newest' },
    [resolved, texts.changedFor('2 h')],
    [isLate, isNew],
  ],
  ['of a status that the view names', {}, { sort: 'newest', status: 'open' }, [], [open]],
  ['whose mail did not leave', { mail: 'failed' }, {}, [texts.mails.failed], []],
  ['whose mail left', { mail: 'mailed' }, {}, [], [texts.mails.mailed]],
  ['with more than two tags', { tags: [1, 2, 3].map(tag) }, {}, ['Tag 2', '+1'], ['Tag 3']],
  ['with a draft', { hasDraft: true }, {}, [texts.hasDraft], []],
  ['with files', { attachmentCount: 2 }, {}, [texts.attachmentCount(2)], []],
  ['that is snoozed', { snoozedUntil: hoursAgo(-24) }, {}, [texts.snooze.until], []],
  ['that was found', { matched: 'A <b>' }, { search: 'x' }, ['A &lt;b&gt;'], [listed.snippet]],
  ['of nobody', { requesterName: null, requesterEmail: null }, {}, [texts.anonymous], []],
])('a row %s shows it', async (_, ticket, filter, shown, hidden) => {
  const html = await render(
    createElement(TicketRow, {
      ticket: { ...listed, ...ticket },
      filter: { sort: 'waiting', ...filter },
      selected: false,
      nameOf: (email: string) => email,
      onSelect: () => undefined,
    }),
  );
  expect(shown.filter((text) => !html.includes(text))).toEqual([]);
  expect(hidden.filter((text) => html.includes(text))).toEqual([]);
});
