import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { startApp } from '../harness.ts';

const clock = { now: new Date('2026-03-10T15:00:00Z') };
const app = await startApp({}, { now: () => clock.now });
afterAll(() => app.close());
beforeEach(() => {
  clock.now = new Date('2026-03-10T15:00:00Z');
});
const internal = await app.trpc();

const reason = 'leu por e-mail';
const reader = () => `${crypto.randomUUID()}@exemplo.com.br`;
const streakOf = (email: string) => internal.streaks.get.query({ email });
const refusal = (errorCode: string) => ({ data: { errorCode } });

// What a correction does to streaks is tested by any-order.test.ts.
describe('streaks.addDay and streaks.removeDay', () => {
  it('change a day once, of one reader, and the audit trail keeps the reason', async () => {
    const email = reader();
    await internal.accounts.upsert.mutate({ email });
    const correction = { email: email.toUpperCase(), day: '2026-03-09', reason };
    for (const changed of [true, false]) {
      expect(await internal.streaks.addDay.mutate(correction)).toMatchObject({
        currentStreak: 1,
        changed,
      });
    }
    expect(await streakOf(email)).toMatchObject({ lastInteractionAt: '2026-03-09T15:00:00.000Z' });
    await internal.streaks.removeDay.mutate(correction);
    expect(await streakOf(email)).toMatchObject({ days: [], lastInteractionAt: null });
    await expect(internal.streaks.removeDay.mutate(correction)).rejects.toMatchObject(
      refusal('day-not-credited'),
    );
    const { items } = await internal.audit.list.query({ target: `streak:${email}` });
    expect(items.map(({ action, changes }) => [action, ...changes])).toEqual([
      [
        'streaks.removeDay',
        { field: 'day', before: '2026-03-09' },
        { field: 'reason', after: reason },
      ],
      ['streaks.addDay', { field: 'day', after: '2026-03-09' }, { field: 'reason', after: reason }],
    ]);
  });

  it('refuse an unknown person, unless an administrator says that the e-mail is new', async () => {
    const correction = { email: reader(), day: '2026-03-09', reason };
    await expect(streakOf(correction.email)).rejects.toMatchObject(refusal('person-not-found'));
    await expect(internal.streaks.addDay.mutate(correction)).rejects.toMatchObject(
      refusal('person-not-found'),
    );
    await internal.streaks.addDay.mutate({ ...correction, new: true });
    await internal.streaks.addDay.mutate({ ...correction, day: '2026-03-10' });
    expect(await streakOf(correction.email)).toMatchObject({ currentStreak: 2 });
  });

  it('accept a person with an account, a ticket, or a group', async () => {
    const group = { name: 'Clube', isPublic: true, ownerEmail: reader() };
    const { groupId } = await internal.groups.create.mutate(group);
    const ticket = { subject: 'Oi', body: 'Oi', main: 'Conta' };
    const known: ((email: string) => Promise<unknown>)[] = [
      (email) => internal.accounts.upsert.mutate({ email }),
      (requesterEmail) => internal.tickets.create.mutate({ requesterEmail, ...ticket }),
      (email) => internal.groups.addMember.mutate({ groupId, email }),
    ];
    for (const become of known) {
      const email = reader();
      await become(email);
      const added = await internal.streaks.addDay.mutate({ email, day: '2026-03-09', reason });
      expect(added).toMatchObject({ changed: true });
    }
  });

  it('refuse a day before the first one known, and for a new reader one before 30 days', async () => {
    const out = refusal('day-out-of-range');
    const email = reader();
    await internal.streaks.recordReading.mutate({ email, at: '2026-03-05' });
    const add = (day: string, more: object = {}) =>
      internal.streaks.addDay.mutate({ email, day, reason, ...more });
    await expect(add('2026-03-04')).rejects.toMatchObject(out);
    expect(await add('2026-03-06')).toMatchObject({ changed: true });
    const unknown = { email: reader(), new: true };
    await expect(add('2026-02-07', unknown)).rejects.toMatchObject(out);
    expect(await add('2026-02-08', unknown)).toMatchObject({ changed: true });
    // Those whose ticket and account are of the evening of 31 January in São Paulo.
    const [known, account] = [{ email: reader() }, { email: reader() }];
    const ticket = { subject: 'Oi', body: 'Olá', main: 'Conta', status: 'open' as const };
    const createdAt = '2026-02-01T01:00:00Z';
    await internal.tickets.import.mutate({
      tickets: [{ ...ticket, createdAt, externalId: known.email, requesterEmail: known.email }],
    });
    // One of them has read since.
    const both = { email };
    for (const person of [account, both]) await internal.accounts.upsert.mutate(person);
    await app.service
      .contextFor('test')
      .db.updateTable('accounts')
      .set({ created_at: new Date(createdAt) })
      .where('email', 'in', [account.email, both.email])
      .execute();
    for (const person of [known, account, both]) {
      await expect(add('2026-01-30', person)).rejects.toMatchObject(out);
      expect(await add('2026-01-31', person)).toMatchObject({ changed: true });
    }
  });
});
