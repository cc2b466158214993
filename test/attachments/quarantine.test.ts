import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { scanQuarantined } from '../../server/attachment-quarantine/service.ts';
import { uploadAttachments } from '../../server/attachments/service.ts';
import type { Scanner, ScanResult } from '../../server/clients/scanner.ts';
import type { Context } from '../../server/core/context.ts';
import { AppError } from '../../server/core/errors.ts';
import { startApp } from '../harness.ts';
import { ageAttachments } from '../support/age.ts';
import {
  incoming,
  openTicket,
  receiving,
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
const clean: ScanResult = { infected: false };
const infected: ScanResult = { infected: true, signature: 'Test.Signature' };
const unavailable = () => Promise.reject(new AppError('unavailable'));
const verdictOf = (contents: string): ScanResult | Promise<ScanResult> => {
  if (contents.startsWith('broken')) return unavailable();
  return contents.startsWith('bad') ? infected : clean;
};

/** A context whose scanner records what it scans, and for how long at most. */
const withScanner = (judge: (contents: string) => ScanResult | Promise<ScanResult> = verdictOf) => {
  const scanned: string[] = [];
  const timeouts = new Set<number>();
  const scanner: Scanner = {
    scan: async (contents, timeoutMs) => {
      timeouts.add(timeoutMs);
      const given = await text(contents);
      scanned.push(given);
      return judge(given);
    },
  };
  return { ctx: { ...ctx, scanner } satisfies Context, scanned, timeouts };
};
const never = new AbortController().signal;

/** Scans what is due; returns the contents in the order of their scans, and the result. */
const scanDue = async (judge = verdictOf, storage: Partial<Context['storage']> = {}) => {
  const scanning = withScanner(judge);
  const over = { ...scanning.ctx, storage: { ...ctx.storage, ...storage } };
  const result = await scanQuarantined(over, never);
  return { ...scanning, result };
};
const quarantine = async (contents: string, ticketId?: number) => {
  const file = textFile('nota.txt', contents);
  return uploadOne(agent, ticketId ?? (await openTicket(app)).id, file);
};
const statusOf = async (attachmentId: number) =>
  (await agent.downloadAttachment({ params: { attachmentId } })).status;
const actsOn = async (id: number) =>
  (await admin.audit.list.query({ target: `attachment:${id}` })).items;

// Nothing of the tests before is due, for the scans or for the janitor.
beforeEach(async () => {
  await ctx.db.deleteFrom('attachments').execute();
});

describe('scanning quarantined attachments', () => {
  it('tries each again two minutes after the last attempt, for a minute at most', async () => {
    const { id } = await quarantine('broken at first');
    for (const judge of [verdictOf, () => clean]) {
      await passMs(110_000);
      expect((await scanDue()).scanned).toEqual([]);
      await passMs(10_000);
      const { scanned, timeouts } = await scanDue(judge);
      expect(scanned).toEqual(['broken at first']);
      expect(timeouts).toEqual(new Set([60_000]));
    }
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
    const { scanned, result } = await scanDue();
    expect(scanned).toEqual(['broken 2', 'fine 1', 'broken 3', 'broken 4', 'broken 5']);
    expect(result).toEqual({ released: 1, infected: 0, failed: 4 });
    expect((await scanDue(() => clean)).scanned).toEqual(['fine 2', 'broken 1']);
  });

  it('goes on past the hundredth, also after one that cannot be scanned', async () => {
    await quarantine('fine');
    await sql`insert into attachments (state, ticket_id, name, path, type, size, sha256, created_at, lease_until, scan_due_at)
      select state, ticket_id, name, path || n, type, size, sha256, created_at, lease_until, scan_due_at
      from attachments, generate_series(1, 101) n`.execute(ctx.db);
    await passMs(120_000);
    let count = 0;
    const judge = () => {
      count += 1;
      return count === 50 ? unavailable() : clean;
    };
    const read = async () => Readable.from([Buffer.from('fine')]);
    const { result } = await scanDue(judge, { read });
    expect(result).toEqual({ released: 101, infected: 0, failed: 1 });
  });

  it('tries a file that the storage cannot read again later, and goes on', async () => {
    const { caminhoArquivo: away } = await quarantine('fine, but away');
    await passMs(1);
    await quarantine('fine');
    await passMs(120_000);
    const read: Context['storage']['read'] = (path, range) =>
      path === away ? unavailable() : ctx.storage.read(path, range);
    const { scanned, result } = await scanDue(verdictOf, { read });
    expect(result).toEqual({ released: 1, infected: 0, failed: 1 });
    expect(scanned).toEqual(['fine']);
    await passMs(120_000);
    expect((await scanDue()).scanned).toEqual(['fine, but away']);
  });

  it('leaves alone what is deleted meanwhile', async () => {
    const { id: ticketId } = await openTicket(app);
    const stored = [await quarantine('fine', ticketId), await quarantine('bad', ticketId)];
    await passMs(120_000);
    await scanDue(async (contents) => {
      const deleting = { state: 'deleting', lease_until: new Date(Date.now() + 300_000) } as const;
      await ctx.db.updateTable('attachments').set(deleting).execute();
      return verdictOf(contents);
    });
    for (const { id } of stored) {
      expect(await statusOf(id)).toBe(404);
      expect(await actsOn(id)).toMatchObject([{ action: 'attachments.upload' }]);
    }
    expect((await admin.tickets.get.query({ id: ticketId })).notes).toEqual([]);
  });

  it('deletes an infected file and records what it held, in a note that no model reads', async () => {
    const { id: ticketId } = await openTicket(app);
    const { id, caminhoArquivo } = await quarantine('bad', ticketId);
    await passMs(120_000);
    expect((await scanDue()).result).toEqual({ released: 0, infected: 1, failed: 0 });
    expect(await storedFiles(app.directory)).not.toContain(caminhoArquivo);
    expect(app.logs.at(-1)).toMatchObject({ attachment: id, signature: 'Test.Signature' });
    const changes = [{ field: 'signature', after: 'Test.Signature' }];
    expect((await actsOn(id))[0]).toMatchObject({ action: 'attachments.reject', changes });
    const { notes } = await admin.tickets.get.query({ id: ticketId });
    const body = expect.stringMatching(/Test\.Signature.*nota\.txt/);
    expect(notes).toMatchObject([{ body, inPrompt: false }]);
  });
});

describe('scanning an upload', () => {
  it('takes ten seconds at most, and quarantines only the files that could not be scanned', async () => {
    const { id } = await openTicket(app);
    const { ctx: scanning, scanned, timeouts } = withScanner();
    const contents = ['broken', 'fine', 'broken, too'];
    const rows = await uploadAttachments(scanning, id, receiving(contents.map(incoming)));
    expect(rows.map(({ quarantined }) => quarantined)).toEqual([true, false, true]);
    const msg = 'an upload could not be scanned: quarantined';
    const logged = app.logs.flatMap((line) => (line.msg === msg ? line.attachment : []));
    expect(logged.slice(-2)).toEqual([rows[0]?.id, rows[2]?.id]);
    expect(scanned).toEqual(contents);
    expect(timeouts).toEqual(new Set([10_000]));
  });
});
