import { describe, expect, it } from 'vitest';
import {
  conditionsOf,
  type Filter,
  fieldsOf,
  filterIn,
  isSameFilter,
  type ListedTicket,
} from '../../../console/src/queue/filter.ts';
import { targetOf } from '../../../console/src/queue/selection.ts';

const startOf = (day: string) => `2026-11-${day}T03:00:00.000Z`;
const textOf = ([name, value]: [string, unknown]) => [name, String(value)] as const;

describe('a filter of the address', () => {
  it.each<[Record<string, string>, Partial<Filter>]>([
    [{ assignee: 'nobody' }, { assignee: null }],
    [{ assignee: 'me' }, { assignee: 'me' }],
    [{ tag: '5' }, { tagId: 5 }],
    [
      { from: '2026-11-23', to: '2026-11-25', updatedBefore: '2026-11-26' },
      { from: startOf('23'), to: startOf('25'), updatedBefore: startOf('26') },
    ],
    [{ snoozed: 'true' }, { snoozed: true }],
    [
      { status: 'open', main: 'Conta', mentions: 'me', search: 'pix' },
      { status: 'open', main: 'Conta', mentions: 'me', search: 'pix' },
    ],
  ])('%j is read from the address and written to it', (address, fields) => {
    const filter = filterIn({ ...address, sort: 'newest' });
    expect(filter).toMatchObject(fields);
    expect(isSameFilter(filter, { ...fields, sort: 'newest' })).toBe(true);
    expect(filterIn(Object.fromEntries(fieldsOf(filter).map(textOf)))).toEqual(filter);
  });

  it('asks for waiting tickets by the order', () => {
    expect(conditionsOf({ sort: 'waiting' })).toEqual({ waiting: true });
    expect(conditionsOf({ sort: 'newest' })).toEqual({});
  });

  it('leaves out what the address does not say rightly', () => {
    const odd = ['status', 'sort', 'from', 'to', 'updatedBefore', 'snoozed', 'tag', 'other'];
    const read = filterIn(Object.fromEntries(odd.map((name) => [name, 'odd'])));
    expect(JSON.parse(JSON.stringify(read))).toEqual({ sort: 'waiting' });
    expect(filterIn({ search: 'x'.repeat(201) }).search).toHaveLength(200);
  });

  it('differs by any field, and not by what is unset', () => {
    expect(isSameFilter({ sort: 'newest' }, { sort: 'newest', main: undefined })).toBe(true);
    expect(isSameFilter({ sort: 'newest' }, { sort: 'newest', main: 'Conta' })).toBe(false);
    const [status, main] = ['open', 'Conta'] as const;
    expect(isSameFilter({ sort: 'newest', status, main }, { main, status, sort: 'newest' })).toBe(
      true,
    );
  });
});

describe('a change of many tickets', () => {
  it('is of the selected tickets, or of all that the filter finds', () => {
    const ids = new Map([[5, {} as ListedTicket]]);
    expect(targetOf({ ids, all: false }, { sort: 'newest' })).toEqual({ ids: [5] });
    const filter = { sort: 'newest', main: 'Conta' } as const;
    expect(targetOf({ ids: new Map(), all: true }, filter)).toEqual({ filter: { main: 'Conta' } });
  });
});
