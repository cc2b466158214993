import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Finds a program on the PATH or in one of these folders. */
export const findProgram = (name: string, ...folders: string[]): string | undefined =>
  [...pathFolders(), ...folders]
    .map((folder) => join(folder, name))
    .find((file) => existsSync(file));

/** The folders of the PATH. */
export const pathFolders = (): string[] => (process.env.PATH ?? '').split(':');

/** The package folders of the Python virtual environments whose programs are on the PATH. */
export const sitePackages = (): string[] =>
  pathFolders()
    .map((folder) => join(folder, '..'))
    .filter((root) => existsSync(join(root, 'pyvenv.cfg')))
    .flatMap((root) =>
      readdirSync(join(root, 'lib'))
        .filter((name) => name.startsWith('python'))
        .map((name) => join(root, 'lib', name, 'site-packages')),
    );
