import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { packWorkspace } from './pack.ts';

const run = promisify(execFile);
const printed = { stdout: z.string(), stderr: z.string() };

/** A project outside the repository that has installed packed packages of it. */
export interface PackedProject {
  directory: string;
  write: (name: string, text: string) => Promise<void>;
  /** Runs a program in the project; rejects with what it printed if it fails. */
  run: (program: string, ...args: string[]) => Promise<string>;
  remove: () => Promise<void>;
}

/**
 * Packs workspaces of this repository and installs them, with other packages, into an empty project.
 *
 * @param workspaces their names, as `@leitor/sdk`
 */
export const packProject = async (
  workspaces: readonly string[],
  dependencies: Record<string, string>,
): Promise<PackedProject> => {
  const directory = await mkdtemp(join(tmpdir(), 'leitor-packed-'));
  const packed: Record<string, string> = {};
  for (const name of workspaces) {
    packed[name] = `file:${await packWorkspace(name, directory)}`;
  }
  const write = (name: string, text: string) => writeFile(join(directory, name), text);
  const project = { private: true, type: 'module', dependencies: { ...packed, ...dependencies } };
  await write('package.json', JSON.stringify(project));
  await run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund'], { cwd: directory });
  return {
    directory,
    write,
    run: async (program, ...args) => {
      try {
        return (await run(program, args, { cwd: directory })).stdout;
      } catch (cause) {
        const { stdout = '', stderr = '' } = z.object(printed).partial().parse(cause);
        throw new Error(`${stdout}${stderr}`, { cause });
      }
    },
    remove: () => rm(directory, { recursive: true, force: true }),
  };
};
