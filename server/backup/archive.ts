import { createHash } from 'node:crypto';
import type { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { pack as createPack, type Pack } from 'tar-stream';
import { z } from 'zod';
import {
  findLastMigration,
  hasStoredFile,
  listStoredFiles,
  type StoredFileRow,
} from '../../db/backup/backup.ts';
import { noteFailure, noteSuccess } from '../../db/jobs/noted-runs.ts';
import type { CheckedContext } from '../core/context.ts';

/** The manifest of an archive, with checksums; it is the last entry, `manifest.json`. */
export const manifestSchema = z.object({
  format: z.literal(1),
  createdAt: z.iso.datetime(),
  /** The database's form: `embedded` is a tar of PGlite's directory, `postgres` a dump of `pg_dump -Fc`. */
  database: z.enum(['embedded', 'postgres']),
  /** The last migration of the database; missing in the oldest archives. */
  schema: z.string().optional(),
  entries: z.array(z.object({ name: z.string(), size: z.int(), sha256: z.string() })),
});
export type Manifest = z.infer<typeof manifestSchema>;

export const databaseEntry = 'database';
export const manifestEntry = 'manifest.json';
export const fileEntry = (path: string): string => `files/${path}`;

export interface DatabaseDump {
  kind: Manifest['database'];
  size: number;
  contents: Readable;
}

const page = 500;

/**
 * Writes a backup: the database, then the attachments, then checksums. A row is marked as stored after its
 * file exists, so every attachment of the dump has its file, except those deleted meanwhile.
 */
export const writeBackup = (
  ctx: Pick<CheckedContext, 'db' | 'storage' | 'now'>,
  dump: () => Promise<DatabaseDump>,
  target: Writable,
): Promise<Manifest> =>
  noteFailure(ctx.db, 'backup', async () => {
    const manifest = await writeArchive(ctx, dump, target);
    await noteSuccess(ctx.db, 'backup');
    return manifest;
  });

const writeArchive = async (
  ctx: Pick<CheckedContext, 'db' | 'storage' | 'now'>,
  dump: () => Promise<DatabaseDump>,
  target: Writable,
): Promise<Manifest> => {
  const pack = createPack();
  const written = pipeline(pack, target);
  // The promise is awaited below; an earlier failure must not be unhandled.
  written.catch(() => undefined);
  try {
    const createdAt = ctx.now().toISOString();
    const schema = await findLastMigration(ctx.db);
    const { kind, size, contents } = await dump();
    const entries = [await addEntry(pack, { name: databaseEntry, size }, contents)];
    for await (const file of storedFiles(ctx)) {
      const contents = await openFile(ctx, file);
      if (!contents) continue;
      const entry = await addEntry(pack, { name: fileEntry(file.path), size: file.size }, contents);
      if (entry.sha256 !== file.sha256.toString('hex')) {
        throw new Error(`the file of attachment ${file.id} is damaged`);
      }
      entries.push(entry);
    }
    const manifest: Manifest = { format: 1, createdAt, database: kind, schema, entries };
    pack.entry({ name: manifestEntry }, JSON.stringify(manifest));
    pack.finalize();
    await written;
    return manifest;
  } catch (error) {
    pack.destroy();
    throw error;
  }
};

async function* storedFiles({ db }: Pick<CheckedContext, 'db'>): AsyncGenerator<StoredFileRow> {
  let after = 0;
  for (;;) {
    const rows = await listStoredFiles(db, { after, limit: page });
    yield* rows;
    const last = rows.at(-1);
    if (!last) return;
    after = last.id;
  }
}

/** Opens the contents of a file; undefined if its attachment was deleted meanwhile. */
const openFile = async (
  { db, storage }: Pick<CheckedContext, 'db' | 'storage'>,
  { id, path }: StoredFileRow,
): Promise<Readable | undefined> => {
  try {
    return await storage.read(path);
  } catch (error) {
    if (await hasStoredFile(db, id)) throw error;
    return undefined;
  }
};

const addEntry = async (pack: Pack, header: { name: string; size: number }, contents: Readable) => {
  const hash = createHash('sha256');
  // It is a copy, because the library adds fields that the manifest must not have.
  const entry = pack.entry({ ...header });
  contents.on('data', (chunk: Buffer) => hash.update(chunk));
  await pipeline(contents, entry);
  return { ...header, sha256: hash.digest('hex') };
};
