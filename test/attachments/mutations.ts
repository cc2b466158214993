import { connect } from 'node:net';
import fc from 'fast-check';

// Almost valid multipart bodies, and sockets that send them.

const boundary = 'b'.repeat(20);

const header = fc.constantFrom(
  'Content-Disposition: form-data; name="arquivo"; filename="a.txt"\r\nContent-Type: text/plain',
  'Content-Disposition: form-data; name="arquivo"; filename="a.png"\r\nContent-Type: image/png',
  'Content-Disposition: form-data; name="arquivo"; filename="é \\" %22.csv"\r\nContent-Type: text/csv',
  `Content-Disposition: form-data; name="arquivo"; filename*=UTF-8''%e2%82%ac.txt\r\nContent-Type: text/plain`,
  'Content-Disposition: form-data; name="arquivo"; filename=""\r\nContent-Type: application/octet-stream',
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

/** The mutations of a body: bytes changed, removed, doubled or inserted, line ends broken, the end cut off. */
const mutation = fc.oneof(
  fc.record({
    kind: fc.constant('flip' as const),
    at: fc.nat(),
    value: fc.integer({ min: 0, max: 255 }),
  }),
  fc.record({
    kind: fc.constant('cut' as const),
    at: fc.nat(),
    size: fc.integer({ min: 1, max: 60 }),
  }),
  fc.record({
    kind: fc.constant('double' as const),
    at: fc.nat(),
    size: fc.integer({ min: 1, max: 200 }),
  }),
  fc.record({
    kind: fc.constant('insert' as const),
    at: fc.nat(),
    bytes: fc.uint8Array({ maxLength: 20 }),
  }),
  fc.record({ kind: fc.constant('bare-line-ends' as const) }),
  fc.record({ kind: fc.constant('truncate' as const), at: fc.nat() }),
);
type Mutation = typeof mutation extends fc.Arbitrary<infer M> ? M : never;

const mutate = (body: Buffer, change: Mutation): Buffer => {
  if (change.kind === 'bare-line-ends') {
    return Buffer.from(body.toString('latin1').replaceAll('\r\n', '\n'), 'latin1');
  }
  const at = change.at % (body.length + 1);
  const [before, after] = [body.subarray(0, at), body.subarray(at)];
  switch (change.kind) {
    case 'flip':
      return Buffer.concat([before, Buffer.of(change.value), after.subarray(1)]);
    case 'cut':
      return Buffer.concat([before, after.subarray(change.size)]);
    case 'double':
      return Buffer.concat([before, after.subarray(0, change.size), after]);
    case 'insert':
      return Buffer.concat([before, change.bytes, after]);
    case 'truncate':
      return before;
  }
};

/** One request: its body, its split into writes, and whether the sender disconnects before the end. */
export const mutatedUpload = fc.record({
  body: fc
    .tuple(form, fc.array(mutation, { maxLength: 3 }))
    .map(([body, changes]) => changes.reduce(mutate, body)),
  contentType: fc.oneof(
    { weight: 30, arbitrary: fc.constant(`multipart/form-data; boundary=${boundary}`) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        'multipart/form-data',
        'multipart/form-data; boundary=""',
        `multipart/form-data; boundary=${'z'.repeat(71)}`,
        'text/plain',
      ),
    },
  ),
  pieces: fc.integer({ min: 1, max: 4 }),
  chunked: fc.boolean(),
  // 5 % disconnect.
  leaves: fc.integer({ min: 0, max: 19 }).map((n) => n === 0),
});
export type MutatedUpload = typeof mutatedUpload extends fc.Arbitrary<infer U> ? U : never;

/** Sends it over a new socket; returns the status, or 0 if the sender disconnected. Rejects after ten seconds without data. */
export const sendRaw = (
  url: URL,
  authorization: string,
  path: string,
  upload: MutatedUpload,
): Promise<number> =>
  new Promise((resolve, reject) => {
    const socket = connect(Number(url.port), url.hostname);
    let answer = '';
    const settle = (outcome: () => void) => {
      socket.destroy();
      outcome();
    };
    socket.setTimeout(120_000, () =>
      settle(() => reject(new Error(`no answer after: ${answer.slice(0, 200)}`))),
    );
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => {
      answer += chunk.toString('latin1');
      const status = /^HTTP\/1\.1 (\d{3}) .*\r\n\r\n./s.exec(answer)?.[1];
      if (status !== undefined && status !== '100') settle(() => resolve(Number(status)));
    });
    socket.on('close', () =>
      upload.leaves
        ? resolve(0)
        : reject(new Error(`closed without an answer: ${answer.slice(0, 200)}`)),
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
