import { Command } from 'commander';
import { usageErrorOf } from './failure.ts';

/** Writes errors; usage errors in one line, without the help text. */
export const createErrorWriter = (write: (text: string) => void): ((text: string) => void) => {
  let written = false;
  return (text) => {
    if (written) return;
    const usageError = usageErrorOf(text);
    written = usageError !== undefined;
    write(usageError ? `${usageError} (see --help)` : text.trimEnd());
  };
};

/** Where a program writes, and how it ends. */
export interface ProgramOutput {
  out: (text: string) => void;
  writeError: (text: string) => void;
  exit: (code: number) => never;
}

/** Sets outputs, exit codes and descriptions of every command. */
export const configureOutput = (
  program: unknown,
  output: ProgramOutput,
  descriptions: ReadonlyMap<string, string>,
  path: readonly string[] = [],
): void => {
  if (!(program instanceof Command)) throw new Error('the program is not a commander Command');
  const description = descriptions.get(path.join(' '));
  if (description !== undefined) program.description(description);
  program.configureOutput({
    writeOut: (text) => output.out(text.trimEnd()),
    writeErr: output.writeError,
  });
  program.exitOverride(({ exitCode }) => output.exit(exitCode));
  for (const command of program.commands) {
    configureOutput(command, output, descriptions, [...path, command.name()]);
  }
};
