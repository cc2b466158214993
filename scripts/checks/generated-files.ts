import { readFile, writeFile } from 'node:fs/promises';

/**
 * Writes generated files, named from the repository's root. With `--check` it writes nothing, and
 * the process fails if a committed file is stale.
 *
 * @param command the command that renews them
 */
export const writeGenerated = async (
  files: Record<string, string>,
  command: string,
): Promise<void> => {
  for (const [name, text] of Object.entries(files)) {
    const file = new URL(`../../${name}`, import.meta.url);
    if (!process.argv.includes('--check')) await writeFile(file, text);
    else if ((await readFile(file, 'utf8').catch(() => '')) !== text) {
      console.error(`${name} is stale: run \`${command}\` and commit it`);
      process.exitCode = 1;
    }
  }
};
