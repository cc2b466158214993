import { type Logger, pino } from 'pino';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { hashEmail, insertRevocation } from '../../db/tokens/revocations.ts';
import { watchRevocations } from '../../server/auth/revocations.ts';
import { startApp } from '../harness.ts';
import { loggerInto } from '../support/logger.ts';

const app = await startApp();
afterAll(() => app.close());
const { db } = app.service.contextFor('test');

const stops: (() => void)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) stop();
  vi.useRealTimers();
  // The embedded database dates rows by the clock that a test may set.
  await db.deleteFrom('token_revocations').execute();
});

/** What a process knows, which fetches new revocations only when `refresh` is called. */
const watch = async (log: Logger = pino({ level: 'silent' })) => {
  const refreshes: (() => unknown)[] = [];
  const interval = vi.spyOn(globalThis, 'setInterval').mockImplementation((work, ms) => {
    expect(ms).toBe(2_000);
    refreshes.push(work);
    return setTimeout(() => undefined);
  });
  const { isRevoked, stop } = await watchRevocations(db, log);
  interval.mockRestore();
  stops.push(stop);
  return { isRevoked, refresh: async () => refreshes[0]?.() };
};

const email = () => `${crypto.randomUUID()}@exemplo.com.br`;
const revoke = (tokens: { email: string } | { tokenId: string }, from: number) =>
  insertRevocation(db, tokens, new Date(from));

describe('the revocations that a process knows', () => {
  it('count from their moment on, which is not revoked itself', async () => {
    const person = email();
    await revoke({ email: person }, 50);
    const { isRevoked } = await watch();
    const at = (issuedAt: number) => isRevoked({ email: person, tokenId: undefined, issuedAt });
    expect([0, 49, 50, 51].map(at)).toEqual([true, true, false, false]);
    expect(isRevoked({ email: email(), tokenId: person, issuedAt: 0 })).toBe(false);
  });

  it('count by the later of several, of the person or of the token', async () => {
    const [person, other] = [email(), email()];
    const [tokenId, otherId] = [crypto.randomUUID(), crypto.randomUUID()];
    await revoke({ email: person }, 10);
    await revoke({ tokenId }, 100);
    await revoke({ email: other }, 100);
    await revoke({ tokenId: otherId }, 10);
    const { isRevoked, refresh } = await watch();
    expect(isRevoked({ email: person, tokenId, issuedAt: 50 })).toBe(true);
    expect(isRevoked({ email: other, tokenId: otherId, issuedAt: 50 })).toBe(true);
    expect(isRevoked({ email: person, tokenId: otherId, issuedAt: 50 })).toBe(false);
    // A later one of an earlier moment takes nothing back.
    for (const from of [200, 5]) await revoke({ email: person }, from);
    await refresh();
    expect(isRevoked({ email: person, tokenId: otherId, issuedAt: 150 })).toBe(true);
  });

  it('include one that was committed later than it says', async () => {
    const person = email();
    await revoke({ email: email() }, 50);
    const { isRevoked, refresh } = await watch();
    await db
      .insertInto('token_revocations')
      .values({
        email_hash: hashEmail(person),
        revoked_from: new Date(50),
        created_at: new Date(Date.now() - 30_000),
      })
      .execute();
    await refresh();
    expect(isRevoked({ email: person, tokenId: undefined, issuedAt: 0 })).toBe(true);
  });

  it('do not depend on the clock of the process', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 });
    const person = email();
    await revoke({ email: email() }, 50);
    const { isRevoked, refresh } = await watch();
    await revoke({ email: person }, 50);
    await refresh();
    expect(isRevoked({ email: person, tokenId: undefined, issuedAt: 0 })).toBe(true);
  });

  it('keeps the known revocations during an outage of the database, and fetches new ones later', async () => {
    const [known, person] = [email(), email()];
    await revoke({ email: known }, 50);
    const said: unknown[] = [];
    const { isRevoked, refresh } = await watch(loggerInto(said));
    await db.schema.alterTable('token_revocations').renameTo('revocations_away').execute();
    try {
      for (let time = 0; time < 2; time += 1) await refresh();
    } finally {
      await db.schema.alterTable('revocations_away').renameTo('token_revocations').execute();
    }
    expect(said).toEqual(Array(2).fill('could not fetch token revocations'));
    expect(isRevoked({ email: known, tokenId: undefined, issuedAt: 0 })).toBe(true);
    await revoke({ email: person }, 50);
    await refresh();
    expect(isRevoked({ email: person, tokenId: undefined, issuedAt: 0 })).toBe(true);
  });
});
