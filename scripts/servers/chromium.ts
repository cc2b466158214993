import { findProgram } from './programs.ts';

/** Chromium: its headless shell if that is installed, which takes far less of the processor. */
export const findChromium = (): string | undefined =>
  findProgram('chromium-headless-shell') ?? findProgram('chromium');

/** Playwright's options for Chromium. @throws Error if it is not installed */
export const chromiumOptions = () => {
  const executablePath = findChromium();
  if (!executablePath) throw new Error('needs Chromium: install chromium-headless-shell');
  // So that accents in the names of downloads stay.
  const env = { ...process.env, LC_ALL: 'C.UTF-8' };
  return { executablePath, args: ['--no-sandbox'], env };
};
