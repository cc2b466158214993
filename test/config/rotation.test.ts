import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { Webhook } from 'standardwebhooks';
import { afterAll, describe, expect, it } from 'vitest';
import { startStubServer } from '../../scripts/sandbox/stub-server.ts';
import { startApp, type TestApp } from '../harness.ts';
import { openBrowser } from '../sessions/browser.ts';
import { discoveryOf } from '../sessions/discovery.ts';

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

  it("the provider's secret lets people sign in, whenever the provider changes it", async () => {
    const { publicKey, privateKey } = await generateKeyPair('RS256');
    let [current, nonce] = [old, ''];
    const provider = await startStubServer(async ({ url, body, headers }) => {
      if (url.pathname === '/.well-known/openid-configuration') {
        return {
          status: 200,
          json: discoveryOf(provider.url),
        };
      }
      if (url.pathname === '/keys')
        return { status: 200, json: { keys: [await exportJWK(publicKey)] } };
      const sent = new URLSearchParams(body).get('client_secret') ?? headers.authorization;
      if (sent !== current) return { status: 401, json: { error: 'invalid_client' } };
      const token = await new SignJWT({ email: 'ana@exemplo.com', roles: ['agent'], nonce })
        .setProtectedHeader({ alg: 'RS256' })
        .setIssuer(provider.url)
        .setAudience('console')
        .setSubject('1')
        .setIssuedAt()
        .setExpirationTime('1m')
        .sign(privateKey);
      return { status: 200, json: { access_token: 'x', token_type: 'Bearer', id_token: token } };
    });
    const signsIn = async (app: TestApp) => {
      const browser = openBrowser(app);
      const login = await browser.visit('/console/login');
      const asked = new URL(login.headers.get('location') ?? '').searchParams;
      nonce = asked.get('nonce') ?? '';
      await browser.visit(`/console/callback?code=c&state=${asked.get('state')}`);
      expect(await browser.who()).toMatchObject({ email: 'ana@exemplo.com' });
    };
    const client = (one: string, previous?: string) => ({
      OIDC_ISSUER: provider.url,
      OIDC_CLIENT_ID: 'console',
      OIDC_CLIENT_SECRET: one,
      ...(previous && { OIDC_CLIENT_PREVIOUS_SECRET: previous }),
    });
    await round(client(old), signsIn);
    await round(client(old, next), signsIn);
    current = next;
    await round(client(next, old), signsIn);
    await round(client(next), signsIn);
    current = old;
    await expect(signsIn(fleet[0] ?? fail())).rejects.toThrow();
    await closeAll();
    await provider.close();
  });
});

const fail = (): never => {
  throw new Error('no process');
};
