import { Command } from 'commander';
import { complaintOf, exitCodes } from './failure.ts';

/** Writes failures: a complaint about the command line in one line, without the help that would follow. */
export const createComplainer = (): ((text: string) => void) => {
  let complained = false;
  return (text) => {
    if (complained) return;
    const complaint = complaintOf(text);
    complained = complaint !== undefined;
    console.error(complaint ? `${complaint} (--help tells more)` : text.trimEnd());
  };
};

/** Gives every command of a program the same manners when it is called wrongly, and its description where there is one. */
export const teachManners = (
  program: unknown,
  complain: (text: string) => void,
  descriptions: ReadonlyMap<string, string>,
  path: readonly string[] = [],
): void => {
  if (!(program instanceof Command)) throw new Error('the command line is of another library');
  const description = descriptions.get(path.join(' '));
  if (description !== undefined) program.description(description);
  program.configureOutput({ writeErr: complain });
  program.exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : exitCodes.usage));
  for (const command of program.commands) {
    teachManners(command, complain, descriptions, [...path, command.name()]);
  }
};
