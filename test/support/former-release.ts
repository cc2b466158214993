import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** The commit of the previous release, whose processes and databases must work beside this release. */
export const formerRelease = 'bf22344c';

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
 * The migrations of the previous release by name, and its files of functions.
 * @throws Error if this clone lacks its commit
 */
export const readFormerSchema = (): { migrations: [string, string][]; functions: string[] } => {
  const directory = mkdtempSync(join(tmpdir(), 'leitor-former-'));
  const readSql = (folder: string) =>
    readdirSync(join(directory, folder))
      .filter((file) => file.endsWith('.sql'))
      .sort()
      .map((file): [string, string] => [
        file.replace(/\.sql$/, ''),
        readFileSync(join(directory, folder, file), 'utf8'),
      ]);
  try {
    extract(directory, 'db/migrations', 'db/functions');
    const functions = readSql('db/functions').map(([, text]) => text);
    return { migrations: readSql('db/migrations'), functions };
  } finally {
    rmSync(directory, { recursive: true });
  }
};

/**
 * Installs the previous release in a folder that later runs reuse.
 * @throws Error if this clone lacks its commit, or its packages cannot be installed
 */
export const installFormerRelease = (): string => {
  const directory = resolve('.data/former-release', formerRelease);
  // The file shows a complete installation, because npm writes it last.
  if (existsSync(join(directory, 'node_modules/.package-lock.json'))) return directory;
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(directory, { recursive: true });
  extract(directory);
  const quiet = ['--omit=dev', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund'];
  execFileSync('npm', ['ci', ...quiet], { cwd: directory, stdio: 'pipe' });
  return directory;
};
