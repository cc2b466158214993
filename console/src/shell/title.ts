import { useEffect } from 'react';
import { createStore, useStore } from '../ui/state/store.ts';
import { shell } from './texts.ts';

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
