import { afterAll, describe, expect, it } from 'vitest';
import { startStubServer } from '../../scripts/sandbox/stub-server.ts';
import { isPublicAddress, openWebhookSender } from '../../server/clients/webhook-sender.ts';
import { startApp } from '../harness.ts';
import { startReceiver } from './receivers.ts';

const app = await startApp();
afterAll(() => app.close());
const admin = await app.trpc({ role: 'admin' });

const privateAddresses = [
  '0.0.0.0',
  '10.1.2.3',
  '127.0.0.1',
  '169.254.169.254',
  '172.16.0.1',
  '192.168.1.1',
  '240.0.0.1',
  '::',
  '::1',
  '::127.0.0.1',
  '::ffff:10.0.0.1',
  '64:ff9b::a00:1',
  '2002:a00:1::',
  'fc00::1',
  'fe80::1',
  'fe80::1%eth0',
  'ff02::1',
  'not an address',
];

describe('addresses that webhooks may go to', () => {
  it.each(privateAddresses)('%s is not public', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it.each(['8.8.8.8', '::ffff:8.8.8.8', '2606:4700::1111'])('%s is public', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it.each([
    'http://exemplo.com.br/',
    'ftp://exemplo.com.br/',
    'https://user@exemplo.com.br/',
    'https://:secret@exemplo.com.br/',
    'https://2130706433/',
    'https://[::1]/',
    'https://[::ffff:169.254.169.254]/',
    'https://10.0.0.1:8443/hook',
    'not a url',
  ])('webhooks.create refuses %s and stores nothing', async (url) => {
    const before = await admin.webhooks.list.query();
    await expect(
      admin.webhooks.create.mutate({ url, events: ['ticket.created'] }),
    ).rejects.toMatchObject({
      data: { code: 'BAD_REQUEST' },
      message: expect.stringMatching(/\burl:? \S/),
    });
    expect(await admin.webhooks.list.query()).toEqual(before);
  });

  it('a name is refused at the connection if any of its addresses is private', async () => {
    let reached = false;
    const stub = await startStubServer(() => {
      reached = true;
      return { status: 200, json: {} };
    });
    const { port } = new URL(stub.url);
    const connection = openWebhookSender({ anyAddress: false }).open(`https://localhost:${port}/`);
    expect(await connection.post('{}', {})).toEqual({
      outcome: 'failed',
      status: null,
      reason: 'the name has an address that is private',
    });
    connection.close();
    await stub.close();
    expect(reached).toBe(false);
  });

  it('a webhook that was stored under the other setting is not sent to', async () => {
    const receiver = await startReceiver();
    const { db } = app.service.contextFor('test');
    await db
      .insertInto('webhooks')
      .values({
        url: receiver.url,
        events: ['ticket.created'],
        secret: 'whsec_AAAA',
        created_at: new Date(),
      })
      .execute();
    await admin.tickets.create.mutate({ subject: 'Oi', body: 'Oi', main: 'Entrega' });
    await admin.jobs.run.mutate({ name: 'send-webhooks' });
    expect(receiver.received).toEqual([]);
    expect((await admin.webhooks.list.query()).items).toMatchObject([{ failures: 1, pending: 1 }]);
    await receiver.close();
  });
});

describe('a response', () => {
  const sender = openWebhookSender({ anyAddress: true, timeoutMs: 60_000 });
  const impatient = openWebhookSender({ anyAddress: true, timeoutMs: 300 });
  const post = async (url: string, by = sender) => {
    const connection = by.open(url);
    const result = await connection.post(
      '{"type":"t","timestamp":"2026-01-01T00:00:00Z","data":{}}',
      {},
    );
    connection.close();
    return result;
  };

  it('fails on a redirect without following it', async () => {
    const target = await startReceiver();
    const receiver = await startReceiver((res) =>
      res.writeHead(307, { location: target.url }).end(),
    );
    expect(await post(receiver.url)).toEqual({
      outcome: 'failed',
      status: 307,
      reason: 'redirect',
    });
    expect(target.received).toEqual([]);
    await Promise.all([receiver.close(), target.close()]);
  });

  it('fails without a complete HTTP response', async () => {
    const receiver = await startReceiver(() => {});
    expect(await post(receiver.url, impatient)).toEqual({
      outcome: 'failed',
      status: null,
      reason: 'no response in time',
    });
    receiver.behave((res) => res.socket?.destroy());
    expect(await post(receiver.url)).toMatchObject({ outcome: 'failed', status: null });
    receiver.behave((res) => res.socket?.end('nonsense\r\n\r\n'));
    expect(await post(receiver.url)).toMatchObject({ outcome: 'failed', status: null });
    await receiver.close();
    expect(await post(receiver.url)).toMatchObject({ outcome: 'failed', status: null });
  });

  it('succeeds with status 200 to 299 only', async () => {
    const receiver = await startReceiver();
    for (const status of [200, 204, 299, 300, 304, 400, 599]) {
      receiver.behave((res) => res.writeHead(status).end());
      const outcome = status < 300 ? 'delivered' : 'failed';
      expect(await post(receiver.url)).toMatchObject({ outcome, status });
    }
    await receiver.close();
  });

  it('retries on a new connection if the old one was closed', async () => {
    const receiver = await startReceiver();
    const connection = sender.open(receiver.url);
    const body = '{"type":"edição","timestamp":"2026-01-01T00:00:00Z","data":{}}';
    expect(await connection.post(body, {})).toMatchObject({ outcome: 'delivered' });
    receiver.behave((res) => {
      receiver.behave((next) => next.writeHead(200).end());
      res.socket?.resetAndDestroy();
    });
    expect(await connection.post(body, {})).toEqual({ outcome: 'delivered', status: 200 });
    expect(receiver.received.map((received) => received.body)).toEqual([body, body, body]);
    connection.close();
    await receiver.close();
  });
});
