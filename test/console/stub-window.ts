import { afterAll, vi } from 'vitest';
import { stubBrowser } from './stub-browser.ts';

/**
 * Stubs the globals that page modules read when they load, until the end of the file. Tests that render
 * without a browser call it in `vi.hoisted`, before their imports. It is undone because other files share
 * the worker.
 */
export const stubWindow = (): void => {
  stubBrowser();
  vi.stubGlobal('window', globalThis);
  vi.stubGlobal('document', { defaultView: globalThis });
  afterAll(() => void vi.unstubAllGlobals());
};
