import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { findProgram } from '../programs.ts';
import type { Command } from './languages.ts';

const tenMinutes = 600_000;

/**
 * Runs a program in the folder `cwd` and waits for it to exit.
 *
 * @throws Error with its output unless it exits with 0 within ten minutes
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

/** The named programs that are not on the PATH. */
export const missingPrograms = (programs: readonly string[]): string[] =>
  programs.filter((name) => findProgram(name) === undefined);
