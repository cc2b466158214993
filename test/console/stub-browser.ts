import { vi } from 'vitest';

const nothing = () => undefined;

/** What parts of the console take from their browser: a store, and a window as wide as this. */
export const stubBrowser = (isNarrow = false): void => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
  vi.stubGlobal('addEventListener', nothing);
  vi.stubGlobal('matchMedia', () => ({ matches: isNarrow, addEventListener: nothing }));
};
