import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createKeptStore, createStore, kept } from '../../../console/src/ui/state/store.ts';
import { changeElsewhere, stubBrowser } from '../stub-browser.ts';

beforeEach(() => stubBrowser());
afterEach(() => void vi.unstubAllGlobals());

describe('a store', () => {
  it('notifies the listeners of a store until they stop', () => {
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

  it("starts a kept store with the browser's value, and stores no initial value", () => {
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

  it('lets a kept store follow other tabs, even if they empty it', () => {
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
