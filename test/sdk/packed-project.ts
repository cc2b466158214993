import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { z } from 'zod';
import { DirectoryInUseError, lockDirectory } from '../../db/connection/directory-lock.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));
const printed = z.object({ stdout: z.string(), stderr: z.string() }).partial();

/** A project outside the repository that has installed packed packages of it. */
export type PackedProject = Awaited<ReturnType<typeof packProject>>;

/**
 * Packs workspaces of this repository and installs them, with other packages, into an empty
 * project.
 *
 * @param workspaces their names, as `@leitor/sdk`
 */
export const packProject = async (
  workspaces: readonly string[],
  dependencies: Record<string, string>,
) => {
  const directory = await mkdtemp(join(tmpdir(), 'leitor-packed-'));
  const packed: Record<string, string> = {};
  for (const name of workspaces) packed[name] = `file:${await packWorkspace(name, directory)}`;
  const write = (name: string, text: string) => writeFile(join(directory, name), text);
  const project = { private: true, type: 'module', dependencies: { ...packed, ...dependencies } };
  await write('package.json', JSON.stringify(project));
  await run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund'], { cwd: directory });
  return {
    directory,
    write,
    /** Runs a program in the project; rejects with what it printed if it fails. */
    run: async (program: string, ...args: string[]): Promise<string> => {
      try {
        return (await run(program, args, { cwd: directory })).stdout;
      } catch (cause) {
        const { stdout = '', stderr = '' } = printed.parse(cause);
        throw new Error(`${stdout}${stderr}`, { cause });
      }
    },
    remove: () => rm(directory, { recursive: true, force: true }),
  };
};

/** One at a time on this machine, because packing builds the workspace's `dist` anew. */
const packWorkspace = async (workspace: string, folder: string): Promise<string> => {
  const release = await lockPacking();
  try {
    const before = new Set(await readdir(folder));
    await run('npm', ['pack', '-w', workspace, '--pack-destination', folder], { cwd: root });
    const packed = (await readdir(folder)).find((entry) => !before.has(entry));
    if (!packed) throw new Error(`npm packed nothing of ${workspace}`);
    return packed;
  } finally {
    release();
  }
};

const lockPacking = async (): Promise<() => void> => {
  const folder = join(tmpdir(), 'leitor-packing');
  await mkdir(folder, { recursive: true });
  for (;;) {
    try {
      return lockDirectory(folder);
    } catch (error) {
      if (!(error instanceof DirectoryInUseError)) throw error;
    }
    await pause(200);
  }
};
