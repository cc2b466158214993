import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { type FormRules, readForm } from '../../server/http/multipart.ts';
import { startApp } from '../harness.ts';
import { openTicket, storedFiles } from './attachment-helpers.ts';

// The upload's form as bytes on the wire.

const app = await startApp();
afterAll(() => app.close());
const agent = await app.client();
const ticket = await openTicket(app);
const authorization = `Bearer ${await app.token({ role: 'agent' })}`;
const part =
  '--b\r\nContent-Disposition: form-data; name="arquivo"; filename="a.txt"\r\nContent-Type: text/plain\r\n\r\noi\r\n';
const rules: FormRules = {
  field: 'arquivo',
  textFields: [],
  maxFiles: 1,
  maxFileBytes: 1_000,
  tooLarge: 'attachment-too-large',
};

it.each([
  ['one byte at a time', 1, 5_000],
  ['uneven pieces', 7_001, 700_001],
  ['large pieces', 200_000, 3_000_000],
])('keeps the bytes of a file that arrives in %s', async (_how, piece, bytes) => {
  const text = randomBytes(bytes).toString('base64').slice(0, bytes);
  const body = `${part.replace('oi', text)}--b--\r\n`;
  const req = request(`${app.url}/support/${ticket.id}/anexos`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'multipart/form-data; boundary=b' },
  });
  for (let sent = 0; sent < body.length; sent += piece) req.write(body.slice(sent, sent + piece));
  req.end();
  const [response] = await once(req, 'response');
  expect(response.statusCode).toBe(201);
  const { data } = z
    .object({ data: z.object({ caminhoArquivo: z.string() }) })
    .parse(await json(response));
  const stored = await readFile(join(app.directory, 'files', data.caminhoArquivo), 'utf8');
  expect(stored === text).toBe(true);
});

describe('an upload that is not a valid form', () => {
  const post = (headers: Record<string, string>, body: string) =>
    fetch(`${app.url}/support/${ticket.id}/anexos`, {
      method: 'POST',
      headers: { authorization, ...headers },
      body,
    });
  it.each([
    ['application/json', '{}', 415],
    ['text/plain', 'oi', 415],
    ['multipart/form-data', part, 400],
    ['multipart/form-data; boundary=', part, 400],
    ['multipart/form-data; boundary=b', '', 400],
    ['multipart/form-data; boundary=b', 'nada', 400],
    ['multipart/form-data; boundary=b', part, 400],
    ['multipart/form-data; boundary=outro', `${part}--b--\r\n`, 400],
    ['multipart/form-data; boundary=b', `--b\r\nbad header\r\n\r\noi\r\n--b--\r\n`, 400],
    // The parser mistakes the end of this part's header for the start of a boundary and never ends the file.
    ['multipart/form-data; boundary=b', `${part.replace('oi\r\n', '')}--b\r\n--`, 400],
    ['multipart/form-data; boundary=b', `${part}--b--\r\n`, 201],
    ['Multipart/Form-Data; Boundary="b"', `${part}--b--\r\n`, 201],
  ])('%s, %j: %i', async (type, body, status) => {
    const before = await storedFiles(app.directory);
    const answer = await post({ 'content-type': type }, body);
    expect(answer.status).toBe(status);
    const { success } = await answer.json();
    expect(success).toBe(status === 201);
    expect(await storedFiles(app.directory)).toHaveLength(before.length + (status === 201 ? 1 : 0));
  });

  it('leaves nothing behind when the body stops halfway', async () => {
    const before = await storedFiles(app.directory);
    const half = request(`${app.url}/support/${ticket.id}/anexos`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'multipart/form-data; boundary=b' },
    });
    half.on('error', () => undefined);
    half.write(part + 'x'.repeat(200_000));
    await expect.poll(() => storedFiles(app.directory)).toHaveLength(before.length + 1);
    half.destroy();
    await expect.poll(() => storedFiles(app.directory)).toEqual(before);
    await expect
      .poll(async () => (await app.trpc()).attachments.janitor.mutate({ dryRun: true }))
      .toEqual({ removed: [], failed: [] });
  });

  it('is refused if its caller left before', async () => {
    const outcome = Promise.withResolvers<unknown>();
    const server = createServer(async (req) => {
      req.destroy();
      await once(req, 'close');
      readForm(
        Object.assign(req, { is: () => 'multipart/form-data' }),
        rules,
        async () => 'taken',
      ).then(outcome.resolve, outcome.resolve);
    }).listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    const headers = { 'content-type': 'multipart/form-data; boundary=b' };
    const req = request({ port, method: 'POST', headers });
    req.on('error', () => undefined).end(`${part}--b--\r\n`);
    expect(await outcome.promise).toMatchObject({ code: 'invalid-request' });
  });

  it('leaves no timer behind when it refuses a file halfway', async () => {
    const timers = () =>
      process.getActiveResourcesInfo().filter((resource) => resource === 'Timeout').length;
    const refused = async () => {
      // Refused at its first bytes; the rest is read and discarded.
      const file = new File(['<html>', 'x'.repeat(2_000_000)], 'a.png', { type: 'image/png' });
      const answer = await agent.uploadAttachments({
        params: { id: ticket.id },
        body: { arquivo: file },
      });
      expect(answer.status).toBe(415);
    };
    await refused();
    const before = timers();
    for (let i = 0; i < 30; i += 1) await refused();
    await expect.poll(timers).toBeLessThan(before + 15);
  });
});
