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
  it('has an id and a type, and needs no data', async () => {
    for (const event of [anEvent({ uid: '' }), anEvent({ event_type: '' }), {}, []])
      expect((await post(event)).status).toBe(400);
    for (const data of [null, '', { id: null, subscription_id: '' }, { other: 1 }, undefined])
      expect((await post(anEvent({ data, other: 1 }))).status).toBe(202);
  });
});
