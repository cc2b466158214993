import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Finds a program on the PATH or in the given folders. */
export const findProgram = (name: string, ...folders: string[]): string | undefined =>
  [...pathFolders(), ...folders]
    .map((folder) => join(folder, name))
    .find((file) => existsSync(file));

export const pathFolders = (): string[] => (process.env.PATH ?? '').split(':');
