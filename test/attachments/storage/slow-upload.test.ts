import { afterAll, describe, expect, it } from 'vitest';
import { reconcileAttachments } from '../../../server/attachments/janitor.ts';
import { startApp } from '../../harness.ts';
import { ageAttachments } from '../../support/age.ts';
import { openTicket, storedFiles } from '../attachment-helpers.ts';
import { uploadWithPause } from '../paused-upload.ts';

const app = await startApp();
afterAll(() => app.close());
const ctx = app.service.contextFor('test');
const minutes = (count: number) => ageAttachments(ctx.db, count * 60_000);

/** An upload whose first half has arrived; `finish` sends the rest and resolves to the status. */
const startUpload = async () => {
  const { id } = await openTicket(app);
  const token = await app.token({ role: 'agent' });
  const rest = Promise.withResolvers<void>();
  const { answered } = await uploadWithPause(
    `${app.url}/support/${id}/anexos`,
    token,
    { name: 'lento.txt', bytes: 300_000 },
    rest.promise,
  );
  const arriving = async () =>
    (await storedFiles(app.directory)).filter((path) => path.startsWith(`support/${id}/`));
  await expect.poll(arriving).toHaveLength(1);
  return {
    id,
    files: arriving,
    finish: () => {
      rest.resolve();
      return answered;
    },
  };
};

/** What the janitor removes of a ticket now. */
const removedOf = async (id: number) => {
  const { removed } = await reconcileAttachments(ctx, { dryRun: false });
  return removed.filter(({ ticketId }) => ticketId === id);
};

describe('an upload that takes minutes', () => {
  it('is left alone by the janitor for ten minutes', async () => {
    const { id, files, finish } = await startUpload();
    await minutes(9);
    expect(await removedOf(id)).toEqual([]);
    expect(await finish()).toBe(201);
    expect(await files()).toHaveLength(1);
  });

  it('fails if the janitor took it for dead after that, and leaves no file', async () => {
    const { id, files, finish } = await startUpload();
    await minutes(11);
    expect(await removedOf(id)).toHaveLength(1);
    expect(await finish()).toBe(503);
    expect(await files()).toEqual([]);
  });

  it('fails while a deletion holds it', async () => {
    const { id, finish } = await startUpload();
    const rowsOf = () => ctx.db.selectFrom('attachments').where('ticket_id', '=', id);
    await ctx.db
      .updateTable('attachments')
      .set({ state: 'deleting', lease_until: new Date(Date.now() + 60_000) })
      .where('ticket_id', '=', id)
      .execute();
    expect(await finish()).toBe(503);
    expect(await rowsOf().select('state').execute()).toEqual([{ state: 'deleting' }]);
  });
});
