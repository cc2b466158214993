import { Command } from 'commander';
import { exitCodes, usageErrorOf } from './failure.ts';

/** Writes errors to standard error; usage errors in one line, without the help text. */
export const createErrorWriter = (): ((text: string) => void) => {
  let written = false;
  return (text) => {
    if (written) return;
    const usageError = usageErrorOf(text);
    written = usageError !== undefined;
    console.error(usageError ? `${usageError} (see --help)` : text.trimEnd());
  };
};

/** Sets error output, exit codes and descriptions of every command. */
export const configureErrorOutput = (
  program: unknown,
  writeError: (text: string) => void,
  descriptions: ReadonlyMap<string, string>,
  path: readonly string[] = [],
): void => {
  if (!(program instanceof Command)) throw new Error('the program is not a commander Command');
  const description = descriptions.get(path.join(' '));
  if (description !== undefined) program.description(description);
  program.configureOutput({ writeErr: writeError });
  program.exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : exitCodes.usage));
  for (const command of program.commands) {
    configureErrorOutput(command, writeError, descriptions, [...path, command.name()]);
  }
};
