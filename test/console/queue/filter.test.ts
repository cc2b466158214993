import { describe, expect, it } from 'vitest';
import {
  conditionsOf,
  type Filter,
  fieldsOf,
  filterOfView,
  isSameFilter,
  type ListedTicket,
  useFilter,
} from '../../../console/src/queue/filter.ts';
import { targetOf } from '../../../console/src/queue/selection.ts';
import { used } from '../render.ts';

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

  it('leaves out what the address does not say rightly', async () => {
    const filterAt = async (search: string) => {
      const { filter } = await used(useFilter, [], { address: `/fila?${search}` });
      return JSON.parse(JSON.stringify(filter));
    };
    const odd = ['status', 'sort', 'from', 'to', 'updatedBefore', 'snoozed'];
    expect(await filterAt(odd.map((name) => `${name}=odd`).join('&'))).toEqual({ sort: 'waiting' });
    const days = { from: '2026-11-01', to: '2026-11-02', updatedBefore: '2026-11-03' };
    const rest = { main: 'Conta', tag: '5', assignee: 'me', mentions: 'me', snoozed: 'true' };
    const all = { ...days, ...rest, status: 'closed', sort: 'updated' };
    expect(await filterAt(`${new URLSearchParams(all)}&odd=1`)).toEqual(all);
    const { search } = await filterAt(`search=${'x'.repeat(201)}`);
    expect(search).toHaveLength(200);
  });

  it('differs by any field, and not by what is unset', () => {
    expect(isSameFilter({ sort: 'newest' }, { sort: 'newest', main: undefined })).toBe(true);
    expect(isSameFilter({ sort: 'newest' }, { sort: 'newest', main: 'Conta' })).toBe(false);
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

describe('a change of many tickets', () => {
  it('is of the selected tickets, or of all that the filter finds', () => {
    const ids = new Map([[5, {} as ListedTicket]]);
    expect(targetOf({ ids, all: false }, { sort: 'newest' })).toEqual({ ids: [5] });
    const filter = { sort: 'newest', main: 'Conta' } as const;
    expect(targetOf({ ids: new Map(), all: true }, filter)).toEqual({ filter: { main: 'Conta' } });
  });
});
