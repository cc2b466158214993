import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Language } from './languages.ts';
import { root, run } from './run.ts';

/** The version of OpenAPI Generator to download. */
const version = '7.25.0';
const integrity = 'sha256-Qc5PawfxlmdkOdcQdZ+hzteggGbQb/G/MUaBRwKJ764=';
const repository = 'https://repo1.maven.org/maven2/org/openapitools/openapi-generator-cli';

const jar = `node_modules/.cache/openapi-generator/openapi-generator-cli-${version}.jar`;
const document = `${root}openapi.json`;

/**
 * Downloads OpenAPI Generator's jar from Maven Central once.
 * @throws Error if the download fails or its checksum differs
 */
const fetchGenerator = async (): Promise<void> => {
  const file = `${root}${jar}`;
  if (existsSync(file)) return;
  const address = `${repository}/${version}/openapi-generator-cli-${version}.jar`;
  try {
    const response = await fetch(address, { integrity, signal: AbortSignal.timeout(300_000) });
    if (!response.ok) throw new Error(`status ${response.status}`);
    const bytes = await response.bytes();
    await mkdir(dirname(file), { recursive: true });
    await writeFile(`${file}.partial`, bytes);
    await rename(`${file}.partial`, file);
  } catch (error) {
    throw new Error(`cannot download OpenAPI Generator from ${address}: ${error}`, {
      cause: error,
    });
  }
};

/**
 * Generates a language's client from openapi.json, replacing the previous one.
 * @throws Error with the generator's output if it failed
 */
export const generateClient = async (language: Language): Promise<void> => {
  await fetchGenerator();
  const output = `examples/generated/${language.name}`;
  const folder = `${root}${output}`;
  await rm(folder, { recursive: true, force: true });
  const prepared = `${output}.openapi.json`;
  await mkdir(dirname(folder), { recursive: true });
  const published = await readFile(document, 'utf8');
  await writeFile(`${root}${prepared}`, language.prepare?.(published) ?? published);
  const config = `examples/${language.name}/generator.yaml`;
  await run(`java -jar ${jar} generate -i ${prepared} -c ${config} -o ${output}`);
};
