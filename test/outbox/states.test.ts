import { afterAll, describe, expect, it } from 'vitest';
import * as attempts from '../../db/outbox/attempts.ts';
import type { MailStatus } from '../../db/schema.ts';
import { inTransaction } from '../../server/core/context.ts';
import { startApp } from '../harness.ts';

const mail = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'atendimento@leitor.example' };
const app = await startApp(mail);
afterAll(() => app.close());
const { outbox, tickets } = await app.trpc();
const ctx = app.service.contextFor('test');
const { db } = ctx;

const statuses = ['pending', 'sending', 'sent', 'unknown', 'failed', 'dropped', 'bounced'] as const;
const minutes = (count: number) => new Date(Date.now() + count * 60_000);

/** A mail in a state, after one attempt. Only with `undoable` it can still be undone. */
const mailIn = async (status: MailStatus, { undoable = false, lease = 5, last = 0 } = {}) => {
  const { id: ticketId } = await tickets.create.mutate({
    requesterEmail: 'maria@exemplo.com.br',
    subject: 'Dúvida',
    body: 'Oi',
    main: 'Geral',
  });
  const reply = { id: ticketId, html: 'Olá', sendEmail: true, undoSeconds: 600 };
  const { mailId: id = 0 } = await tickets.reply.mutate(reply);
  const values = {
    status,
    attempts: 1,
    last_attempt_at: minutes(last),
    lease_until: status === 'sending' ? minutes(lease) : null,
    ...(!undoable && { undo_until: minutes(-1) }),
  };
  const query = db.updateTable('outbox').set(values).where('id', '=', id).returning('mail_id');
  const { mail_id } = await query.executeTakeFirstOrThrow();
  return { id, header: mail_id };
};
const statusOf = async (id: number) =>
  (await outbox.list.query({ limit: 100 })).items.find((item) => item.id === id)?.status;

/** Whether a call of an operator or agent was done, or refused because of the mail's state. */
const done = async (call: Promise<unknown>): Promise<boolean> => {
  const error = await call.then(
    () => undefined,
    (reason) => reason,
  );
  if (error === undefined) return true;
  const code = expect.stringMatching(/^mail-(already-sent|not-undoable)$/);
  expect(error).toMatchObject({ data: { errorCode: code } });
  return false;
};

type Mail = Awaited<ReturnType<typeof mailIn>>;
const leases = { plain: 60_000, withFiles: 60_000 };
const claim = ({ id }: Mail) => inTransaction(ctx, (tx) => attempts.claimMail(tx.db, id, leases));
const attempt = (number: number) => (of: Mail) =>
  attempts.updateMailAttempt(db, { id: of.id, attempts: number }, { outcome: 'sent' });
const bounce = ({ header }: Mail) =>
  inTransaction(ctx, (tx) => attempts.markBounced(tx.db, header, 'sem caixa'));

describe('the states of a mail', () => {
  it.each<[string, MailStatus[], (mail: Mail) => Promise<boolean>]>([
    [
      'retry',
      ['pending', 'unknown', 'failed', 'dropped'],
      ({ id }) => done(outbox.retry.mutate({ id })),
    ],
    [
      'drop',
      ['pending', 'unknown', 'failed', 'dropped'],
      ({ id }) => done(outbox.drop.mutate({ id })),
    ],
    ['undo too late', [], ({ id }) => done(outbox.undo.mutate({ id }))],
    ['attempt', ['pending'], async (of) => (await claim(of)) !== undefined],
    ['its own result', ['sending', 'unknown'], async (of) => (await attempt(1)(of)) !== undefined],
    ['the result of another attempt', [], async (of) => (await attempt(2)(of)) !== undefined],
    ['bounce', ['sending', 'sent', 'unknown'], async (of) => (await bounce(of)) !== undefined],
  ])('%s applies to a mail that is %j alone', async (_event, allowed, apply) => {
    for (const status of statuses) {
      const of = await mailIn(status);
      expect([status, await apply(of)]).toEqual([status, allowed.includes(status)]);
      if (!allowed.includes(status)) expect(await statusOf(of.id)).toBe(status);
    }
  });

  it('lets a mail be undone only while it is pending, and not be sent until then', async () => {
    for (const status of statuses) {
      const of = await mailIn(status, { undoable: true });
      expect(await claim(of)).toBeUndefined();
      expect([status, await done(outbox.undo.mutate({ id: of.id }))]).toEqual([
        status,
        status === 'pending',
      ]);
    }
  });

  it.each([
    [{ outcome: 'sent' }, 'sent'],
    [{ outcome: 'rejected', reason: 'no' }, 'failed'],
    [{ outcome: 'unknown', reason: 'lost' }, 'unknown'],
    [{ outcome: 'postponed', reason: 'busy', pauseMs: 60_000 }, 'pending'],
  ] as const)('leaves a mail whose attempt ended with %j in state %s', async (result, status) => {
    const { id } = await mailIn('sending');
    await attempts.updateMailAttempt(db, { id, attempts: 1 }, result);
    expect(await statusOf(id)).toBe(status);
  });

  it('marks a mail as unknown once the lease of a dead process is over', async () => {
    const dead = await mailIn('sending', { lease: -1 });
    const alive = await mailIn('sending');
    await attempts.updateAbandonedMails(db);
    expect([await statusOf(dead.id), await statusOf(alive.id)]).toEqual(['unknown', 'sending']);
  });

  it('counts mails that left, or may have left, within the hour', async () => {
    await db.deleteFrom('outbox').execute();
    for (const status of statuses) await mailIn(status, { last: -59 });
    await mailIn('sent', { last: -61 });
    expect(await attempts.countMailsWithin(db, 3_600_000)).toBe(4);
  });
});
