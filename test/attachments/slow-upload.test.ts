import { afterAll, describe, expect, it } from 'vitest';
import { reconcileAttachments } from '../../server/attachments/janitor.ts';
import { startApp } from '../harness.ts';
import { openTicket, storedFiles } from './attachment-helpers.ts';
import { uploadInTwoHalves } from './two-halves.ts';

const clock = { now: new Date() };
const app = await startApp({}, { now: () => clock.now });
afterAll(() => app.close());
const ctx = app.service.contextFor('test');
const minutes = (count: number) => {
  clock.now = new Date(clock.now.getTime() + count * 60_000);
};

/** An upload whose first half has arrived; `finish` sends the rest and resolves to the status. */
const startUpload = async () => {
  const { id } = await openTicket(app);
  const token = await app.token({ role: 'agent', expiresAt: new Date('2040-01-01') });
  const rest = Promise.withResolvers<void>();
  const { answered } = await uploadInTwoHalves(
    `${app.url}/support/${id}/anexos`,
    token,
    { name: 'lento.txt', bytes: 300_000 },
    rest.promise,
  );
  const arriving = async () =>
    (await storedFiles(app.directory)).filter((path) => path.startsWith(`support/${id}/`));
  await expect.poll(arriving).toHaveLength(1);
  return {
    finish: () => {
      rest.resolve();
      return answered;
    },
  };
};

describe('an upload that takes minutes', () => {
  it('is left alone by the janitor for ten minutes', async () => {
    const { finish } = await startUpload();
    minutes(9);
    expect((await reconcileAttachments(ctx, { dryRun: false })).removed).toEqual([]);
    expect(await finish()).toBe(201);
    expect(await storedFiles(app.directory)).toHaveLength(1);
  });

  it('fails if the janitor took it for dead after that, and leaves no file', async () => {
    const before = await storedFiles(app.directory);
    const { finish } = await startUpload();
    minutes(11);
    expect((await reconcileAttachments(ctx, { dryRun: false })).removed).toHaveLength(1);
    expect(await finish()).toBe(503);
    expect(await storedFiles(app.directory)).toEqual(before);
  });
});
