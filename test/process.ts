import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { hasEnded } from './servers/local-server.ts';

/** A program in a process of its own. */
export interface TestProcess {
  child: ChildProcess;
  /** Every line printed so far, on either stream. */
  lines: string[];
  /** Resolves with the first line, past or future, that matches; rejects if the process ends before one does. */
  line: (pattern: RegExp) => Promise<string>;
  /** Resolves with the exit code once it has ended by itself and all that it printed is in `lines`. */
  ended: () => Promise<number | null>;
  /** Sends a signal and resolves with the exit code once it has ended (null if the signal killed it). */
  end: (signal: NodeJS.Signals) => Promise<number | null>;
}

/** What programs that tests start have of the tests' own environment. */
export const programEnv = {
  PATH: process.env.PATH,
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
};

/** Starts one of our scripts with this environment and `programEnv` alone. */
export const startProcess = (script: string, env: Record<string, string>): TestProcess =>
  startProgram([process.execPath, script], env);

/** Starts a program with this environment and `programEnv` alone. */
export const startProgram = (
  [program = '', ...args]: readonly string[],
  env: Record<string, string>,
): TestProcess => {
  const child = spawn(program, args, {
    env: { ...programEnv, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lines: string[] = [];
  const waiting = new Set<() => void>();
  const wake = () => {
    for (const check of waiting) check();
  };
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => {
      lines.push(line);
      wake();
    });
  }
  let closed = false;
  child.once('close', () => {
    closed = true;
    wake();
  });
  return {
    child,
    lines,
    line: (pattern) =>
      new Promise((resolve, reject) => {
        const check = () => {
          const found = lines.find((line) => pattern.test(line));
          if (found === undefined && !hasEnded(child)) return;
          waiting.delete(check);
          if (found !== undefined) resolve(found);
          else
            reject(
              new Error(
                `${[program, ...args].join(' ')} ended without ${pattern}:\n${lines.join('\n')}`,
              ),
            );
        };
        waiting.add(check);
        check();
      }),
    ended: async () => {
      if (!closed) await once(child, 'close');
      return child.exitCode;
    },
    end: async (signal) => {
      if (!hasEnded(child)) {
        const ended = once(child, 'exit');
        child.kill(signal);
        await ended;
      }
      return child.exitCode;
    },
  };
};

/** Resident memory of a process (Linux). */
export const residentBytes = async (pid: number): Promise<number> => {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) * 1_024;
};
