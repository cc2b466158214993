import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { reconcileAttachments } from '../../../server/attachments/janitor.ts';
import { eraseAttachmentsOf, listAttachmentsOf } from '../../../server/attachments/of-person.ts';
import { deleteAttachment, listAttachments } from '../../../server/attachments/service.ts';
import { type CheckedContext, inTransaction } from '../../../server/core/context.ts';
import { AppError } from '../../../server/core/errors.ts';
import { startApp } from '../../harness.ts';
import { ageAttachments } from '../../support/age.ts';
import {
  insertPendingAttachment,
  openTicket,
  storedFiles,
  textFile,
  uploadOne,
} from '../attachment-helpers.ts';

const app = await startApp();
afterAll(() => app.close());
const ctx = app.service.contextFor('test');
const agent = await app.client();
const passMs = (ms: number) => ageAttachments(ctx.db, ms);

/** A context whose storage cannot remove some paths. */
const withoutRemoving = (isKept: (path: string) => boolean): CheckedContext => ({
  ...ctx,
  storage: {
    ...ctx.storage,
    remove: async (path, options) => {
      if (isKept(path)) throw new AppError('unavailable');
      await ctx.storage.remove(path, options);
    },
  },
});

/**
 * Uploads without an object that died; the first one's lease expired last, one second after the
 * others' each.
 */
const abandon = async (count: number): Promise<number[]> => {
  const { id: ticketId } = await openTicket(app);
  const { rows } = await sql<{ id: number }>`
    insert into attachments (state, ticket_id, name, path, type, created_at, lease_until)
    select 'pending', ${ticketId}, 'a.txt', 'support/' || gen_random_uuid(), 'text/plain', now(),
      clock_timestamp() - n * interval '1 second'
    from generate_series(1, ${count}::integer) n returning id`.execute(ctx.db);
  return rows.map(({ id }) => id).sort((a, b) => b - a);
};
const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id);
const ascending = (ids: number[]) => ids.toSorted((a, b) => a - b);

describe('a run of the janitor', () => {
  it('lists the longest abandoned first, and removes them all, however many there are', async () => {
    const ids = await abandon(101);
    const { removed } = await reconcileAttachments(ctx, { dryRun: true });
    expect(idsOf(removed)).toEqual(ids);
    const failing = withoutRemoving(() => true);
    const { failed } = await reconcileAttachments(failing, { dryRun: false });
    expect(ascending(idsOf(failed))).toEqual(ascending(ids.slice(0, 100)));
    const done = await reconcileAttachments(ctx, { dryRun: false });
    expect(ascending(idsOf(done.removed))).toEqual(ascending(ids));
  });

  it('goes on after a file that it cannot remove, and counts both', async () => {
    const { id: ticketId } = await openTicket(app);
    const paths = ['a', 'b', 'c'].map((name) => `support/${ticketId}/${name}`);
    for (const path of paths) {
      const row = { ticketId, path, createdAt: new Date(), leaseMs: 0 };
      await insertPendingAttachment(app, row);
    }
    // A whole one was to be deleted.
    await sql`update attachments set sha256 = '\\x00' where path = ${paths[1]}`.execute(ctx.db);
    const counted: string[] = [];
    const run = withoutRemoving((path) => path === paths[0]);
    const metrics = {
      ...ctx.metrics,
      janitorFile: (reason: string, outcome: string) => void counted.push(`${reason} ${outcome}`),
    };
    const { removed, failed } = await reconcileAttachments({ ...run, metrics }, { dryRun: false });
    expect(removed.map(({ path }) => path).sort()).toEqual(paths.slice(1));
    expect(failed.map(({ path }) => path)).toEqual(paths.slice(0, 1));
    expect(counted.sort()).toEqual(['deletion removed', 'upload failed', 'upload removed']);
    expect(app.logs.at(-1)).toMatchObject({ level: 40, attachment: failed[0]?.id });
    expect((await reconcileAttachments(ctx, { dryRun: false })).removed).toHaveLength(1);
  });
});

describe('a deletion that hangs', () => {
  it('keeps others away for five minutes', async () => {
    const ticket = await openTicket(app);
    const { id } = await uploadOne(agent, ticket.id, textFile());
    const hung = Promise.withResolvers<void>();
    const storage = { ...ctx.storage, remove: () => hung.promise };
    const hanging = deleteAttachment({ ...ctx, storage }, id);
    await expect.poll(() => listAttachments(ctx, ticket.id)).toEqual([]);
    const again = async () =>
      (await agent.deleteAttachment({ params: { attachmentId: id } })).status;
    await passMs(290_000);
    expect((await reconcileAttachments(ctx, { dryRun: true })).removed).toEqual([]);
    expect(await again()).toBe(404);
    await passMs(10_000);
    expect((await reconcileAttachments(ctx, { dryRun: true })).removed).toMatchObject([
      { id, reason: 'deletion' },
    ]);
    expect(await again()).toBe(200);
    hung.resolve();
    await hanging;
  });
});

describe('an upload that is not complete', () => {
  it('is not listed, downloaded or deleted by anybody', async () => {
    const { id: ticketId, email } = await openTicket(app);
    const attachmentId = await insertPendingAttachment(app, {
      ticketId,
      path: `support/${ticketId}/pendente`,
      createdAt: new Date(),
      leaseMs: 600_000,
    });
    const one = { params: { attachmentId } };
    expect((await agent.downloadAttachment(one)).status).toBe(404);
    expect((await agent.deleteAttachment(one)).status).toBe(404);
    expect(await listAttachments(ctx, ticketId)).toEqual([]);
    expect(await listAttachmentsOf(ctx, email)).toEqual([]);
  });
});

describe('the attachments of a person who is erased', () => {
  it('are all removed but those that cannot be now, which the janitor removes', async () => {
    const ticket = await openTicket(app);
    const stored: string[] = [];
    for (const name of ['a.txt', 'b.txt', 'c.txt']) {
      stored.push((await uploadOne(agent, ticket.id, textFile(name))).caminhoArquivo);
    }
    const mine = async () =>
      (await storedFiles(app.directory)).filter((path) => stored.includes(path));
    const remove = await inTransaction(ctx, (tx) =>
      eraseAttachmentsOf(tx, { email: ticket.email }),
    );
    expect(await listAttachments(ctx, ticket.id)).toEqual([]);
    expect(await mine()).toHaveLength(3);
    await remove(withoutRemoving((path) => path === stored[0]));
    expect(await mine()).toEqual(stored.slice(0, 1));
    expect(app.logs.at(-1)).toMatchObject({ msg: 'could not remove an erased attachment' });
    const { removed } = await reconcileAttachments(ctx, { dryRun: false });
    expect(removed.map(({ path }) => path)).toEqual(stored.slice(0, 1));
    expect(await mine()).toEqual([]);
  });
});
