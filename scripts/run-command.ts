import { type Config, parseConfig } from '../server/config/config.ts';
import { reasonOf } from '../server/text/error-reason.ts';

/** Reads the configuration; prints a line about each variable that was probably meant otherwise. */
export const configOfCommand = (): Config => {
  const config = parseConfig(process.env);
  for (const warning of config.warnings) console.error(`leitor: ${warning}`);
  return config;
};

/** Runs a command. If it fails, prints the reason in one line and exits with 1. */
export const runCommand = async (work: () => Promise<void>): Promise<void> => {
  try {
    await work();
  } catch (error) {
    console.error(`leitor: ${refusalOf(error)}${reasonOf(error)}`);
    process.exitCode = 1;
  }
};

/** What precedes the database's own words, which do not say who speaks. */
const refusalOf = (error: unknown): string => {
  if (!(error instanceof Error && 'severity' in error && 'code' in error)) return '';
  return error.code === '42P01' ? 'migrate the database first: ' : 'the database refuses: ';
};
