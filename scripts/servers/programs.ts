import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Finds a program on the PATH or in one of these folders. */
export const findProgram = (name: string, ...folders: string[]): string | undefined =>
  [...pathFolders(), ...folders]
    .map((folder) => join(folder, name))
    .find((file) => existsSync(file));

/** The folders of the PATH. */
export const pathFolders = (): string[] => (process.env.PATH ?? '').split(':');
