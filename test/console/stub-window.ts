import { afterAll, vi } from 'vitest';
import { stubBrowser } from './stub-browser.ts';

/**
 * Stubs what the modules of the page look for when they load, until the end of the file. A test that
 * renders some of them without a browser calls this in `vi.hoisted`, before its imports. Another file
 * of the same worker must not take itself for a browser.
 */
export const stubWindow = (): void => {
  stubBrowser();
  vi.stubGlobal('window', globalThis);
  vi.stubGlobal('document', { defaultView: globalThis });
  afterAll(() => void vi.unstubAllGlobals());
};
