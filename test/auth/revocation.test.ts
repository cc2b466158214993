import { SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signedToken, startApp, type TestApp, testSecret } from '../harness.ts';

let app: TestApp;
const clock = { now: new Date('2026-03-10T15:00:00.000Z') };
beforeAll(async () => {
  app = await startApp({}, { now: () => clock.now });
});
afterAll(() => app.close());

const statusOf = async (token: string) => {
  const headers = { authorization: `Bearer ${token}` };
  return (await fetch(`${app.url}/support/tags`, { headers })).status;
};

/** A token by the real clock, which is ahead of the service's. */
const tokenFor = (email: string) => signedToken({ role: 'reader', email });
const tokenIdOf = (token: string): string =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).jti;
const email = () => `${crypto.randomUUID()}@exemplo.com.br`;
const soon = () => new Date(Date.now() + 60_000).toISOString();

describe('tokens.revoke', () => {
  it('ends the tokens of a person within five seconds, also those this process has cached', async () => {
    const [person, other] = [email(), email()];
    const [theirs, others] = [await tokenFor(person), await tokenFor(other)];
    expect(await statusOf(theirs)).toBe(200);
    const { tokens } = await app.trpc();
    const issuedBefore = soon();
    expect(await tokens.revoke.mutate({ email: person, issuedBefore })).toMatchObject({
      revokedFrom: issuedBefore,
    });
    // A busy machine takes longer.
    await expect.poll(() => statusOf(theirs), { timeout: 15_000 }).toBe(401);
    expect(await statusOf(others)).toBe(200);
  });

  it('spares tokens that are issued after the moment', async () => {
    const person = email();
    const { tokens } = await app.trpc();
    const { revokedFrom } = await tokens.revoke.mutate({ email: person });
    expect(revokedFrom).toBe(clock.now.toISOString());
    const marker = email();
    await tokens.revoke.mutate({ email: marker, issuedBefore: soon() });
    const marked = await tokenFor(marker);
    await expect.poll(() => statusOf(marked)).toBe(401);
    const issuedAt = (moment: Date) =>
      new SignJWT({ sub: person, email: person })
        .setProtectedHeader({ alg: 'HS256' })
        .setIssuedAt(moment)
        .setExpirationTime(new Date('2100-01-01'))
        .sign(new TextEncoder().encode(testSecret));
    // A provider's clock may be a minute ahead.
    const ahead = new Date(clock.now.getTime() + 60_000);
    expect(await statusOf(await issuedAt(ahead))).toBe(200);
    // Those that say that they are issued later than now are not spared.
    const later = new Date(clock.now.getTime() + 61_000);
    expect(await statusOf(await issuedAt(later))).toBe(401);
  });

  it('ends one token by its id', async () => {
    const person = email();
    const [first, second] = [await tokenFor(person), await tokenFor(person)];
    const { tokens } = await app.trpc();
    await tokens.revoke.mutate({ tokenId: tokenIdOf(first), issuedBefore: soon() });
    await expect.poll(() => statusOf(first)).toBe(401);
    expect(await statusOf(second)).toBe(200);
  });

  it('is listed without the address, and left in the audit trail with it', async () => {
    const person = email();
    const api = await app.trpc();
    await api.tokens.revoke.mutate({ email: person });
    const { items } = await api.tokens.list.query({ email: person });
    expect(items).toEqual([
      expect.objectContaining({ kind: 'person', revokedFrom: clock.now.toISOString() }),
    ]);
    expect(JSON.stringify(items)).not.toContain(person);
    const acts = await api.audit.list.query({ target: `account:${person}` });
    expect(acts.items).toEqual([expect.objectContaining({ action: 'tokens.revoke' })]);
  });
});
