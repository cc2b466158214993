import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { aBounce } from '../inbound/mails.ts';
import { startReplyFixture } from '../replies/reply-fixtures.ts';
import { ageMails } from '../support/age.ts';

let dying = false;
const fixture = await startReplyFixture({
  env: { MAIL_PER_HOUR: '1' },
  mail: {
    onMail: (_mail, drop) => {
      if (!dying) return;
      drop();
      throw new Error('died');
    },
  },
});
const { db } = fixture.app.service.contextFor('test');
afterAll(() => fixture.close());
beforeEach(async () => {
  await db.deleteFrom('outbox').execute();
});

describe('the hourly limit of mails', () => {
  it('counts a mail in doubt: it may have left', async () => {
    const { outbox, jobs } = await fixture.app.trpc();
    const sendDue = () => jobs.run.mutate({ name: 'send-mails' });
    const statuses = async () =>
      (await outbox.list.query({})).items.map(({ status }) => status).reverse();
    dying = true;
    await fixture.save([await fixture.openTicket()], { enviar_email: true });
    dying = false;
    await fixture.save([await fixture.openTicket()], { enviar_email: true });
    expect(await statuses()).toEqual(['unknown', 'pending']);
    const left = fixture.smtp.mails.length;
    await ageMails(db, 59);
    await sendDue();
    expect(fixture.smtp.mails).toHaveLength(left);
    const { items } = await outbox.list.query({ status: 'pending' });
    expect(items.map(({ waitingFor }) => waitingFor)).toEqual(['hourly-limit']);
    const metrics = await (await fetch(`${fixture.app.internalUrl}/metrics`)).text();
    expect(metrics).toMatch(/^mails_left_last_hour 1$/m);
    expect(metrics).toMatch(/^mails_per_hour_limit 1$/m);
    await ageMails(db, 2);
    await sendDue();
    expect(fixture.smtp.mails).toHaveLength(left + 1);
    expect(await statuses()).toEqual(['unknown', 'sent']);
  });

  it('counts a mail that bounced: it left', async () => {
    const { outbox, jobs, inbound } = await fixture.app.trpc();
    await fixture.save([await fixture.openTicket()], { enviar_email: true });
    const left = fixture.smtp.mails.length;
    const [sent] = (await outbox.list.query({})).items;
    await inbound.ingest.mutate({ raw: aBounce(sent?.mailId ?? '').toString('base64') });
    await fixture.save([await fixture.openTicket()], { enviar_email: true });
    await ageMails(db, 59);
    await jobs.run.mutate({ name: 'send-mails' });
    const statuses = async () => (await outbox.list.query({})).items.map(({ status }) => status);
    expect(await statuses()).toEqual(['pending', 'bounced']);
    expect(fixture.smtp.mails).toHaveLength(left);
    await ageMails(db, 2);
    await jobs.run.mutate({ name: 'send-mails' });
    expect(await statuses()).toEqual(['sent', 'bounced']);
  });
});
