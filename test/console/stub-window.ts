import { vi } from 'vitest';
import { stubBrowser } from './stub-browser.ts';

// What the modules of the page look for when they load: a test that renders some of them without a
// browser imports this first.
stubBrowser();
vi.stubGlobal('window', globalThis);
vi.stubGlobal('document', { defaultView: globalThis });
