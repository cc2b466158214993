import { useEffect, useSyncExternalStore } from 'react';
import { shell } from '../texts/shell.ts';

/** A value outside of React that components follow. */
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

let person = '';

/** Says for whom this page keeps texts. Anybody else gets another page. */
export const keepFor = (email: string): void => {
  person ||= email;
};

/** The key of what this browser keeps for the person: `text:…` if the service does not have it yet. */
export const ownKey = (name: string): string => `console:${person}:${name}`;

const keysLike = (start: string): string[] =>
  Object.keys(localStorage).filter((key) => key.startsWith(start));

/** Whether a text of the person is in this browser alone. */
export const hasUnsent = (): boolean => keysLike(ownKey('text:')).length > 0;

/** Removes what this browser keeps for the person. */
export const forgetOwn = (): void => {
  for (const key of keysLike(ownKey(''))) localStorage.removeItem(key);
};

/** A value that the browser keeps; undefined: none. */
export const kept = <T>(key: string) => ({
  get: (): T | undefined => JSON.parse(localStorage.getItem(key) ?? 'null') ?? undefined,
  set: (value: T | undefined): void => {
    if (value === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(value));
  },
});

/** Creates a store whose value is kept in the browser, unless it is the initial one, and shared by its tabs. */
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
      place.set(store.get() === initial ? undefined : store.get());
    },
  };
};

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
