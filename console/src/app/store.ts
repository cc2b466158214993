import { useSyncExternalStore } from 'react';

/** A value outside of React that components follow. */
export interface Store<T> {
  get: () => T;
  set: (value: T | ((before: T) => T)) => void;
  subscribe: (listener: () => void) => () => void;
}

/** Creates a store. */
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

/** Creates a store whose value is kept in the browser and shared by its tabs. */
export const createKeptStore = <T>(name: string, initial: T): Store<T> => {
  const readKept = (): T => JSON.parse(localStorage.getItem(name) ?? 'null') ?? initial;
  const store = createStore(readKept());
  addEventListener('storage', ({ key }) => {
    if (key === name || key === null) store.set(readKept());
  });
  return {
    ...store,
    set: (next) => {
      store.set(next);
      localStorage.setItem(name, JSON.stringify(store.get()));
    },
  };
};

/** The present value of a store. */
export const useStore = <T>({ get, subscribe }: Store<T>): T =>
  useSyncExternalStore(subscribe, get);
