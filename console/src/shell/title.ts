import { useEffect } from 'react';
import { createStore, useStore } from '../ui/state/store.ts';
import { shell } from './texts.ts';

/** The number of news since the page was last in front. */
export const unseen = createStore(0);

const subject = createStore<string | undefined>(undefined);

/** Names the page by what it shows, such as a ticket's subject, as long as it is shown. */
export const useSubject = (text: string): void =>
  useEffect(() => {
    subject.set(text);
    return () => subject.set(undefined);
  }, [text]);

/** Sets the page's title: number of news, shown subject or screen. */
export const useTitle = (screen: string | undefined): void => {
  const shown = useStore(subject) ?? screen;
  const count = useStore(unseen);
  useEffect(() => {
    const title = shown ? `${shown} · ${shell.product}` : shell.product;
    document.title = count > 0 ? `(${count}) ${title}` : title;
  }, [count, shown]);
};
