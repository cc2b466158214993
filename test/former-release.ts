import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * The commit of the release before this one: its processes and databases must get along with this
 * one's.
 */
export const formerRelease = '8e91801';

/**
 * Writes files of the former release into a directory.
 *
 * @throws Error if this clone lacks its commit
 */
export const extractFormerRelease = (directory: string, ...paths: string[]): void => {
  try {
    execFileSync('git', ['cat-file', '-e', `${formerRelease}^{commit}`], { stdio: 'ignore' });
  } catch {
    throw new Error(
      `this clone lacks the former release, commit ${formerRelease}: run \`git fetch --unshallow\``,
    );
  }
  const archive = execFileSync('git', ['archive', formerRelease, ...paths], {
    maxBuffer: 1_000_000_000,
  });
  execFileSync('tar', ['-x', '-C', directory], { input: archive });
};

/** The migrations of the former release, in their order: name and SQL. */
export const readFormerMigrations = (): [name: string, text: string][] => {
  const directory = mkdtempSync(join(tmpdir(), 'leitor-former-'));
  try {
    extractFormerRelease(directory, 'db/migrations');
    const folder = join(directory, 'db/migrations');
    return readdirSync(folder)
      .sort()
      .map((file) => [file.replace(/\.sql$/, ''), readFileSync(join(folder, file), 'utf8')]);
  } finally {
    rmSync(directory, { recursive: true });
  }
};
