import fc from 'fast-check';
import { expect } from 'vitest';
import { listAttachments } from '../../server/attachments/service.ts';
import type { TestApp } from '../harness.ts';
import { type MutatedUpload, mutatedUpload, sendRaw } from './mutations.ts';
import { openFilesUnder, openTicket, storedFiles } from './office.ts';

const atOnce = 16;

/** How many requests were answered with each status; 0 is a sender who left. */
export type Tally = Record<number, number>;

/**
 * Sends so many mutated uploads, the same ones for the same seed, and expects of the service: an answer to each that stayed, none of
 * 5xx, as many files as rows, nothing for the janitor, no file left open, and that it still works.
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
  // Of those who left, some requests are still being settled.
  await expect.poll(() => pendingRows(app)).toEqual([]);
  const rows = await listAttachments(app.service.contextFor('test'), ticket.id);
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

/** Rows that are not ready, however recent. */
const pendingRows = (app: TestApp) =>
  app.service
    .contextFor('test')
    .db.selectFrom('attachments')
    .select(['id', 'state'])
    .where('state', '<>', 'ready')
    .execute();
