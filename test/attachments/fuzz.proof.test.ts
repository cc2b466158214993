import { once } from 'node:events';
import { request } from 'node:http';
import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { startApp } from '../harness.ts';
import { openFilesUnder, openTicket, storedFiles } from './attachment-helpers.ts';

const count = Number(process.env.FUZZ_UPLOADS ?? 20_000);
const seed = Number(process.env.FUZZ_SEED ?? 20_261_121);
const atOnce = 16;

// Almost valid multipart bodies.

const boundary = 'b'.repeat(20);

const header = fc.constantFrom(
  'Content-Disposition: form-data; name="arquivo"; filename="a.txt"\r\nContent-Type: text/plain',
  'Content-Disposition: form-data; name="arquivo"; filename="a.png"\r\nContent-Type: image/png',
  'Content-Disposition: form-data; name="arquivo"; filename="é \\" %22.csv"\r\nContent-Type: text/csv',
  `Content-Disposition: form-data; name="arquivo"; filename*=UTF-8''%e2%82%ac.txt\r\nContent-Type: text/plain`,
  'Content-Disposition: form-data; name="arquivo"',
  'Content-Disposition: form-data; name="mensagemId"',
  'Content-Disposition: form-data; name="outro"; filename="b.txt"\r\nContent-Type: text/plain',
  'Content-Disposition: form-data',
  'Content-Type: text/plain',
  '',
);

const contents = fc.oneof(
  fc.string({ maxLength: 200 }).map((text) => Buffer.from(text)),
  fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
  fc.integer({ min: 0, max: 70_000 }).map((size) => Buffer.alloc(size, 'x')),
  fc
    .constantFrom('1', '', '\r\n', `--${boundary}`, '\r\n--', '\x89PNG\r\n\x1a\n')
    .map((text) => Buffer.from(text, 'latin1')),
);

const form = fc
  .array(fc.tuple(header, contents), { maxLength: 7 })
  .map((parts) =>
    Buffer.concat([
      ...parts.flatMap(([head, body]) => [
        Buffer.from(`--${boundary}\r\n${head}\r\n\r\n`),
        body,
        Buffer.from('\r\n'),
      ]),
      Buffer.from(`--${boundary}--\r\n`),
    ]),
  );

const splice =
  (position: number, removed: number, inserted: Uint8Array = Buffer.of()) =>
  (body: Buffer): Buffer => {
    const at = position % (body.length + 1);
    return Buffer.concat([body.subarray(0, at), inserted, body.subarray(at + removed)]);
  };

/**
 * The mutations of a body: bytes changed, removed or inserted, line ends broken, the end
 * cut off.
 */
const mutation = fc.oneof(
  fc.tuple(fc.nat(), fc.nat(255)).map(([at, value]) => splice(at, 1, Buffer.of(value))),
  fc.tuple(fc.nat(), fc.integer({ min: 1, max: 60 })).map(([at, size]) => splice(at, size)),
  fc.tuple(fc.nat(), fc.uint8Array({ maxLength: 20 })).map(([at, bytes]) => splice(at, 0, bytes)),
  fc.constant((body: Buffer) =>
    Buffer.from(body.toString('latin1').replaceAll('\r\n', '\n'), 'latin1'),
  ),
  fc.nat().map((at) => splice(at, Number.POSITIVE_INFINITY)),
);

const mutatedUpload = fc.record({
  body: fc
    .tuple(form, fc.array(mutation, { maxLength: 3 }))
    .map(([body, changes]) => changes.reduce<Buffer>((changed, mutate) => mutate(changed), body)),
  /** Whether the sender disconnects before the end. */
  leaves: fc.integer({ min: 0, max: 19 }).map((n) => n === 0),
});
type MutatedUpload = typeof mutatedUpload extends fc.Arbitrary<infer U> ? U : never;

/** Sends half of it and then the rest; returns the status, or 0 if the sender disconnected. */
const send = async (path: string, authorization: string, { body, leaves }: MutatedUpload) => {
  const headers = {
    authorization,
    'content-type': `multipart/form-data; boundary=${boundary}`,
    'content-length': body.length,
  };
  const sent = request(`${app.url}${path}`, { method: 'POST', headers, timeout: 120_000 });
  sent.once('timeout', () => sent.destroy(new Error('no response')));
  const response = once(sent, 'response').then(([{ statusCode }]) => Number(statusCode));
  response.catch(() => undefined);
  const half = body.length / 2;
  await new Promise((resolve) => sent.write(body.subarray(0, half), resolve));
  if (leaves) sent.destroy();
  else sent.end(body.subarray(half));
  return leaves ? 0 : response;
};

const app = await startApp({ ATTACHMENTS_PER_TICKET: '1000000' });
afterAll(() => app.close());

/** Samples in slices, so that not all bodies are in memory at once. */
function* sampled(): Generator<MutatedUpload> {
  const slice = 500;
  for (let done = 0; done < count; done += slice) {
    yield* fc.sample(mutatedUpload, { numRuns: Math.min(slice, count - done), seed: seed + done });
  }
}

it(`${count} mutated uploads, 5 % of them cut off, end without a 5xx, do not hang and leave nothing behind`, async () => {
  const { id } = await openTicket(app);
  const authorization = `Bearer ${await app.token({ role: 'agent' })}`;
  const openBefore = openFilesUnder(app.directory);
  const uploads = sampled();
  /** The number of responses of each status; 0 counts senders that disconnected. */
  const tally: Record<number, number> = {};
  const worker = async () => {
    for (const upload of uploads) {
      const path = `/support/${id}/anexos`;
      const status = await send(path, authorization, upload);
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
  expect(Object.keys(tally)).toEqual(expect.arrayContaining(['0', '201', '400']));
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
