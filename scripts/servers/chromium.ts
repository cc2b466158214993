import { findProgram } from './programs.ts';

/** Finds Chromium, preferably its headless shell, which needs far less CPU time. */
export const findChromium = (): string | undefined =>
  findProgram('chromium-headless-shell') ?? findProgram('chromium');

/** Playwright's options for Chromium. @throws Error if it is not installed */
export const chromiumOptions = () => {
  const executablePath = findChromium();
  if (!executablePath) throw new Error('needs Chromium: install chromium-headless-shell');
  // The locale keeps accents in the names of downloads.
  const env = { ...process.env, LC_ALL: 'C.UTF-8' };
  return { executablePath, args: ['--no-sandbox'], env };
};
