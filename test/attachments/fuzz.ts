import fc from 'fast-check';
import { expect } from 'vitest';
import type { TestApp } from '../harness.ts';
import { openFilesUnder, openTicket, storedFiles } from './attachment-helpers.ts';
import { type MutatedUpload, mutatedUpload, sendRaw } from './mutations.ts';

const atOnce = 16;

/** The number of responses of each status; 0 counts senders that disconnected. */
export type Tally = Record<number, number>;

/**
 * Sends mutated uploads, the same ones for the same seed. Expects a response for each sender that stayed, no 5xx, as many files as
 * rows, nothing for the janitor, no open file, and a service that still works.
 */
export const expectSound = async (app: TestApp, count: number, seed: number): Promise<Tally> => {
  const ticket = await openTicket(app);
  const authorization = `Bearer ${await app.token({ role: 'agent', expiresAt: new Date(Date.now() + 86_400_000) })}`;
  const url = new URL(app.url);
  const path = `/support/${ticket.id}/anexos`;
  const openBefore = openFilesUnder(app.directory);
  const uploads: Iterator<MutatedUpload> = fc.stream(sampled(count, seed));
  const tally: Tally = {};
  const worker = async () => {
    for (let next = uploads.next(); !next.done; next = uploads.next()) {
      const status = await sendRaw(url, authorization, path, next.value);
      tally[status] = (tally[status] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  expect(Object.values(tally).reduce((sum, n) => sum + n, 0)).toBe(count);
  expect(Object.keys(tally).filter((status) => Number(status) >= 500)).toEqual([]);
  await expect.poll(() => openFilesUnder(app.directory)).toEqual(openBefore);
  // Some requests of disconnected senders are still being handled.
  await expect.poll(() => pendingRows(app)).toEqual([]);
  const rows = await app.service
    .contextFor('test')
    .db.selectFrom('attachments')
    .select('path')
    .where('ticket_id', '=', ticket.id)
    .execute();
  expect(rows.length).toBeGreaterThanOrEqual(tally[201] ?? 0);
  expect(await storedFiles(app.directory)).toEqual(rows.map((row) => row.path).sort());
  expect((await fetch(`${app.url}/readyz`)).status).toBe(200);
  return tally;
};

/** Samples in slices, so that not all bodies are in memory at once. */
function* sampled(count: number, seed: number): Generator<MutatedUpload> {
  const slice = 500;
  for (let done = 0; done < count; done += slice) {
    yield* fc.sample(mutatedUpload, { numRuns: Math.min(slice, count - done), seed: seed + done });
  }
}

/** Rows that are not ready, regardless of age. */
const pendingRows = (app: TestApp) =>
  app.service
    .contextFor('test')
    .db.selectFrom('attachments')
    .select(['id', 'state'])
    .where('state', '<>', 'ready')
    .execute();
