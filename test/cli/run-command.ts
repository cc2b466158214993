import { runCli } from '../../cli/run-cli.ts';

/** The output of a command line. */
export interface Printed {
  stdout: string;
  stderr: string;
}

/**
 * Runs a command line of the CLI in this process, ten times faster than a new process. Rejects with the
 * output and the exit code unless it is 0, like `execFile`.
 */
export const runCommand = async (
  args: readonly string[],
  env: Record<string, string | undefined>,
): Promise<Printed> => {
  const printed: Printed = { stdout: '', stderr: '' };
  const code = await runCli(args, {
    env,
    out: (text) => {
      printed.stdout += `${text}\n`;
    },
    err: (text) => {
      printed.stderr += `${text}\n`;
    },
    startedBy: ['leitor'],
  });
  if (code !== 0) throw Object.assign(new Error(printed.stderr), { code, ...printed });
  return printed;
};
