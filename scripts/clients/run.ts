import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { findProgram } from '../programs.ts';
import type { Command } from './languages.ts';

const tenMinutes = 600_000;

/**
 * Runs a program to its end in the folder `cwd`.
 *
 * @throws Error with what it printed where it did not end with 0 within ten minutes
 */
export const run = async (
  [program, ...args]: Command,
  cwd: string,
  environment: Record<string, string> = {},
): Promise<void> => {
  const child = spawn(program, args, {
    cwd,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: tenMinutes,
    killSignal: 'SIGKILL',
  });
  const printed = Promise.all([text(child.stdout), text(child.stderr)]);
  const [code] = await once(child, 'close');
  if (code !== 0)
    throw new Error(`${program} ended with ${code}\n${(await printed).join('').trim()}`);
};

/** The programs, of those named, that are nowhere on the PATH. */
export const lacking = (programs: readonly string[]): string[] =>
  programs.filter((name) => findProgram(name) === undefined);
