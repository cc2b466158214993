import { useEffect, useSyncExternalStore } from 'react';
import { shell } from '../texts/shell.ts';

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

/** What is new since the person last looked. */
export const unseen = createStore(0);

const subject = createStore<string | undefined>(undefined);

/** Names the page by what it shows, such as a ticket's subject, as long as it is shown. */
export const useSubject = (text: string): void =>
  useEffect(() => {
    subject.set(text);
    return () => subject.set(undefined);
  }, [text]);

/** Keeps the page's title: what is new, what is shown, else the screen. */
export const useTitle = (screen: string | undefined): void => {
  const shown = useStore(subject) ?? screen;
  const count = useStore(unseen);
  useEffect(() => {
    const title = shown ? `${shown} · ${shell.product}` : shell.product;
    document.title = count > 0 ? `(${count}) ${title}` : title;
  }, [count, shown]);
};
