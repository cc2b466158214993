import { afterAll, describe, expect, it } from 'vitest';
import { startApp } from '../harness.ts';

const secret = 'the-secret-of-the-newsletter-events';
const app = await startApp({ BEEHIIV_WEBHOOK_SECRET: secret });
afterAll(() => app.close());

const post = (event: object, token = secret) =>
  fetch(`${app.url}/integrations/beehiiv?token=${token}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(event),
  });

const anEvent = (more: object = {}) => ({
  uid: `evt_${crypto.randomUUID()}`,
  event_type: 'post.updated',
  ...more,
});

describe('an event of the newsletter', () => {
  it.each<[string, number, (value: string) => object]>([
    ['uid', 200, (uid) => anEvent({ uid })],
    ['event_type', 100, (event_type) => anEvent({ event_type })],
    ['data.id', 200, (id) => anEvent({ data: { id } })],
    ['data.subscription_id', 200, (subscription_id) => anEvent({ data: { subscription_id } })],
  ])(
    'may have %s up to %i characters, and is refused by its name with more',
    async (field, most, of) => {
      const value = crypto.randomUUID().padEnd(most, 'x');
      expect((await post(of(value))).status).toBe(202);
      const refused = await post(of(`${value}x`));
      expect([refused.status, refused.headers.get('x-error-field')]).toEqual([400, field]);
    },
  );

  it('has an id and a type, and may be about nothing', async () => {
    for (const event of [anEvent({ uid: '' }), anEvent({ event_type: '' }), {}, []])
      expect((await post(event)).status).toBe(400);
    for (const data of [null, '', { id: null, subscription_id: '' }, { other: 1 }, undefined])
      expect((await post(anEvent({ data, other: 1 }))).status).toBe(202);
  });

  it('comes with a secret of at most 500 characters in its address', async () => {
    expect((await post(anEvent(), 'x'.repeat(500))).status).toBe(403);
    expect((await post(anEvent(), 'x'.repeat(501))).status).toBe(400);
  });
});
