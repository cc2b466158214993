import { describe, expect, it } from 'vitest';
import {
  conditionsOf,
  type Filter,
  fieldsOf,
  filterOfView,
  isSameFilter,
  type ListedTicket,
  undoOf,
} from '../../console/src/queue/filter.ts';

const startOf = (day: string) => `2026-11-${day}T03:00:00.000Z`;
const saved = { id: 1, name: 'Minha', shared: false, ownerEmail: 'ana@x.com', updatedAt: '' };

describe('a filter of the address', () => {
  it.each<[Partial<Filter>, object]>([
    [{ assignee: 'nobody' }, { assignee: null }],
    [{ assignee: 'me' }, { assignee: 'me' }],
    [{ tag: '5' }, { tagId: 5 }],
    [
      { from: '2026-11-23', to: '2026-11-25' },
      { from: startOf('23'), to: startOf('25') },
    ],
    [{ updatedBefore: '2026-11-01' }, { updatedBefore: startOf('01') }],
    [{ snoozed: 'true' }, { snoozed: true }],
    [{ sort: 'waiting' }, { waiting: true }],
    [
      { status: 'open', main: 'Conta' },
      { status: 'open', main: 'Conta' },
    ],
    [
      { mentions: 'me', search: 'pix' },
      { mentions: 'me', search: 'pix' },
    ],
  ])('%j is asked for, and comes back from a saved view', (fields, conditions) => {
    const filter: Filter = { sort: 'newest', ...fields };
    expect(conditionsOf(filter)).toEqual(conditions);
    const view = { ...saved, filter: conditionsOf(filter), sort: filter.sort };
    expect(isSameFilter(filterOfView(view), filter)).toBe(true);
  });

  it('asks for no tag that is no number', () => {
    for (const tag of ['x', '5x', '1'.repeat(10), '-1']) {
      expect(conditionsOf({ sort: 'newest', tag })).toEqual({});
    }
  });

  it('differs by any field, and not by what is unset', () => {
    expect(isSameFilter({ sort: 'newest' }, { sort: 'newest', main: undefined })).toBe(true);
    expect(isSameFilter({ sort: 'newest' }, { sort: 'newest', main: 'Conta' })).toBe(false);
    expect(isSameFilter({ sort: 'newest' }, { sort: 'updated' })).toBe(false);
    const [status, main] = ['open', 'Conta'] as const;
    expect(isSameFilter({ sort: 'newest', status, main }, { main, status, sort: 'newest' })).toBe(
      true,
    );
    expect(fieldsOf({ sort: 'newest', main, tag: '', search: undefined })).toEqual([
      ['main', 'Conta'],
      ['sort', 'newest'],
    ]);
  });
});

describe('the undo of a change of many tickets', () => {
  const ticket = (
    id: number,
    status: ListedTicket['status'],
    assigneeEmail: string | null,
  ): Pick<ListedTicket, 'id' | 'status' | 'assigneeEmail'> => ({ id, status, assigneeEmail });
  const before = [
    ticket(1, 'open', 'ana@x.com'),
    ticket(2, 'resolved', null),
    ticket(3, 'open', 'ana@x.com'),
  ];

  it('gives each the status that it had', () => {
    expect(undoOf({ setStatus: 'closed' }, before)).toEqual([
      { ids: [1, 3], setStatus: 'open' },
      { ids: [2], setStatus: 'resolved' },
    ]);
  });

  it('gives each the agent that it had', () => {
    expect(undoOf({ assignTo: 'bia@x.com' }, before)).toEqual([
      { ids: [1, 3], assignTo: 'ana@x.com' },
      { ids: [2], assignTo: null },
    ]);
    expect(undoOf({ assignTo: null }, before)).toHaveLength(2);
  });

  it('is not offered for a tag', () => {
    expect(undoOf({ addTagId: 5 }, before)).toEqual([]);
  });
});
