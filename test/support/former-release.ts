import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/**
 * The commit of the release before this one: its processes and databases must get along with this
 * one's.
 */
export const formerRelease = '8e91801';

/** @throws Error if this clone lacks the commit of the former release */
const extract = (directory: string, ...paths: string[]): void => {
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

/**
 * The migrations of the former release, in their order: name and SQL.
 *
 * @throws Error if this clone lacks its commit
 */
export const readFormerMigrations = (): [name: string, text: string][] => {
  const directory = mkdtempSync(join(tmpdir(), 'leitor-former-'));
  try {
    extract(directory, 'db/migrations');
    const folder = join(directory, 'db/migrations');
    return readdirSync(folder)
      .sort()
      .map((file) => [file.replace(/\.sql$/, ''), readFileSync(join(folder, file), 'utf8')]);
  } finally {
    rmSync(directory, { recursive: true });
  }
};

/**
 * The former release with what it needs to run, in a folder that later runs use too.
 *
 * @throws Error if this clone lacks its commit, or its packages cannot be installed
 */
export const installFormerRelease = (): string => {
  const directory = resolve('.data/former-release', formerRelease);
  // npm writes this file last.
  if (existsSync(join(directory, 'node_modules/.package-lock.json'))) return directory;
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(directory, { recursive: true });
  extract(directory);
  const quiet = ['--omit=dev', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund'];
  execFileSync('npm', ['ci', ...quiet], { cwd: directory, stdio: 'pipe' });
  return directory;
};
