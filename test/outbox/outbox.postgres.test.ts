import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { startSmtpSandbox } from '../../scripts/sandbox/smtp.ts';
import type { CheckedContext } from '../../server/core/context.ts';
import { sendMail } from '../../server/outbox/send.ts';
import { saveReplies } from '../../server/replies/service.ts';
import { clonePostgres } from '../database.ts';
import { startApp, type TestApp } from '../harness.ts';
import { startFakeModel } from '../replies/fake-model.ts';

const options = { author: 'IA Assistant', sendEmail: true, batch: undefined };

/** Two services on one database and one mail server, and twelve pending mails. */
const startServices = async (limitMs?: number) => {
  const model = await startFakeModel(() => ({ html: '<p>Olá!</p>', confidence: 1 }));
  const smtp = await startSmtpSandbox();
  const database = await clonePostgres();
  const apps: TestApp[] = [];
  for (let count = 0; count < 2; count += 1) {
    apps.push(
      await startApp(
        { ...model.env, SMTP_URL: smtp.url, MAIL_FROM: 'a@exemplo.com.br' },
        {
          database: { ...database.location, ...(limitMs && { limitMs }) },
          jobs: { scheduled: false },
        },
      ),
    );
  }
  const contexts = apps.map((app) => app.service.contextFor('test'));
  const [ctx] = contexts;
  if (!ctx) throw new Error('no service');
  const trpc = await (apps[0] as TestApp).trpc();
  const waiting: number[] = [];
  for (let count = 0; count < 12; count += 1) {
    const requesterEmail = `leitor${count}@exemplo.com.br`;
    const ticket = { subject: 'Oi', body: 'Oi', main: 'Entrega', requesterEmail };
    waiting.push((await trpc.tickets.create.mutate(ticket)).id);
  }
  const paused = ctx.mail && { ...ctx.mail, paused: true };
  await saveReplies({ ...ctx, mail: paused }, waiting, options);
  const { items } = await trpc.outbox.list.query({ status: 'pending', limit: 100 });
  return {
    smtp,
    contexts,
    mails: items.map(({ id }) => id),
    close: async () => {
      await Promise.all(apps.map((app) => app.close()));
      await Promise.all([model.close(), smtp.close()]);
      await database.drop();
    },
  };
};

/**
 * Attempts every mail in every process at the same time, four mails at once as the job does, and
 * again until so many were sent: on a busy machine attempts are given up that wait for the others.
 * Returns how many were sent.
 */
const attemptAll = async (contexts: CheckedContext[], mails: number[], wanted: number) => {
  let sent = 0;
  for (let round = 0; round < 10 && sent < wanted; round += 1) {
    for (let from = 0; from < mails.length; from += 4) {
      const outcomes = await Promise.all(
        mails.slice(from, from + 4).flatMap((id) => contexts.map((ctx) => sendMail(ctx, id))),
      );
      sent += outcomes.filter((outcome) => outcome === 'sent').length;
    }
  }
  return sent;
};

describe('several processes with one outbox', () => {
  it('send each mail once under concurrent attempts, and share the hourly limit', async () => {
    const { smtp, contexts, mails, close } = await startServices();
    const limited = contexts.map((ctx) => ({
      ...ctx,
      mail: ctx.mail && { ...ctx.mail, perHour: 5 },
    }));
    expect(await attemptAll(limited, mails, 5)).toBe(5);
    expect(smtp.mails).toHaveLength(5);
    expect(await attemptAll(contexts, mails, 7)).toBe(7);
    expect(new Set(smtp.mails.map(({ to }) => to[0])).size).toBe(12);
    expect(smtp.mails).toHaveLength(12);
    await close();
  });
});

it('leaves a mail pending whose text cannot be read from a busy database', async () => {
  const { smtp, contexts, mails, close } = await startServices(3_000);
  const [ctx] = contexts;
  const [id = 0] = mails;
  if (!ctx) throw new Error('no service');
  await ctx.db.transaction().execute(async (tx) => {
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx);
    await sql`lock table ticket_messages in access exclusive mode`.execute(tx);
    // It waits for the lock as long as any statement may.
    expect(await sendMail(ctx, id)).toBe('waiting');
  });
  const row = () =>
    ctx.db
      .selectFrom('outbox')
      .select(['status', 'attempts'])
      .where('id', '=', id)
      .executeTakeFirst();
  expect(await row()).toEqual({ status: 'pending', attempts: 0 });
  expect(await sendMail(ctx, id)).toBe('sent');
  expect(await row()).toEqual({ status: 'sent', attempts: 1 });
  expect(smtp.mails).toHaveLength(1);
  await close();
});
