import { randomBytes } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import * as keys from '../../db/auth/signing-keys.ts';
import { startApp } from '../harness.ts';
import { openTicket, textFile, uploadOne } from './attachment-helpers.ts';

const clock = { now: new Date('2026-03-11T12:00:00Z') };
const app = await startApp({}, { now: () => clock.now });
afterAll(() => app.close());
const admin = await app.trpc();
const ticket = await openTicket(app);
await uploadOne(ticket.requester, ticket.id, textFile('nota.txt', 'conteúdo'));
const { db } = app.service.contextFor('test');

const link = async (): Promise<string> => {
  const { status, body } = await ticket.requester.listTicketAttachments({
    params: { id: ticket.id },
  });
  return (status === 200 && body.data[0]?.downloadUrl) || '';
};
const statusOf = async (address: string) => (await fetch(address)).status;
const passSeconds = (seconds: number) => {
  clock.now = new Date(clock.now.getTime() + seconds * 1_000);
};

describe('attachments.rotateLinkKey', () => {
  it('keeps addresses that are out valid until they expire, through several rotations, and signs new ones with the new key', async () => {
    const first = await link();
    await admin.attachments.rotateLinkKey.mutate();
    const second = await link();
    await admin.attachments.rotateLinkKey.mutate();
    const third = await link();
    passSeconds(590);
    expect(await Promise.all([first, second, third].map(statusOf))).toEqual([200, 200, 200]);
    passSeconds(20);
    expect(await Promise.all([first, second, third].map(statusOf))).toEqual([401, 401, 401]);
    expect(await statusOf(await link())).toBe(200);
  });

  it('ends every address at once with `immediately`', async () => {
    const first = await link();
    await admin.attachments.rotateLinkKey.mutate();
    const second = await link();
    await admin.attachments.rotateLinkKey.mutate({ immediately: true });
    expect(await Promise.all([first, second].map(statusOf))).toEqual([401, 401]);
    expect(await statusOf(await link())).toBe(200);
  });

  it('keeps a replaced key for a minute longer than its addresses, then forgets it', async () => {
    passSeconds(3_600);
    const issued = await link();
    const { previousUntil } = await admin.attachments.rotateLinkKey.mutate();
    expect(new Date(previousUntil).getTime() - clock.now.getTime()).toBe(660_000);
    await admin.jobs.run.mutate({ name: 'attachments-janitor' });
    expect(await statusOf(issued)).toBe(200);
    passSeconds(659);
    expect(await keys.listPreviousKeys(db, 'attachment-links', clock.now)).toHaveLength(1);
    passSeconds(1);
    expect(await keys.listPreviousKeys(db, 'attachment-links', clock.now)).toEqual([]);
    await admin.jobs.run.mutate({ name: 'attachments-janitor' });
    const kept = db.selectFrom('previous_signing_keys').selectAll();
    expect(await kept.where('name', '=', 'attachment-links').execute()).toEqual([]);
  });

  it('leaves the keys of other things as they are', async () => {
    const other = () => keys.getSigningKey(db, 'reply-addresses', randomBytes(32));
    const before = await other();
    for (const immediately of [false, true])
      await admin.attachments.rotateLinkKey.mutate({ immediately });
    expect(await other()).toEqual(before);
  });
});
