import { reasonOf } from '../server/text/error-reason.ts';

/** Runs a command. If it fails, prints the reason in one line and exits with 1. */
export const runCommand = async (work: () => Promise<void>): Promise<void> => {
  try {
    await work();
  } catch (error) {
    console.error(`leitor: ${reasonOf(error)}`);
    process.exitCode = 1;
  }
};
