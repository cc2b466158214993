import { Command } from 'commander';
import { type FailureFields, usageErrorOf } from './failure.ts';

/** Writes an error, with its details if they are known. */
type WriteError = (text: string, fields?: FailureFields) => void;

/**
 * Writes errors; a usage error is one line without the help text.
 * @param json writes each error as one line of JSON
 */
export const createErrorWriter = (write: (text: string) => void, json: boolean): WriteError => {
  let written = false;
  return (text, fields = { code: 'usage' }) => {
    if (written) return;
    const usageError = usageErrorOf(text);
    written = usageError !== undefined;
    const message = usageError ? `${usageError} (see --help)` : text.trimEnd();
    write(json ? JSON.stringify({ ...fields, message }) : message);
  };
};

/** The output streams and the exit code of a program. */
interface ProgramOutput {
  out: (text: string) => void;
  writeError: WriteError;
  exit: (code: number) => never;
}

/** Help texts by the words of a command. */
export interface HelpTexts {
  ofCommand: (path: readonly string[]) => string | undefined;
  ofOption: (path: readonly string[], option: string) => string | undefined;
}

/** Configures the outputs, exit codes and descriptions of all commands. */
export const configureOutput = (
  program: unknown,
  output: ProgramOutput,
  help: HelpTexts,
  path: readonly string[] = [],
): void => {
  if (!(program instanceof Command)) throw new Error('the program is not a commander Command');
  const description = help.ofCommand(path);
  if (description !== undefined) program.description(description);
  for (const option of program.options) {
    option.description = help.ofOption(path, option.name()) ?? option.description;
  }
  program.configureOutput({
    writeOut: (text) => output.out(text.trimEnd()),
    writeErr: (text) => output.writeError(text),
  });
  program.exitOverride(({ exitCode }) => output.exit(exitCode));
  for (const command of program.commands) {
    configureOutput(command, output, help, [...path, command.name()]);
  }
};
