import { useEffect } from 'react';
import { createStore, useStore } from '../ui/state/store.ts';
import { shell } from './texts.ts';

/** The number of news items since the page was last in the foreground. */
export const unseen = createStore(0);

const subject = createStore<string | undefined>(undefined);

/** Puts a subject into the page's title while the component is mounted. */
export const useSubject = (text: string): void =>
  useEffect(() => {
    subject.set(text);
    return () => subject.set(undefined);
  }, [text]);

/** Sets the page's title: the number of news items, and the shown subject or the screen. */
export const useTitle = (screen: string | undefined): void => {
  const shown = useStore(subject) ?? screen;
  const count = useStore(unseen);
  useEffect(() => {
    const title = shown ? `${shown} · ${shell.product}` : shell.product;
    document.title = count > 0 ? `(${count}) ${title}` : title;
  }, [count, shown]);
};
