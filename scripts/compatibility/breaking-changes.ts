import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findProgram } from '../servers/programs.ts';

/** The version of oasdiff to install in CI. */
const oasdiffModule = 'github.com/oasdiff/oasdiff@v1.32.0';

/** The document of the last release, which `npm run release` updates. */
export const releasedDocument = fileURLToPath(
  new URL('../../contract/released/openapi.json', import.meta.url),
);

/** Findings of oasdiff that do not break callers. */
const notBreaking = fileURLToPath(
  new URL('../../contract/released/not-breaking.txt', import.meta.url),
);

/** The version in an OpenAPI document. */
interface VersionedDocument {
  info: { version: string };
}

/** Reads an OpenAPI document. */
export const readDocument = (file: string): VersionedDocument & Record<string, unknown> =>
  JSON.parse(readFileSync(file, 'utf8'));

/**
 * The changes that break callers of the released document, in oasdiff's words; undefined if there are none.
 * @throws Error if oasdiff is missing or cannot read a document
 */
export const breakingChanges = (released: string, current: object): string | undefined => {
  const program = findProgram('oasdiff');
  if (!program) throw new Error(`put oasdiff on the PATH: go install ${oasdiffModule}`);
  const directory = mkdtempSync(join(tmpdir(), 'leitor-compatibility-'));
  try {
    const file = join(directory, 'openapi.json');
    writeFileSync(file, JSON.stringify(current));
    const flags = ['--fail-on', 'ERR', '--err-ignore', notBreaking, '--color', 'never'];
    const args = ['breaking', released, file, ...flags];
    const { status, stdout, stderr, error } = spawnSync(program, args, { encoding: 'utf8' });
    if (error) throw error;
    if (status === 0) return undefined;
    if (status !== 1) throw new Error(`oasdiff ended with ${status}: ${stderr}`);
    return stdout;
  } finally {
    rmSync(directory, { recursive: true });
  }
};

const major = ({ info }: VersionedDocument): number => Number(info.version.split('.')[0]);

/** Returns true if the current major version is higher, which announces breaking changes. */
export const announcesBreak = (released: VersionedDocument, current: VersionedDocument): boolean =>
  major(current) > major(released);
