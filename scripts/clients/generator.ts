import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Language, OpenApiGeneratorClient } from './languages.ts';
import { run } from './run.ts';

const version = '7.25.0';
const sha256 = '41ce4f6b07f196676439d710759fa1ced7a08066d06ff1bf314681470289efae';
const repository = 'https://repo1.maven.org/maven2/org/openapitools/openapi-generator-cli';

/** The repository root. */
export const root = fileURLToPath(new URL('../..', import.meta.url));
const cache = `${root}node_modules/.cache/openapi-generator`;
const document = `${root}openapi.json`;

/**
 * OpenAPI Generator's jar, downloaded from Maven Central once, verified and cached in `node_modules/.cache`.
 *
 * @throws Error if the download fails or its checksum differs
 */
const fetchGenerator = async (): Promise<string> => {
  const jar = `${cache}/openapi-generator-cli-${version}.jar`;
  if (existsSync(jar) && digest(readFileSync(jar)) === sha256) return jar;
  const address = `${repository}/${version}/openapi-generator-cli-${version}.jar`;
  const bytes = await download(address);
  if (digest(bytes) !== sha256) throw new Error(`${address}: checksum mismatch`);
  await mkdir(cache, { recursive: true });
  const part = `${jar}.${process.pid}`;
  await writeFile(part, bytes);
  await rename(part, jar);
  return jar;
};

const download = async (address: string): Promise<Buffer> => {
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(300_000) });
    if (!response.ok) throw new Error(`status ${response.status}`);
    return Buffer.from(await response.arrayBuffer());
  } catch (error) {
    throw new Error(`cannot download OpenAPI Generator from ${address}: ${error}`, {
      cause: error,
    });
  }
};

const digest = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** Whether OpenAPI Generator makes a client. */
export const needsGenerator = (language: Language): language is OpenApiGeneratorClient =>
  !('generate' in language);

/**
 * Generates a language's client from openapi.json, replacing the previous one.
 *
 * @throws Error with the generator's output if it failed, or the names it invented
 */
export const generateClient = async (language: Language): Promise<void> => {
  if (needsGenerator(language)) return runGenerator(await fetchGenerator(), language);
  await mkdir(`${root}examples/generated`, { recursive: true });
  for (const command of language.generate) await run(command, root);
};

const runGenerator = async (jar: string, language: OpenApiGeneratorClient): Promise<void> => {
  const folder = `${root}examples/generated/${language.name}`;
  await rm(folder, { recursive: true, force: true });
  const config = `${root}clients/${language.name}/generator.yaml`;
  const prepared = `${folder}.openapi.json`;
  await mkdir(dirname(prepared), { recursive: true });
  const published = await readFile(document, 'utf8');
  await writeFile(prepared, language.prepare?.(published) ?? published);
  const { status, stdout, stderr, error } = spawnSync(
    'java',
    ['-jar', jar, 'generate', '-i', prepared, '-c', config, '-o', folder],
    { encoding: 'utf8', timeout: 300_000 },
  );
  if (status !== 0) throw new Error(error?.message ?? stdout + stderr);
  await language.repair?.(folder);
  const invented = await inventedNames(folder, language);
  if (invented.length > 0) throw new Error(`invented names: ${invented.join(', ')}`);
};

/** Generated types that are not schemas of the document: the generator invented their names. */
const inventedNames = async (
  folder: string,
  language: OpenApiGeneratorClient,
): Promise<string[]> => {
  const { components } = JSON.parse(await readFile(document, 'utf8'));
  const schemas = new Set(Object.keys(components.schemas).map(plain));
  const files = await readdir(folder, { recursive: true });
  const models = files.flatMap((file) => language.model.exec(file)?.[1] ?? []);
  if (models.length === 0) throw new Error('no types were generated');
  return models.filter((name) => !schemas.has(plain(name)));
};

/** Normalises a name: `quiz_answer` and `QuizAnswer` are the same. */
const plain = (name: string): string => name.replaceAll('_', '').toLowerCase();
