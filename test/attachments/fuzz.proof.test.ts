import { connect } from 'node:net';
import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { startApp } from '../harness.ts';
import { openFilesUnder, openTicket, storedFiles } from './attachment-helpers.ts';

const count = Number(process.env.FUZZ_UPLOADS ?? 20_000);
const seed = Number(process.env.FUZZ_SEED ?? 20_261_121);
const atOnce = 16;

// Almost valid multipart bodies, and sockets that send them.

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
 * The mutations of a body: bytes changed, removed, doubled or inserted, line ends broken, the end
 * cut off.
 */
const mutation = fc.oneof(
  fc.tuple(fc.nat(), fc.nat(255)).map(([at, value]) => splice(at, 1, Buffer.of(value))),
  fc.tuple(fc.nat(), fc.integer({ min: 1, max: 60 })).map(([at, size]) => splice(at, size)),
  fc.tuple(fc.nat(), fc.integer({ min: 1, max: 200 })).map(([position, size]) => (body: Buffer) => {
    const at = position % (body.length + 1);
    return splice(at, 0, body.subarray(at, at + size))(body);
  }),
  fc.tuple(fc.nat(), fc.uint8Array({ maxLength: 20 })).map(([at, bytes]) => splice(at, 0, bytes)),
  fc.constant((body: Buffer) =>
    Buffer.from(body.toString('latin1').replaceAll('\r\n', '\n'), 'latin1'),
  ),
  fc.nat().map((at) => splice(at, Number.POSITIVE_INFINITY)),
);

/** One request. */
const mutatedUpload = fc.record({
  body: fc
    .tuple(form, fc.array(mutation, { maxLength: 3 }))
    .map(([body, changes]) => changes.reduce<Buffer>((changed, mutate) => mutate(changed), body)),
  contentType: fc.oneof(
    { weight: 30, arbitrary: fc.constant(`multipart/form-data; boundary=${boundary}`) },
    { weight: 1, arbitrary: fc.constantFrom('multipart/form-data', 'text/plain') },
  ),
  pieces: fc.integer({ min: 1, max: 4 }),
  chunked: fc.boolean(),
  /** Whether the sender disconnects before the end. */
  leaves: fc.integer({ min: 0, max: 19 }).map((n) => n === 0),
});
type MutatedUpload = typeof mutatedUpload extends fc.Arbitrary<infer U> ? U : never;

/**
 * Sends it over a new socket; returns the status, or 0 if the sender disconnected. Rejects after
 * ten seconds without data.
 */
const sendRaw = (
  url: URL,
  authorization: string,
  path: string,
  upload: MutatedUpload,
): Promise<number> =>
  new Promise((resolve, reject) => {
    const socket = connect(Number(url.port), url.hostname);
    let response = '';
    const settle = (outcome: () => void) => {
      socket.destroy();
      outcome();
    };
    socket.setTimeout(120_000, () =>
      settle(() => reject(new Error(`no response after: ${response.slice(0, 200)}`))),
    );
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => {
      response += chunk.toString('latin1');
      const status = /^HTTP\/1\.1 (\d{3}) .*\r\n\r\n./s.exec(response)?.[1];
      if (status !== undefined && status !== '100') settle(() => resolve(Number(status)));
    });
    socket.on('close', () =>
      upload.leaves
        ? resolve(0)
        : reject(new Error(`closed without a response: ${response.slice(0, 200)}`)),
    );
    const { body } = upload;
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: ${url.host}\r\nAuthorization: ${authorization}\r\nConnection: close\r\n` +
        `Content-Type: ${upload.contentType}\r\n` +
        (upload.chunked
          ? 'Transfer-Encoding: chunked\r\n\r\n'
          : `Content-Length: ${body.length}\r\n\r\n`),
    );
    const size = Math.ceil(body.length / upload.pieces) || 1;
    for (let at = 0; at < body.length; at += size) {
      if (upload.leaves && at >= body.length / 2) break;
      const piece = body.subarray(at, at + size);
      if (upload.chunked) socket.write(`${piece.length.toString(16)}\r\n`);
      socket.write(upload.leaves ? piece.subarray(0, Math.ceil(piece.length / 2)) : piece);
      if (upload.chunked) socket.write('\r\n');
    }
    if (upload.leaves) setImmediate(() => socket.destroy());
    else if (upload.chunked) socket.write('0\r\n\r\n');
  });

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
