import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { uploadAttachments } from '../../server/attachments/service.ts';
import type { IncomingFile } from '../../server/attachments/upload.ts';
import type { Scanner, Verdict } from '../../server/clients/scanner.ts';
import type { Context } from '../../server/core/context.ts';
import { AppError } from '../../server/core/errors.ts';
import { scanQuarantined } from '../../server/quarantine/service.ts';
import { startApp } from '../harness.ts';
import { ageAttachments } from '../support/age.ts';
import {
  openFilesUnder,
  openTicket,
  storedFiles,
  textFile,
  uploadOne,
} from './attachment-helpers.ts';

// Nobody listens there, so that every upload of the app goes into quarantine.
const app = await startApp({ SCAN_URL: 'clamd://127.0.0.1:1' });
afterAll(() => app.close());
const ctx = app.service.contextFor('test');
const agent = await app.client();
const admin = await app.trpc();

const passMs = (ms: number) => ageAttachments(ctx.db, ms);
const clean: Verdict = { infected: false };
const infected: Verdict = { infected: true, signature: 'Test.Signature' };
const unavailable = () => Promise.reject(new AppError('unavailable'));
const verdictOf = (contents: string): Verdict | Promise<Verdict> => {
  if (contents.startsWith('broken')) return unavailable();
  return contents.startsWith('bad') ? infected : clean;
};

/** A context whose scanner records what it scans and for how long at most. */
const withScanner = (judge: (contents: string) => Verdict | Promise<Verdict> = verdictOf) => {
  const scans: [contents: string, timeoutMs: number][] = [];
  const scanner: Scanner = {
    scan: async (contents, timeoutMs) => {
      const scanned = await text(contents);
      scans.push([scanned, timeoutMs]);
      return judge(scanned);
    },
  };
  return { ctx: { ...ctx, scanner } satisfies Context, scans };
};
const never = new AbortController().signal;

/**
 * Scans what is due with {@link verdictOf}; returns the contents in the order of their scans, and
 * the result.
 */
const scanDue = async () => {
  const { ctx: scanning, scans } = withScanner();
  const result = await scanQuarantined(scanning, never);
  return { scanned: scans.map(([contents]) => contents), result };
};
const quarantine = async (contents: string, ticketId?: number) => {
  const file = textFile('nota.txt', contents);
  return uploadOne(agent, ticketId ?? (await openTicket(app)).id, file);
};
const statusOf = async (attachmentId: number) =>
  (await agent.downloadAttachment({ params: { attachmentId } })).status;
const actsOn = async (id: number) => {
  const { items } = await admin.audit.list.query({ target: `attachment:${id}` });
  return items.map(({ action, changes }) => [action, changes]);
};

// Nothing of the tests before is due, for the scans or for the janitor.
beforeEach(async () => {
  await ctx.db.deleteFrom('attachments').execute();
});

describe('scanning quarantined attachments', () => {
  it('tries each again two minutes after the last attempt, for a minute at most', async () => {
    const { id } = await quarantine('broken at first');
    await passMs(110_000);
    expect((await scanDue()).scanned).toEqual([]);
    await passMs(10_000);
    expect(await scanDue()).toEqual({
      scanned: ['broken at first'],
      result: { released: 0, infected: 0, failed: 1 },
    });
    await passMs(110_000);
    expect((await scanDue()).scanned).toEqual([]);
    await passMs(10_000);
    const { ctx: scanning, scans } = withScanner(() => clean);
    expect(await scanQuarantined(scanning, never)).toEqual({ released: 1, infected: 0, failed: 0 });
    expect(scans).toEqual([['broken at first', 60_000]]);
    expect(await statusOf(id)).toBe(200);
  });

  it('begins with what has been due for the longest, and ends after three failures in a row', async () => {
    await quarantine('broken 1');
    await passMs(60_000);
    for (const contents of ['broken 2', 'fine 1', 'broken 3', 'broken 4', 'broken 5', 'fine 2']) {
      await quarantine(contents);
      await passMs(1);
    }
    await passMs(60_000);
    expect((await scanDue()).scanned).toEqual(['broken 1']);
    await passMs(120_000);
    expect(await scanDue()).toEqual({
      scanned: ['broken 2', 'fine 1', 'broken 3', 'broken 4', 'broken 5'],
      result: { released: 1, infected: 0, failed: 4 },
    });
    const { ctx: scanning, scans } = withScanner(() => clean);
    await scanQuarantined(scanning, never);
    expect(scans.map(([contents]) => contents)).toEqual(['fine 2', 'broken 1']);
  });

  it('goes on past the hundredth, also after one that cannot be scanned', async () => {
    await quarantine('fine');
    await sql`insert into attachments (state, ticket_id, name, path, type, size, sha256, created_at, lease_until, scan_due_at)
      select state, ticket_id, name, path || n, type, size, sha256, created_at, lease_until, scan_due_at
      from attachments, generate_series(1, 101) n`.execute(ctx.db);
    await passMs(120_000);
    const { ctx: scanning, scans } = withScanner(() =>
      scans.length === 50 ? unavailable() : clean,
    );
    const storage = { ...ctx.storage, read: async () => Readable.from([Buffer.from('fine')]) };
    const result = await scanQuarantined({ ...scanning, storage }, never);
    expect(result).toEqual({ released: 101, infected: 0, failed: 1 });
  });

  it('leaves no file open when nobody listens', async () => {
    await quarantine('fine');
    await passMs(120_000);
    expect(await scanQuarantined(ctx, never)).toMatchObject({ failed: 1 });
    await expect.poll(() => openFilesUnder(join(app.directory, 'files'))).toEqual([]);
  });

  it('tries a file that the storage cannot read again later, and goes on', async () => {
    const { caminhoArquivo: away } = await quarantine('fine, but away');
    await passMs(1);
    await quarantine('fine');
    await passMs(120_000);
    const { ctx: scanning, scans } = withScanner();
    const read: Context['storage']['read'] = (path, range) =>
      path === away ? unavailable() : ctx.storage.read(path, range);
    const result = await scanQuarantined({ ...scanning, storage: { ...ctx.storage, read } }, never);
    expect(result).toEqual({ released: 1, infected: 0, failed: 1 });
    expect(scans.map(([contents]) => contents)).toEqual(['fine']);
    await passMs(110_000);
    expect((await scanDue()).scanned).toEqual([]);
    await passMs(10_000);
    expect((await scanDue()).scanned).toEqual(['fine, but away']);
  });

  it('leaves alone what is deleted meanwhile', async () => {
    const { id: ticketId } = await openTicket(app);
    const ids: number[] = [];
    for (const contents of ['fine', 'bad']) ids.push((await quarantine(contents, ticketId)).id);
    await passMs(120_000);
    const leaseUntil = new Date(Date.now() + 300_000);
    const { ctx: scanning } = withScanner(async (contents) => {
      await ctx.db
        .updateTable('attachments')
        .set({ state: 'deleting', lease_until: leaseUntil })
        .where('id', 'in', ids)
        .execute();
      return verdictOf(contents);
    });
    await scanQuarantined(scanning, never);
    for (const id of ids) {
      expect(await statusOf(id)).toBe(404);
      expect((await actsOn(id)).map(([action]) => action)).toEqual(['attachments.upload']);
    }
    expect((await admin.tickets.get.query({ id: ticketId })).notes).toEqual([]);
  });

  it('records what an infected file held, in a note that no model reads', async () => {
    const { id: ticketId } = await openTicket(app);
    const { id } = await quarantine('bad', ticketId);
    await passMs(120_000);
    expect((await scanDue()).result).toEqual({ released: 0, infected: 1, failed: 0 });
    expect(app.logs.at(-1)).toMatchObject({
      level: 40,
      attachment: id,
      signature: 'Test.Signature',
    });
    expect((await actsOn(id))[0]).toEqual([
      'attachments.reject',
      [{ field: 'signature', after: 'Test.Signature' }],
    ]);
    expect((await admin.tickets.get.query({ id: ticketId })).notes).toMatchObject([
      {
        body: 'Anexo excluído: o antivírus encontrou Test.Signature em nota.txt',
        inPrompt: false,
      },
    ]);
  });

  it('goes on where the bytes of an infected file cannot be removed; the janitor removes them', async () => {
    const bad = [await quarantine('bad 1'), await quarantine('bad 2')];
    await passMs(120_000);
    const { ctx: scanning } = withScanner();
    const storage = { ...ctx.storage, remove: unavailable };
    const result = await scanQuarantined({ ...scanning, storage }, never);
    expect(result).toEqual({ released: 0, infected: 2, failed: 0 });
    const logged = app.logs.filter(({ msg }) => msg === 'could not remove an infected file');
    const ids = bad.map(({ id }) => ({ level: 40, attachment: id }));
    expect(logged).toMatchObject(ids);
    const paths = bad.map(({ caminhoArquivo }) => caminhoArquivo);
    expect(await storedFiles(app.directory)).toEqual(expect.arrayContaining(paths));
    const { removed } = await admin.attachments.janitor.mutate();
    expect(removed.map(({ path }) => path).sort()).toEqual(paths.sort());
    for (const path of paths) expect(await storedFiles(app.directory)).not.toContain(path);
  });

  it('stops between two files when its run is stopped', async () => {
    await quarantine('fine 1');
    await quarantine('fine 2');
    await passMs(120_000);
    const stop = new AbortController();
    const { ctx: scanning, scans } = withScanner(() => {
      stop.abort();
      return clean;
    });
    expect((await scanQuarantined(scanning, stop.signal)).released).toBe(1);
    expect(scans).toHaveLength(1);
  });
});

describe('scanning an upload', () => {
  const fileOf = (name: string, type: string, contents: string): IncomingFile => ({
    name,
    type,
    contents: Readable.from([Buffer.from(contents)]),
    signal: never,
  });
  const upload = (scanning: Context, ticketId: number, files: IncomingFile[]) =>
    uploadAttachments(scanning, ticketId, async (take) => {
      const taken = [];
      for (const file of files) taken.push(await take(file));
      return { files: taken, messageId: null };
    });

  it('takes ten seconds at most, and quarantines only the files that could not be scanned', async () => {
    const { id } = await openTicket(app);
    const { ctx: scanning, scans } = withScanner();
    const rows = await upload(scanning, id, [
      fileOf('a.txt', 'text/plain', 'broken'),
      fileOf('b.txt', 'text/plain', 'fine'),
      fileOf('c.txt', 'text/plain', 'broken, too'),
    ]);
    expect(rows.map(({ name, quarantined }) => [name, quarantined])).toEqual([
      ['a.txt', true],
      ['b.txt', false],
      ['c.txt', true],
    ]);
    const msg = 'an upload could not be scanned: quarantined';
    const ids = app.logs.flatMap((line) => (line.msg === msg ? line.attachment : []));
    expect(ids.slice(-2)).toEqual([rows[0]?.id, rows[2]?.id]);
    expect(scans).toEqual([
      ['broken', 10_000],
      ['fine', 10_000],
      ['broken, too', 10_000],
    ]);
  });

  it('begins once the contents have passed their own checks', async () => {
    const { id } = await openTicket(app);
    const { ctx: scanning, scans } = withScanner(() => infected);
    const page = fileOf('a.png', 'image/png', '<html>');
    await expect(upload(scanning, id, [page])).rejects.toThrow('attachment-type-not-allowed');
    expect(scans).toEqual([]);
  });
});
