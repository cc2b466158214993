import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { extract } from 'tar-stream';
import { z } from 'zod';
import { holdBackMails, listStoredFiles } from '../../db/backup/backup.ts';
import { knowsMigration } from '../../db/migrate.ts';
import { dispositionOf } from '../attachments/links.ts';
import type { CheckedContext } from '../core/context.ts';
import { fileEntry, type Manifest, manifestEntry, manifestSchema } from './archive.ts';

/**
 * Unpacks an archive into an empty directory and verifies every checksum.
 * @throws Error if the archive is truncated, damaged, of a newer version, or has other entries such as links
 * and devices
 */
export const unpackBackup = async (archive: string, directory: string): Promise<Manifest> => {
  const unpack = extract();
  const found = new Map<string, string>();
  const reading = pipeline(createReadStream(archive), unpack);
  reading.catch(() => undefined);
  for await (const entry of unpack) {
    const { name, type } = entry.header;
    if (type !== 'file') throw new Error(`the backup has an entry that is no file: ${name}`);
    // No folder may begin with a dot, and no name may have a backslash, which separates folders on Windows.
    if (!/^(database|manifest\.json|files(\/[\w-][\w.-]*)+)$/.test(name)) {
      throw new Error(`the backup has an unexpected entry: ${name}`);
    }
    const file = join(directory, name);
    await mkdir(dirname(file), { recursive: true });
    await pipeline(entry, createWriteStream(file, { mode: 0o600 }));
    const hash = createHash('sha256');
    await pipeline(createReadStream(file), hash);
    found.set(name, hash.digest('hex'));
  }
  await reading;
  if (!found.has(manifestEntry)) throw new Error('the backup is cut off: it has no manifest');
  const text = await readFile(join(directory, manifestEntry), 'utf8');
  const manifest = await readManifest(text);
  for (const { name, sha256 } of manifest.entries) {
    if (found.get(name) !== sha256) throw new Error(`the backup is damaged: ${name}`);
  }
  if (found.size !== manifest.entries.length + 1) {
    throw new Error('the backup has entries that its manifest does not name');
  }
  return manifest;
};

const readManifest = async (text: string): Promise<Manifest> => {
  const { format, schema } = parseManifest(headSchema, text);
  if (format > 1 || (schema !== undefined && !(await knowsMigration(schema)))) {
    throw new Error(`the backup is of a newer version (${schema ?? `format ${format}`}): use that`);
  }
  return parseManifest(manifestSchema, text);
};

const parseManifest = <T>(schema: z.ZodType<T>, text: string): T => {
  try {
    return schema.parse(JSON.parse(text));
  } catch (cause) {
    throw new Error(`the backup is damaged: ${manifestEntry}`, { cause });
  }
};

/** The fields that the manifests of all versions have. */
const headSchema = z.object({ format: z.int(), schema: z.string().optional() });

/**
 * Stores the unpacked files of the restored database's attachments and holds back its pending mails. Returns
 * how many files were stored and mails held back, and the attachments without a file: they were deleted
 * during the backup.
 */
export const restoreContents = async (
  { db, storage }: Pick<CheckedContext, 'db' | 'storage'>,
  directory: string,
  manifest: Manifest,
): Promise<{ files: number; missing: number[]; heldBack: number }> => {
  const known = new Set(manifest.entries.map(({ name }) => name));
  const missing: number[] = [];
  let files = 0;
  let after = 0;
  for (;;) {
    const rows = await listStoredFiles(db, { after, limit: 500 });
    for (const row of rows) {
      after = row.id;
      if (!known.has(fileEntry(row.path))) {
        missing.push(row.id);
        continue;
      }
      const object = await storage.stage(row.path);
      try {
        for await (const chunk of createReadStream(join(directory, fileEntry(row.path)))) {
          await object.write(chunk);
        }
        await object.end();
        await object.store({ contentType: row.type, contentDisposition: dispositionOf(row) });
        files += 1;
      } finally {
        await object.discard();
      }
    }
    if (rows.length === 0) break;
  }
  return { files, missing, heldBack: await holdBackMails(db) };
};
