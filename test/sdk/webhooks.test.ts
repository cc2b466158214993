import { Webhook } from 'standardwebhooks';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { signWebhook, verifyWebhook, WebhookError } from '../../packages/sdk/src/webhooks.ts';

const secret = `whsec_${Buffer.from('um segredo de vinte e quatro').toString('base64')}`;
const other = `whsec_${Buffer.from('outro segredo, mais comprido').toString('base64')}`;
const body = JSON.stringify({
  type: 'ticket.created',
  timestamp: '2026-03-10T14:30:00.000Z',
  data: { ticketId: 42, main: 'Entrega' },
});

/** A request that an independent implementation of Standard Webhooks signed. */
const signed = ({ text = body, at = new Date(), by = [secret] } = {}) => ({
  headers: {
    'Webhook-Id': 'evt_1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': by.map((one) => new Webhook(one).sign('evt_1', at, text)).join(' '),
  },
  body: text,
});

const refusal = async (request: Parameters<typeof verifyWebhook>[0]): Promise<string> => {
  const error: unknown = await verifyWebhook(request).catch((reason: unknown) => reason);
  if (!(error instanceof WebhookError)) throw new Error('it was not refused');
  return error.code;
};

describe('verifyWebhook', () => {
  it('resolves to the event, typed by its type', async () => {
    const event = await verifyWebhook({ ...signed(), secrets: secret });
    if (event.type !== 'ticket.created') throw new Error(event.type);
    expect(event.data).toEqual({ ticketId: 42, main: 'Entrega' });
  });

  it('takes Headers and bytes too', async () => {
    const { headers } = signed();
    const bytes = new TextEncoder().encode(body);
    for (const raw of [bytes, bytes.buffer]) {
      const request = { headers: new Headers(headers), body: raw, secrets: [secret] };
      expect(await verifyWebhook(request)).toMatchObject({ type: 'ticket.created' });
    }
  });

  it('accepts any of several secrets and any of several signatures', async () => {
    expect(await verifyWebhook({ ...signed(), secrets: [other, secret] })).toBeTruthy();
    const both = signed({ by: [other, secret] });
    expect(await verifyWebhook({ ...both, secrets: secret })).toBeTruthy();
  });

  it('refuses another body, id or secret', async () => {
    expect(await refusal({ ...signed(), body: `${body} `, secrets: secret })).toBe(
      'signature-mismatch',
    );
    const headers = { ...signed().headers, 'Webhook-Id': 'evt_2' };
    expect(await refusal({ headers, body, secrets: secret })).toBe('signature-mismatch');
    expect(await refusal({ ...signed(), secrets: other })).toBe('signature-mismatch');
  });

  it.each([-300, 300])('accepts a message sent %s seconds from now', async (seconds) => {
    const now = vi.spyOn(Date, 'now').mockReturnValue(1_773_144_000_000);
    onTestFinished(() => now.mockRestore());
    const message = signed({ at: new Date(Date.now() + seconds * 1_000) });
    expect(await verifyWebhook({ ...message, secrets: secret })).toBeTruthy();
  });

  it.each([-301, 301])('refuses a message sent %s seconds from now', async (seconds) => {
    const late = signed({ at: new Date(Date.now() + seconds * 1_000) });
    expect(await refusal({ ...late, secrets: secret })).toBe('timestamp-out-of-range');
  });

  it.each(['webhook-id', 'webhook-timestamp', 'webhook-signature'])(
    'refuses a request without %s',
    async (name) => {
      const headers = new Headers(signed().headers);
      headers.delete(name);
      expect(await refusal({ headers, body, secrets: secret })).toBe('headers-missing');
    },
  );

  it.each(['', 'x', '1e9', '-1', ' 1'])('refuses the timestamp "%s"', async (text) => {
    const headers = { ...signed().headers, 'webhook-timestamp': text };
    expect(await refusal({ headers, body, secrets: secret })).toBe(
      text ? 'timestamp-out-of-range' : 'headers-missing',
    );
  });

  it.each(['v1', 'v1,', 'v1,***', 'v2,AAAA', ','])('refuses the signature "%s"', async (text) => {
    const headers = { ...signed().headers, 'webhook-signature': text };
    expect(await refusal({ headers, body, secrets: secret })).toBe('signature-mismatch');
  });

  it('refuses what is signed and is no event', async () => {
    for (const text of [
      '{',
      '[]',
      '{"type":1}',
      'null',
      '{"type":"a"}',
      '{"type":"a","data":null}',
    ]) {
      expect(await refusal({ ...signed({ text }), secrets: secret })).toBe('body-malformed');
    }
  });

  it('says that a secret is none', async () => {
    for (const secrets of ['whsec_', 'whsec_***']) {
      expect(await refusal({ ...signed(), secrets })).toBe('secret-malformed');
    }
  });

  it.each([undefined, '', [], [undefined]])('says that no secret is given: %j', async (secrets) => {
    // @ts-expect-error plain JavaScript passes what its environment lacks
    expect(await refusal({ ...signed(), secrets })).toBe('secret-missing');
  });

  it('takes the secret that is set while the other is not', async () => {
    // @ts-expect-error as above
    expect(await verifyWebhook({ ...signed(), secrets: [undefined, secret] })).toBeTruthy();
  });

  it.each([{}, undefined])('says that the body was parsed before: %j', async (parsed) => {
    // @ts-expect-error as a framework passes it
    expect(await refusal({ ...signed(), body: parsed, secrets: secret })).toBe('body-parsed');
  });

  it('takes the tolerance of the caller', async () => {
    const message = signed({ at: new Date(Date.now() - 600_000) });
    const request = { ...message, secrets: secret };
    expect(await verifyWebhook({ ...request, toleranceSeconds: 900 })).toBeTruthy();
    expect(await refusal({ ...request, toleranceSeconds: 60 })).toBe('timestamp-out-of-range');
  });
});

describe('signWebhook', () => {
  it('signs as Standard Webhooks does', async () => {
    const timestamp = new Date();
    const headers = await signWebhook({ id: 'evt_1', timestamp, body, secret });
    expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
    expect(await verifyWebhook({ headers, body, secrets: secret })).toBeTruthy();
  });
});
