import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { startApp } from '../harness.ts';
import { openFilesUnder, openTicket, storedFiles } from './attachment-helpers.ts';
import { type MutatedUpload, mutatedUpload, sendRaw } from './mutations.ts';

const count = Number(process.env.FUZZ_UPLOADS ?? 20_000);
const seed = Number(process.env.FUZZ_SEED ?? 20_261_121);
const atOnce = 16;

const app = await startApp({ ATTACHMENTS_PER_TICKET: '1000000' });
afterAll(() => app.close());

/** Samples in slices, so that not all bodies are in memory at once. */
function* sampled(): Generator<MutatedUpload> {
  const slice = 500;
  for (let done = 0; done < count; done += slice) {
    yield* fc.sample(mutatedUpload, { numRuns: Math.min(slice, count - done), seed: seed + done });
  }
}

it(`${count} mutated uploads over sockets, 5 % of them cut off: no 5xx, no hang, nothing left behind`, async () => {
  const { id } = await openTicket(app);
  const authorization = `Bearer ${await app.token({ role: 'agent' })}`;
  const openBefore = openFilesUnder(app.directory);
  const uploads = sampled();
  /** The number of responses of each status; 0 counts senders that disconnected. */
  const tally: Record<number, number> = {};
  const worker = async () => {
    for (const upload of uploads) {
      const path = `/support/${id}/anexos`;
      const status = await sendRaw(new URL(app.url), authorization, path, upload);
      tally[status] = (tally[status] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  process.stdout.write(
    `seed ${seed}, answers by status (0: the sender left): ${JSON.stringify(tally)}\n`,
  );
  expect(Object.values(tally).reduce((sum, n) => sum + n, 0)).toBe(count);
  expect(Object.keys(tally).filter((status) => Number(status) >= 500)).toEqual([]);
  // Proves nothing unless some uploads were accepted, some refused and some cut off.
  expect(Object.keys(tally)).toEqual(expect.arrayContaining(['0', '201', '400', '415']));
  expect(tally[0]).toBeGreaterThan(0.04 * count);
  expect(tally[201]).toBeGreaterThan(0.025 * count);
  await expect.poll(() => openFilesUnder(app.directory)).toEqual(openBefore);
  const { db } = app.service.contextFor('test');
  const select = () => db.selectFrom('attachments').select(['path', 'state']).execute();
  // Some requests of disconnected senders are still being handled.
  await expect
    .poll(async () => (await select()).filter(({ state }) => state !== 'ready'))
    .toEqual([]);
  const rows = await select();
  expect(rows.length).toBeGreaterThanOrEqual(tally[201] ?? 0);
  expect(await storedFiles(app.directory)).toEqual(rows.map((row) => row.path).sort());
  expect((await fetch(`${app.url}/readyz`)).status).toBe(200);
});
