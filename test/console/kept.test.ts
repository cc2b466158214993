import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { read, readPages } from '../../console/src/api/client.ts';
import { isLong, refresh } from '../../console/src/api/refresh.ts';
import { addressesIn } from '../../console/src/reply/extras.ts';
import { extrasOf, restoreExtras } from '../../console/src/shell/extras.ts';
import {
  forgetOwn,
  hasUnsent,
  keepFor,
  ownKey,
  unsavedReply,
  unsentForward,
} from '../../console/src/shell/own.ts';
import { initialsOf, nameIn } from '../../console/src/shell/people.ts';
import { includesRole, sessionQuery } from '../../console/src/shell/session.ts';
import { createKeptStore, createStore, kept } from '../../console/src/ui/state/store.ts';

/** What a browser has of it, as its own enumerable properties too. */
class Storage {
  getItem(key: string): string | null {
    return Object.entries(this).find(([name]) => name === key)?.[1] ?? null;
  }
  setItem(key: string, value: string): void {
    Object.assign(this, { [key]: value });
  }
  removeItem(key: string): void {
    Reflect.deleteProperty(this, key);
  }
}

const page = new EventTarget();
/** Another tab changed what is kept by this name; null: all of it. */
const changeElsewhere = (key: string | null) =>
  page.dispatchEvent(Object.assign(new Event('storage'), { key }));

beforeEach(() => {
  vi.stubGlobal('localStorage', new Storage());
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
});
afterEach(() => void vi.unstubAllGlobals());

describe('a store', () => {
  it('tells its listeners of each change, until they stop', () => {
    const store = createStore(1);
    const seen: number[] = [];
    const stop = store.subscribe(() => seen.push(store.get()));
    store.set(2);
    store.set((before) => before + 10);
    stop();
    store.set(5);
    expect(seen).toEqual([2, 12]);
    expect(store.get()).toBe(5);
  });

  it('that is kept begins with what the browser has, and leaves nothing of its initial value', () => {
    const place = kept<string>('a');
    expect(place.get()).toBeUndefined();
    place.set('b');
    const store = createKeptStore('a', 'initial');
    expect([store.get(), createKeptStore('other', 'initial').get()]).toEqual(['b', 'initial']);
    store.set((before) => `${before}!`);
    expect([store.get(), place.get()]).toEqual(['b!', 'b!']);
    store.set('initial');
    expect([store.get(), localStorage.getItem('a')]).toEqual(['initial', null]);
  });

  it('that is kept follows other tabs, also when they empty it', () => {
    const store = createKeptStore('a', 'initial');
    const seen: string[] = [];
    store.subscribe(() => seen.push(store.get()));
    kept('a').set('elsewhere');
    changeElsewhere('b');
    expect(seen).toEqual([]);
    changeElsewhere('a');
    kept('a').set(undefined);
    changeElsewhere(null);
    expect(seen).toEqual(['elsewhere', 'initial']);
  });
});

describe('what this browser keeps for a person', () => {
  it('is theirs alone, says whether a text is only here, and goes with them', () => {
    keepFor('ana@x.com');
    // Anybody else gets another page.
    keepFor('bia@x.com');
    expect(ownKey('text:note:5')).toBe('console:ana@x.com:text:note:5');
    kept('console:bia@x.com:text:note:5').set('De Bia');
    kept(ownKey('undo')).set([]);
    expect(hasUnsent()).toBe(false);
    unsavedReply(5).set({ html: 'Oi', revision: null });
    expect(hasUnsent()).toBe(true);
    expect(unsavedReply(6).get()).toBeUndefined();
    unsentForward(5).set({ to: 'a@x.com', html: '' });
    expect(unsavedReply(5).get()).toEqual({ html: 'Oi', revision: null });
    forgetOwn();
    expect(Object.keys(localStorage)).toEqual(['console:bia@x.com:text:note:5']);
  });
});

describe('what goes with a reply', () => {
  const file = (id: number) => ({ id, name: `${id}.txt`, type: 'text/plain', size: 1 });
  it('comes back before what is there now, each file once, and copies that were typed stay', () => {
    const store = extrasOf(71);
    expect(extrasOf(71)).toBe(store);
    store.set({ files: [file(1), file(2)] });
    restoreExtras(71, { files: [file(3), file(2)], cc: 'a@x.com' });
    const ids = () => store.get().files.map(({ id }) => id);
    expect([ids(), store.get().cc]).toEqual([[3, 2, 1], 'a@x.com']);
    restoreExtras(71, { files: [], cc: 'b@x.com' });
    expect([ids(), store.get().cc]).toEqual([[3, 2, 1], 'a@x.com']);
    expect(extrasOf(72).get()).toEqual({ files: [] });
    restoreExtras(72, { files: [] });
    expect(extrasOf(72).get()).toEqual({ files: [] });
  });

  const many = Array.from({ length: 21 }, (_, n) => `a${n}@x.com`);
  it.each([
    [undefined, [], undefined],
    [' , ; ', [], undefined],
    ['Ana@X.com, b@x.com;c@x.com\nd@x.com e@x.com', ['ana', 'b', 'c', 'd', 'e'], undefined],
    ['a@x.com, A@x.com', ['a'], undefined],
    ['a@x.com, Bia', ['a', 'Bia'], 'Bia'],
    ['a@x', ['a@x'], 'a@x'],
    ['<a@x.com>', ['<a@x.com>'], '<a@x.com>'],
    [many.slice(0, 20).join(), many.slice(0, 20), undefined],
    [many.join(), many, 'a20@x.com'],
  ])('has the addresses of %j', (text, names, wrong) => {
    const found = addressesIn(text);
    const wanted = names.map((name) =>
      /@/.test(name) || name === wrong ? name.toLowerCase() : `${name}@x.com`,
    );
    expect(found).toEqual({ addresses: wanted, wrong });
  });
});

describe('people', () => {
  it.each([
    ['Beatriz Nunes', 'BN'],
    ['ana maria  de souza', 'AS'],
    ['Érica', 'É'],
    [' ', ''],
  ])('%j has the initials %j', (name, initials) => {
    expect(initialsOf(name)).toBe(initials);
  });

  it('are called by the beginning of their e-mail if they have no name', () => {
    expect(nameIn('ana.lima@x.com')).toBe('ana.lima');
  });

  it.each([
    ['reader', 'agent', false],
    ['agent', 'agent', true],
    ['agent', 'editor', false],
    ['editor', 'agent', true],
    ['admin', 'editor', true],
    ['editor', 'admin', false],
    ['reader', undefined, false],
    ['agent', undefined, true],
  ] as const)('a role of %s includes %s: %s', (role, least, includes) => {
    expect(includesRole(role, least)).toBe(includes);
  });
});

describe('who is signed in', () => {
  const asked = (response: Response) => {
    vi.stubGlobal('fetch', async () => response);
    return new QueryClient().fetchQuery({ ...sessionQuery, retry: false });
  };
  it('is nobody by the status 401, and called by their e-mail without a name', async () => {
    expect(await asked(new Response(null, { status: 401 }))).toBeNull();
    const ana = { email: 'ana@x.com', name: null, role: 'agent' };
    expect(await asked(Response.json(ana))).toEqual({ ...ana, name: 'ana@x.com' });
    expect(await asked(Response.json({ ...ana, name: 'Ana' }))).toEqual({ ...ana, name: 'Ana' });
  });

  it('is not known if the service fails', async () => {
    await expect(asked(new Response(null, { status: 500 }))).rejects.toThrow('500');
  });
});

describe('queries', () => {
  it('have their path and input as key, and lists go on from a cursor', () => {
    expect(read('tickets.get', { id: 5 }).queryKey).toEqual(['tickets.get', { id: 5 }]);
    expect(read('tags.list').queryKey).toEqual(['tags.list', {}]);
    const { queryKey, getNextPageParam } = readPages('tickets.list', { sort: 'newest' });
    expect(queryKey).toEqual(['tickets.list', { sort: 'newest' }, 'pages']);
    const next = (nextCursor: string | null) =>
      getNextPageParam({ items: [], nextCursor }, [], undefined, []);
    expect([next('c'), next(null)]).toEqual(['c', undefined]);
  });

  it.each([
    [undefined, false],
    [null, false],
    [{ items: [] }, false],
    [{ pages: [1, 2, 3] }, false],
    [{ pages: [1, 2, 3, 4] }, true],
  ])('of %j are too long to be fetched again by themselves: %s', (data, long) => {
    const queries = new QueryClient();
    const query = queries.getQueryCache().build(queries, { queryKey: ['a'] });
    if (data !== undefined) query.setData(data);
    expect(isLong(query)).toBe(long);
  });

  it('are fetched again if they are on the page and not too long; all others are stale', async () => {
    const queries = new QueryClient();
    const asked: string[] = [];
    const load = (name: string, data: object, isShown = true) => {
      queries.setQueryData([name], data);
      const options = { queryKey: [name], staleTime: Number.POSITIVE_INFINITY };
      const queryFn = () => {
        asked.push(name);
        return data;
      };
      if (isShown) new QueryObserver(queries, { ...options, queryFn }).subscribe(() => undefined);
    };
    load('shown', {});
    load('hidden', {}, false);
    load('long', { pages: [1, 2, 3, 4] });
    load('other', {});
    refresh(queries, ({ queryKey: [name] }) => name !== 'other');
    const isStale = (name: string) => queries.getQueryState([name])?.isInvalidated;
    await vi.waitFor(() => expect(isStale('shown')).toBe(false));
    expect(asked).toEqual(['shown']);
    expect(['hidden', 'long', 'other'].map(isStale)).toEqual([true, true, false]);
    refresh(queries);
    await vi.waitFor(() => expect(asked).toEqual(['shown', 'shown', 'other']));
    queries.clear();
  });
});
