import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import { pack } from 'tar-stream';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { holdBackMails } from '../../db/backup/backup.ts';
import { type Manifest, writeBackup } from '../../server/backup/archive.ts';
import { restoreContents, unpackBackup } from '../../server/backup/restore.ts';
import type { Storage } from '../../server/clients/storage.ts';
import { AppError } from '../../server/core/errors.ts';
import { openTicket } from '../attachments/attachment-helpers.ts';
import { startApp } from '../harness.ts';

const now = new Date('2026-03-11T01:30:00Z');
const app = await startApp({}, { now: () => now });
const directory = await mkdtemp(join(tmpdir(), 'leitor-archive-'));
afterAll(async () => {
  await app.close();
  await rm(directory, { recursive: true });
});
const ctx = app.service.contextFor('test');
const ticket = await openTicket(app);
const sha256Of = (contents: string) => createHash('sha256').update(contents).digest();
const contents = 'texto do anexo';

/** Inserts attachments with {@link contents}; returns their paths, in the order of their ids. */
const addFiles = async (state: string, count = 1): Promise<string[]> => {
  const isStored = state === 'ready' || state === 'quarantined';
  const { rows } = await sql<{ id: number; path: string }>`
    insert into attachments (state, ticket_id, name, path, type, size, sha256, lease_until)
    select ${state}::attachment_state, ${ticket.id}, 'relatório.txt', 'support/' || gen_random_uuid(), 'text/plain',
      ${isStored ? contents.length : null}::integer, ${isStored ? sha256Of(contents) : null}::bytea,
      case when ${state}::text <> 'ready' then 'infinity'::timestamptz end
    from generate_series(1, ${count}::integer) returning id, path`.execute(ctx.db);
  return rows.sort((a, b) => a.id - b.id).map(({ path }) => path);
};
afterEach(() => ctx.db.deleteFrom('attachments').execute());

/** The storage of the service, with other contents of each path. */
const storageWith = (read: (path: string) => Promise<Readable>): Storage => ({
  ...ctx.storage,
  read,
});
const whole = storageWith(async () => Readable.from([Buffer.from(contents)]));

const backUp = async (storage: Storage): Promise<{ manifest: Manifest; archive: Buffer }> => {
  const target = new PassThrough();
  const archive = buffer(target);
  archive.catch(() => undefined);
  const dump = async () => ({
    kind: 'embedded' as const,
    size: 2,
    contents: Readable.from([Buffer.from('db')]),
  });
  const manifest = await writeBackup({ db: ctx.db, storage, now: () => now }, dump, target);
  return { manifest, archive: await archive };
};

/** Writes an archive to a file and unpacks it into an empty folder. */
const unpack = async (archive: Buffer): Promise<{ folder: string; manifest: Manifest }> => {
  const folder = await mkdtemp(join(directory, 'unpacked-'));
  const file = `${folder}.tar`;
  await writeFile(file, archive);
  return { folder, manifest: await unpackBackup(file, folder) };
};
const entryOf = (name: string, text: string) => ({
  name,
  size: text.length,
  sha256: sha256Of(text).toString('hex'),
});

describe('a backup', () => {
  it('names its time, the database and the file of every stored attachment with checksums', async () => {
    const stored = [...(await addFiles('ready')), ...(await addFiles('quarantined'))];
    await addFiles('pending');
    await addFiles('deleting');
    const { manifest, archive } = await backUp(whole);
    expect(manifest).toEqual({
      format: 1,
      createdAt: now.toISOString(),
      schema: expect.stringMatching(/^\d{14}_/),
      database: 'embedded',
      entries: [
        entryOf('database', 'db'),
        ...stored.map((path) => entryOf(`files/${path}`, contents)),
      ],
    });
    const unpacked = await unpack(archive);
    expect(unpacked.manifest).toEqual(manifest);
    expect(await readFile(join(unpacked.folder, 'database'), 'utf8')).toBe('db');
    for (const path of stored) {
      const file = join(unpacked.folder, 'files', path);
      expect(await readFile(file, 'utf8')).toBe(contents);
      expect((await stat(file)).mode & 0o077).toBe(0);
    }
  });

  it('leaves out a file that was deleted meanwhile, and fails if one is lost or damaged', async () => {
    const [lost = '', kept = ''] = await addFiles('ready', 2);
    const unreadable = storageWith(async (path) => {
      if (path === lost) throw new AppError('unavailable');
      return Readable.from([Buffer.from(contents)]);
    });
    await expect(backUp(unreadable)).rejects.toThrow('unavailable');
    const deletedMeanwhile = storageWith(async (path) => {
      if (path !== lost) return Readable.from([Buffer.from(contents)]);
      await sql`update attachments set state = 'deleting', lease_until = now() where path = ${lost}`.execute(
        ctx.db,
      );
      throw new AppError('unavailable');
    });
    const { manifest } = await backUp(deletedMeanwhile);
    expect(manifest.entries.map(({ name }) => name)).toEqual(['database', `files/${kept}`]);
    const damaged = storageWith(async () => Readable.from([Buffer.from(contents.toUpperCase())]));
    await expect(backUp(damaged)).rejects.toThrow('is damaged');
  });

  it('is for administrators', async () => {
    const post = async (authorization = '') => {
      const headers = { authorization };
      return (await fetch(`${app.internalUrl}/backup`, { method: 'POST', headers })).status;
    };
    expect(await post()).toBe(401);
    expect(await post(`Bearer ${await app.token({ role: 'editor' })}`)).toBe(403);
    const { items } = await (await app.trpc()).audit.list.query({ action: 'backup.create' });
    expect(items).toEqual([]);
  });
});

describe('an archive', () => {
  const manifestOf = (...entries: [name: string, text: string][]): string =>
    JSON.stringify({
      format: 1,
      createdAt: now.toISOString(),
      database: 'embedded',
      entries: entries.map(([name, text]) => entryOf(name, text)),
    });
  const tarOf = (...entries: [name: string, text: string][]): Promise<Buffer> => {
    const tar = pack();
    for (const [name, text] of entries) tar.entry({ name }, text);
    tar.finalize();
    return buffer(tar);
  };
  const database: [string, string] = ['database', 'db'];

  it.each([
    ['a path out of its folder', [database, ['files/../../fora', 'x']], /unexpected entry/],
    ['an absolute path', [database, ['/files/a', 'x']], /unexpected entry/],
    ['no manifest', [database, ['files/a', 'x']], /cut off/],
    [
      'a file that its manifest does not name',
      [database, ['files/a', 'x'], ['manifest.json', manifestOf(database)]],
      /does not name/,
    ],
    [
      'a file that differs',
      [database, ['files/a', 'y'], ['manifest.json', manifestOf(database, ['files/a', 'x'])]],
      /damaged: files\/a/,
    ],
    ['a manifest that is cut', [database, ['manifest.json', '{']], /damaged: manifest/],
    [
      'a manifest of another format',
      [database, ['manifest.json', manifestOf(database).replace('"format":1', '"format":2')]],
      /newer version \(format 2\)/,
    ],
    [
      'a database of a newer version',
      [
        database,
        ['manifest.json', manifestOf(database).replace('"format":1', '"format":1,"schema":"2099"')],
      ],
      /newer version \(2099\)/,
    ],
  ] as [string, [string, string][], RegExp][])('is refused with %s', async (_, entries, why) => {
    await expect(unpack(await tarOf(...entries))).rejects.toThrow(why);
    expect(await readdir(directory)).not.toContain('fora');
  });

  it('accepts an archive of a migration that the baseline has replaced', async () => {
    const schema = '"format":1,"schema":"20261121090100_tags"';
    const manifest = manifestOf(database).replace('"format":1', schema);
    const { manifest: read } = await unpack(await tarOf(database, ['manifest.json', manifest]));
    expect(read.schema).toBe('20261121090100_tags');
  });
});

it.each(['symlink', 'link'] as const)('an archive with a %s is refused', async (type) => {
  const tar = pack();
  tar.entry({ name: 'files/a', type, linkname: '/etc/passwd' });
  tar.finalize();
  await expect(unpack(await buffer(tar))).rejects.toThrow(/no file: files\/a/);
});

describe('restoring', () => {
  it('stores the files of the archive under their names, and reports attachments without one', async () => {
    const paths = await addFiles('ready', 500);
    paths.push(...(await addFiles('quarantined', 2)));
    const held = [paths[1] ?? '', paths[501] ?? ''];
    const folder = await mkdtemp(join(directory, 'restored-'));
    await mkdir(join(folder, 'files/support'), { recursive: true });
    for (const path of held) await writeFile(join(folder, 'files', path), path);
    const stored = new Map<string, [contents: string, headers: object]>();
    const stage: Storage['stage'] = async (path) => {
      const chunks: Buffer[] = [];
      const nothing = async () => undefined;
      return {
        write: async (chunk) => void chunks.push(chunk),
        end: nothing,
        discard: nothing,
        bytes: () => 0,
        readAt: async () => 0,
        store: async (headers) => void stored.set(path, [String(Buffer.concat(chunks)), headers]),
      };
    };
    const result = await restoreContents(
      { db: ctx.db, storage: { ...ctx.storage, stage } },
      folder,
      {
        format: 1,
        createdAt: now.toISOString(),
        database: 'embedded',
        entries: held.map((path) => entryOf(`files/${path}`, path)),
      },
    );
    const rows = await ctx.db
      .selectFrom('attachments')
      .select(['id', 'path'])
      .orderBy('id')
      .execute();
    const missing = rows.filter(({ path }) => !held.includes(path)).map(({ id }) => id);
    expect(result).toEqual({ files: 2, missing, heldBack: 0 });
    expect(missing).toHaveLength(500);
    const headers = {
      contentType: 'text/plain',
      contentDisposition: `attachment; filename="relatorio.txt"; filename*=UTF-8''relat%C3%B3rio.txt`,
    };
    expect(stored).toEqual(new Map(held.map((path) => [path, [path, headers]])));
  });

  it('holds back pending mails and those in flight, and no other', async () => {
    const statuses = ['pending', 'sending', 'sent', 'failed', 'unknown', 'dropped', 'bounced'];
    for (const status of statuses) {
      const { id, messageId } = await openTicket(app);
      await sql`
        insert into outbox (ticket_id, message_id, mail_id, recipient, subject, status, due_at, lease_until)
        values (${id}, ${messageId}, ${status}, 'ana@exemplo.com.br', ${status}, ${status}::mail_status, now(),
          ${status === 'sending' ? now : null}::timestamptz)`.execute(ctx.db);
    }
    expect(await holdBackMails(ctx.db)).toBe(2);
    const mails = await ctx.db
      .selectFrom('outbox')
      .select(['subject', 'status', 'error', 'lease_until as leaseUntil'])
      .orderBy('id')
      .execute();
    const held = { status: 'unknown', error: 'restored from a backup' };
    expect(mails).toEqual(
      statuses.map((status, index) => ({
        subject: status,
        ...(index < 2 ? held : { status, error: null }),
        leaseUntil: null,
      })),
    );
  });
});
