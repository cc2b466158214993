import { useRef } from 'react';

/**
 * Keys that make a request happen once: what is sent again unchanged, because its response was lost, has the same key.
 */
export const useRequestKey = () => {
  const last = useRef<{ content: string; key: string }>(undefined);
  return {
    for: (content: unknown): string => {
      const text = JSON.stringify(content);
      if (last.current?.content !== text)
        last.current = { content: text, key: crypto.randomUUID() };
      return last.current.key;
    },
    /** The request was answered: sending the same again is meant. */
    renew: (): void => {
      last.current = undefined;
    },
  };
};
