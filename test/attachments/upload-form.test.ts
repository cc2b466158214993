import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { startApp } from '../harness.ts';
import { openTicket, storedFiles } from './attachment-helpers.ts';

// The upload's form as bytes on the wire.

const app = await startApp();
afterAll(() => app.close());
const ticket = await openTicket(app);
const authorization = `Bearer ${await app.token({ role: 'agent' })}`;
const url = `${app.url}/support/${ticket.id}/anexos`;
const inForm = { authorization, 'content-type': 'multipart/form-data; boundary=b' };
/** Sends a form in these pieces. */
const send = async (pieces: readonly (string | Buffer)[]) => {
  const req = request(url, { method: 'POST', headers: inForm });
  for (const piece of pieces) req.write(piece);
  req.end();
  const [response] = await once(req, 'response');
  return { status: response.statusCode, body: await json(response) };
};
const part =
  '--b\r\nContent-Disposition: form-data; name="arquivo"; filename="a.txt"\r\nContent-Type: text/plain\r\n\r\noi\r\n';

it.each([
  ['one byte at a time', 1, 5_000],
  ['uneven pieces', 7_001, 700_001],
])('keeps the bytes of a file that arrives in %s', async (_how, piece, bytes) => {
  // What looks like a header or a boundary is none.
  const start = '\r\n\r\n--B\r\n -b\r\n\r\n--\r\n\r\nContent-Type: x\r\n\r\n';
  const text = start + randomBytes(bytes).toString('base64');
  const body = `${part.replace('oi', text)}--b--\r\n`;
  const pieces = Array.from({ length: Math.ceil(body.length / piece) }, (_, at) =>
    body.slice(at * piece, (at + 1) * piece),
  );
  const { data } = z
    .object({ data: z.object({ caminhoArquivo: z.string() }) })
    .parse((await send(pieces)).body);
  const stored = await readFile(join(app.directory, 'files', data.caminhoArquivo), 'utf8');
  expect(stored === text).toBe(true);
});

describe('an upload that is not a valid form', () => {
  it.each([
    ['application/json', '{}', 415],
    ['multipart/form-data', part, 400],
    ['multipart/form-data; boundary=b', part, 400],
    ['multipart/form-data; boundary=outro', `${part}--b--\r\n`, 400],
    ['multipart/form-data; boundary=b', `--b\r\nbad header\r\n\r\noi\r\n--b--\r\n`, 400],
    // The parser mistakes the end of this part's header for the start of a boundary and never ends
    // the file.
    ['multipart/form-data; boundary=b', `${part}${part.replace('oi\r\n', '')}--b\r\n--`, 400],
    ['Multipart/Form-Data; Boundary="b"', `${part}--b--\r\n`, 201],
  ])('%s, %j: %i', async (type, body, status) => {
    const before = await storedFiles(app.directory);
    const headers = { authorization, 'content-type': type };
    const response = await fetch(url, { method: 'POST', headers, body });
    expect(response.status).toBe(status);
    expect(await storedFiles(app.directory)).toHaveLength(before.length + (status === 201 ? 1 : 0));
  });

  it('leaves nothing behind when the body stops halfway', async () => {
    const before = await storedFiles(app.directory);
    const half = request(url, { method: 'POST', headers: inForm });
    half.on('error', () => undefined);
    half.write(part + 'x'.repeat(200_000));
    await expect.poll(() => storedFiles(app.directory)).toHaveLength(before.length + 1);
    half.destroy();
    await expect.poll(() => storedFiles(app.directory)).toEqual(before);
    await expect
      .poll(async () => (await app.trpc()).attachments.janitor.mutate({ dryRun: true }))
      .toEqual({ removed: [], failed: [] });
  });
});

describe('the parts of a form', () => {
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
    'base64',
  );
  const form = (disposition: string | Buffer, contents: string | Buffer, more = '') =>
    Buffer.concat([
      Buffer.from('--b\r\nContent-Disposition: form-data; name="arquivo"; '),
      Buffer.from(disposition),
      Buffer.from(`${more}\r\n\r\n`),
      Buffer.from(contents),
      Buffer.from('\r\n--b--\r\n'),
    ]);
  const named = (nomeArquivo: string, more = {}) => ({
    status: 201,
    body: { data: { nomeArquivo, ...more } },
  });

  it('without a type are judged by their contents and names, as Python’s requests sends them', async () => {
    for (const [name, contents, tipoArquivo] of [
      ['foto.png', png, 'image/png'],
      ['dados.csv', 'a;b\n1;2\n', 'text/csv'],
      ['nota.txt', 'oi', 'text/plain'],
    ] as const) {
      const sent = await send([form(`filename="${name}"`, contents)]);
      expect(sent).toMatchObject(named(name, { tipoArquivo, tamanhoArquivo: contents.length }));
    }
    expect(await send([form('filename="a.zip"', 'PK\x03\x04')])).toMatchObject({ status: 415 });
  });

  it('are named where one of several is refused', async () => {
    const refused = form('filename="a.zip"', 'PK\x03\x04');
    const named = { body: { message: expect.stringMatching(/: a\.zip$/) } };
    expect(await send([part, refused])).toMatchObject(named);
    expect(await send([refused])).not.toMatchObject(named);
  });

  it('that say text/plain are text', async () => {
    const type = '\r\nContent-Type: Text/Plain; charset=iso-8859-1';
    expect(await send([form('filename="foto.png"', png, type)])).toMatchObject({ status: 415 });
    expect(await send([form('filename="a.csv"', 'a;b', type)])).toMatchObject(
      named('a.csv', { tipoArquivo: 'text/plain' }),
    );
  });

  it.each([
    ['UTF-8', Buffer.from('filename="ação.txt"'), 'ação.txt'],
    ['Windows-1252', Buffer.from('filename="edi\xe7\xe3o \x96 1.txt"', 'latin1'), 'edição – 1.txt'],
    ['encoded words', 'filename="=?UTF-8?B?YcOnw6NvLnR4dA==?="', 'ação.txt'],
    ['RFC 5987', "filename=x; filename*=UTF-8''a%C3%A7%C3%A3o%20%E2%82%AC.txt", 'ação €.txt'],
    ['RFC 5987 in Latin-1', "filename*=iso-8859-1''a%E7%E3o.txt", 'ação.txt'],
  ])('have names in %s', async (_, disposition, name) => {
    expect(await send([form(disposition, 'oi')])).toMatchObject(named(name));
  });
});
