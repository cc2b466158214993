import { Webhook } from 'standardwebhooks';
import { afterAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../harness.ts';

// The order of docs/operations.md#by-hand: two processes, replaced one after the other in each of
// three rounds, while the old and the new secret are in use.

const fleet: (TestApp | undefined)[] = [undefined, undefined];
const closeAll = async () => {
  for (const app of fleet.splice(0, 2, undefined, undefined)) await app?.close();
};
afterAll(closeAll);

/** Replaces one process after the other; after each, `check` runs against both. */
const round = async (env: Record<string, string>, check: (app: TestApp) => Promise<void>) => {
  for (const place of [0, 1]) {
    await fleet[place]?.close();
    fleet[place] = await startApp(env);
    for (const app of fleet) if (app) await check(app);
  }
};

const [old, next] = ['antigo-'.repeat(6), 'novo-secreto-'.repeat(4)];

describe('rotating', () => {
  it("the secret of the newsletter's events refuses none", async () => {
    const accepts =
      (...secrets: string[]) =>
      async (app: TestApp) => {
        for (const secret of secrets) {
          const body = JSON.stringify({
            uid: crypto.randomUUID(),
            event_type: 'post.sent',
            data: { id: 'post_1' },
          });
          const now = new Date();
          const headers = {
            'content-type': 'application/json',
            'webhook-id': 'msg_1',
            'webhook-timestamp': String(Math.floor(now.getTime() / 1_000)),
            'webhook-signature': new Webhook(secret).sign('msg_1', now, body),
          };
          const address = `${app.url}/integrations/beehiiv`;
          const sent = await fetch(address, { method: 'POST', headers, body });
          expect(sent.status).toBe(202);
        }
      };
    const [from, to] = [old, next].map((text) => `whsec_${Buffer.from(text).toString('base64')}`);
    const secret = (one = '', previous?: string) => ({
      BEEHIIV_WEBHOOK_SECRET: one,
      ...(previous && { BEEHIIV_WEBHOOK_PREVIOUS_SECRET: previous }),
    });
    await round(secret(from), accepts(`${from}`));
    await round(secret(from, to), accepts(`${from}`));
    await round(secret(to, from), accepts(`${from}`, `${to}`));
    await round(secret(to), accepts(`${to}`));
    await closeAll();
  });
});
