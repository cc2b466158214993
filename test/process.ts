import { spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { hasEnded } from '../scripts/servers/local-server.ts';

/** A program in a process of its own. */
export type TestProcess = ReturnType<typeof startProgram>;

/** The part of the tests' environment that started programs inherit. */
export const programEnv = {
  PATH: process.env.PATH,
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
};

/** Starts one of our scripts with this environment and `programEnv` only. */
export const startProcess = (script: string, env: Record<string, string>): TestProcess =>
  startProgram([process.execPath, script], env);

/** Starts a program with this environment and `programEnv` only. */
export const startProgram = (command: readonly string[], env: Record<string, string>) => {
  const [program = '', ...args] = command;
  const child = spawn(program, args, {
    env: { ...programEnv, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lines: string[] = [];
  const output = new EventEmitter();
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => {
      lines.push(line);
      output.emit('line');
    });
  }
  let isClosed = false;
  const closed = new Promise((resolve) => child.once('close', resolve)).then(() => {
    isClosed = true;
  });
  return {
    child,
    /** All lines printed so far, on both streams. */
    lines,
    /** Resolves with the first line, past or future, that matches; rejects if the process ends before. */
    line: async (pattern: RegExp): Promise<string> => {
      for (;;) {
        const found = lines.find((line) => pattern.test(line));
        if (found !== undefined) return found;
        if (isClosed) {
          throw new Error(`${command.join(' ')} ended without ${pattern}:\n${lines.join('\n')}`);
        }
        await Promise.race([once(output, 'line'), closed]);
      }
    },
    /** Resolves with the exit code when the process has exited and `lines` has its whole output. */
    ended: async (): Promise<number | null> => {
      await closed;
      return child.exitCode;
    },
    /** Sends a signal and resolves with the exit code, which is null if the signal killed the process. */
    end: async (signal: NodeJS.Signals): Promise<number | null> => {
      if (!hasEnded(child)) {
        const ended = once(child, 'exit');
        child.kill(signal);
        await ended;
      }
      return child.exitCode;
    },
  };
};

/** The resident memory of a process (Linux). */
export const residentBytes = async (pid: number): Promise<number> => {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) * 1_024;
};
