import { useSyncExternalStore } from 'react';

/** A value outside React that components subscribe to. */
export interface Store<T> {
  get: () => T;
  set: (value: T | ((before: T) => T)) => void;
  subscribe: (listener: () => void) => () => void;
}

export const createStore = <T>(initial: T): Store<T> => {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set: (next) => {
      value = next instanceof Function ? next(value) : next;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
};

/** A value in local storage; undefined if there is none. */
export const kept = <T>(key: string) => ({
  get: (): T | undefined => JSON.parse(localStorage.getItem(key) ?? 'null') ?? undefined,
  set: (value: T | undefined): void => {
    if (value === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(value));
  },
});

/** Creates a store that local storage keeps, unless it has its initial value, and that tabs share. */
export const createKeptStore = <T>(name: string, initial: T): Store<T> => {
  const place = kept<T>(name);
  const store = createStore(place.get() ?? initial);
  addEventListener('storage', ({ key }) => {
    if (key === name || key === null) store.set(place.get() ?? initial);
  });
  return {
    ...store,
    set: (next) => {
      store.set(next);
      const isInitial = JSON.stringify(store.get()) === JSON.stringify(initial);
      place.set(isInitial ? undefined : store.get());
    },
  };
};

/** Returns a function that gives the store of each name, always the same one. */
export const keptStores = <T, Id = number>(nameOf: (id: Id) => string, initial: T) => {
  const stores = new Map<Id, Store<T>>();
  return (id: Id): Store<T> => {
    const store = stores.get(id) ?? createKeptStore(nameOf(id), initial);
    stores.set(id, store);
    return store;
  };
};

export const useStore = <T>({ get, subscribe }: Store<T>): T =>
  useSyncExternalStore(subscribe, get, get);
