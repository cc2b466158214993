import { vi } from 'vitest';

const nothing = () => undefined;

/** What parts of the console take from their browser: a store, and a window as wide as this. */
export const browserStubs = (isNarrow = false) => {
  const kept = new Map<string, string>();
  return {
    localStorage: {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => kept.set(key, value),
      removeItem: (key: string) => kept.delete(key),
    },
    addEventListener: nothing,
    matchMedia: () => ({ matches: isNarrow, addEventListener: nothing }),
  };
};

/** Stubs them until `vi.unstubAllGlobals`. */
export const stubBrowser = (isNarrow = false): void => {
  for (const [name, stub] of Object.entries(browserStubs(isNarrow))) vi.stubGlobal(name, stub);
};
