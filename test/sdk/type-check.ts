import { join } from 'node:path';
import type { PackedProject } from './packed-project.ts';

/**
 * The compilers that packed types are checked with: packages by the name that a project installs
 * them under.
 */
export const compilers = {
  'typescript-5-0': 'npm:typescript@5.0.4',
  'typescript-5-4': 'npm:typescript@5.4.5',
  'typescript-5-9': 'npm:typescript@5.9.3',
  'typescript-6': 'npm:typescript@6',
  'typescript-7': 'npm:typescript@7.0.2',
};

/** How a project may resolve modules. */
export const settings = [
  { name: 'node10, CommonJS', module: 'commonjs', moduleResolution: 'node', files: ['check.cts'] },
  { name: 'node16, CommonJS', module: 'node16', moduleResolution: 'node16', files: ['check.cts'] },
  { name: 'nodenext', module: 'nodenext', moduleResolution: 'nodenext', files: ['check.mts'] },
  { name: 'bundler', module: 'esnext', moduleResolution: 'bundler', files: ['check.mts'] },
];

interface Setting {
  module: string;
  moduleResolution: string;
  files: string[];
  lib?: string[];
}

/**
 * Checks files of a project strictly, with every library they import; resolves to what the compiler
 * prints.
 */
export const typeCheck = async (
  project: PackedProject,
  compiler: string,
  { module, moduleResolution, files, lib = ['es2022', 'dom', 'dom.iterable'] }: Setting,
  ...flags: string[]
): Promise<string> => {
  const config = {
    compilerOptions: {
      target: 'es2022',
      lib,
      types: [],
      strict: true,
      exactOptionalPropertyTypes: true,
      // Not the declarations that come with the compiler, which take most of the time.
      skipDefaultLibCheck: true,
      noEmit: true,
      module,
      moduleResolution,
    },
    files,
  };
  await project.write('tsconfig.json', JSON.stringify(config));
  const tsc = join('node_modules', compiler, 'bin', 'tsc');
  return project
    .run(process.execPath, tsc, '-p', '.', '--pretty', 'false', ...flags)
    .catch((error: Error) => error.message);
};
