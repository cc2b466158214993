import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { insertPendingAttachment, openTicket } from '../attachments/attachment-helpers.ts';
import { modelUsage } from '../replies/fake-model.ts';
import { startReplyFixture } from '../replies/reply-fixtures.ts';
import { ageMails } from '../support/age.ts';
import { type Exposition, readMetrics } from './exposition.ts';

const clock = { now: new Date() };
const pass = (ms: number) => {
  clock.now = new Date(clock.now.getTime() + ms);
};
const mailServer = { refuses: undefined as number | undefined };
const fixture = await startReplyFixture({
  env: { RATE_LIMIT: 'on' },
  now: () => clock.now,
  mail: {
    onRecipient: () => {
      if (mailServer.refuses === undefined) return;
      throw Object.assign(new Error('refused'), { responseCode: mailServer.refuses });
    },
  },
});
afterAll(() => fixture.close());
const { app } = fixture;
const trpc = await app.trpc();

/** How much the metrics grew while `work` ran. */
const growth = async (work: () => Promise<unknown>): Promise<Exposition['sum']> => {
  const before = await readMetrics(app);
  await work();
  const after = await readMetrics(app);
  return (name, labels) => after.sum(name, labels) - before.sum(name, labels);
};

describe('/metrics', () => {
  it('counts requests by route, and those of the internal API by procedure', async () => {
    const grown = await growth(async () => {
      await (await app.client()).deleteTag({ params: { id: 999_999 } });
      await trpc.tags.list.query();
      await fetch(`${app.internalUrl}/trpc/made.up`);
    });
    const count = 'http_request_duration_seconds_count';
    const route = (name: string, status: string) => grown(count, { route: name, status });
    expect(route('/support/tags/:id', '404')).toBe(1);
    expect(route('/trpc/tags.list', '200')).toBe(1);
    expect(route('none', '404')).toBe(1);
  });

  it('counts database statements by outcome', async () => {
    const grown = await growth(async () => {
      await trpc.tags.list.query();
      const { db } = app.service.contextFor('test');
      await expect(sql`select 1 / 0`.execute(db)).rejects.toThrow('division by zero');
    });
    expect(grown('db_query_duration_seconds_count', { outcome: 'ok' })).toBeGreaterThan(0);
    expect(grown('db_query_duration_seconds_count', { outcome: 'failed' })).toBe(1);
  });

  it('measures requests to the model and counts their tokens, by purpose', async () => {
    const tickets = [await fixture.openTicket(), await fixture.openTicket()];
    const grown = await growth(() => fixture.preview(tickets));
    const asked = { purpose: 'support_reply' };
    const count = 'model_request_duration_seconds_count';
    expect(grown(count, { ...asked, outcome: 'ok' })).toBe(2);
    expect(grown('similar_searches_total', { mode: 'off' })).toBe(2);
    expect(grown('model_tokens_total', { ...asked, kind: 'prompt' })).toBe(
      2 * modelUsage.prompt_tokens,
    );
    expect(grown('model_tokens_total', { ...asked, kind: 'completion' })).toBe(
      2 * modelUsage.completion_tokens,
    );
    fixture.onModelCall(() => ({ status: 400 }));
    const [failing] = [await fixture.openTicket()];
    const failed = await growth(() => fixture.preview([failing]));
    fixture.onModelCall(() => ({ html: '<p>Olá!</p>', confidence: 0.9 }));
    expect(failed(count, { ...asked, outcome: 'unavailable' })).toBe(1);
  });

  it('counts mails by outcome, and how many wait and for how long', async () => {
    const [sent, postponed] = [await fixture.openTicket(), await fixture.openTicket()];
    const grown = await growth(async () => {
      await fixture.save([sent], { enviar_email: true });
      mailServer.refuses = 450;
      await fixture.save([postponed], { enviar_email: true });
      mailServer.refuses = undefined;
      await ageMails(app.service.contextFor('test').db, 2);
    });
    const count = 'mail_send_duration_seconds_count';
    expect(grown(count, { outcome: 'sent' })).toBe(1);
    expect(grown(count, { outcome: 'postponed' })).toBe(1);
    expect(grown('outbox_mails', { status: 'pending' })).toBe(1);
    expect(grown('outbox_oldest_pending_age_seconds')).toBeGreaterThanOrEqual(90);
    const drained = await growth(() => trpc.jobs.run.mutate({ name: 'send-mails' }));
    expect(drained('outbox_mails', { status: 'pending' })).toBe(-1);
    expect(drained('job_run_duration_seconds_count', { job_name: 'send-mails' })).toBe(1);
    expect((await readMetrics(app)).sum('outbox_oldest_pending_age_seconds')).toBe(0);
  });

  it('counts what the janitor removes, and reports when its job succeeded', async () => {
    const ticket = await openTicket(app);
    await insertPendingAttachment(app, {
      ticketId: ticket.id,
      path: `support/${ticket.id}/morto.txt`,
      createdAt: clock.now,
      leaseMs: 0,
    });
    pass(1_000);
    const started = performance.now();
    const grown = await growth(() => trpc.jobs.run.mutate({ name: 'attachments-janitor' }));
    const seconds = (performance.now() - started) / 1_000;
    expect(grown('janitor_files_total', { reason: 'upload', outcome: 'removed' })).toBe(1);
    const job = { job_name: 'attachments-janitor' };
    expect(grown('job_run_duration_seconds_count', { ...job, outcome: 'succeeded' })).toBe(1);
    expect(grown('job_run_duration_seconds_sum', { ...job, outcome: 'succeeded' })).toBeLessThan(
      seconds,
    );
    expect(grown('job_last_success_timestamp_seconds', job)).toBeGreaterThan(0);
  });

  it('counts refusals by rate limits', async () => {
    const agent = await app.client();
    const grown = await growth(async () => {
      for (let i = 0; i < 62; i += 1) await agent.deleteTag({ params: { id: 999_999 } });
    });
    expect(grown('rate_limit_refusals_total', { cost: 'write' })).toBe(2);
  });

  it('has no e-mail or id in any label', async () => {
    const { samples } = await readMetrics(app);
    const values = samples.flatMap(({ labels: { le, ...labels } }) => Object.values(labels));
    expect(values.length).toBeGreaterThan(100);
    expect(values.filter((value) => /@|[0-9a-f]{8}-|\d{4,}/.test(value))).toEqual([]);
  });
});
