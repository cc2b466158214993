import { vi } from 'vitest';

// What the modules of the page look for when they load: a test that renders some of them without a
// browser imports this first.
const nothing = () => undefined;
const kept = { getItem: () => null, setItem: nothing, removeItem: nothing };
const matchMedia = () => ({ matches: false, addEventListener: nothing });
const page = { window: globalThis, document: { defaultView: globalThis } };
const globals = { ...page, localStorage: kept, matchMedia, addEventListener: nothing };
for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value);
