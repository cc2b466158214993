import { chromium } from 'playwright-core';
import type { TestProject } from 'vitest/node';
import { buildConsole } from '../../scripts/build-console.ts';
import { chromiumOptions } from '../../scripts/servers/chromium.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of the browser that all console tests share. */
    chromium: string;
  }
}

/** Builds the console if its sources changed, and starts one browser for all console tests. */
export default async (project: TestProject): Promise<() => Promise<void>> => {
  const [server] = await Promise.all([chromium.launchServer(chromiumOptions()), buildConsole()]);
  project.provide('chromium', server.wsEndpoint());
  return () => server.close();
};
