import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Command } from './languages.ts';

export const root = fileURLToPath(new URL('../..', import.meta.url));

const tenMinutes = 600_000;

/**
 * Runs a command and waits for it to exit.
 * @throws Error with its output unless it exits with 0 within ten minutes
 */
export const run = async (
  command: Command,
  environment: Record<string, string> = {},
): Promise<void> => {
  const [program = '', ...args] = command.split(' ');
  await promisify(execFile)(program, args, {
    cwd: root,
    env: { ...process.env, ...environment },
    timeout: tenMinutes,
    killSignal: 'SIGKILL',
    maxBuffer: Number.POSITIVE_INFINITY,
  }).catch(({ message, stdout }) => {
    throw new Error(`${message}${stdout}`.trim());
  });
};
