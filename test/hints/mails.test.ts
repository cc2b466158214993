import { afterAll, expect, it } from 'vitest';
import type { SmtpBehaviour } from '../../scripts/sandbox/smtp.ts';
import { startReplyFixture } from '../replies/reply-fixtures.ts';
import { ageMails } from '../support/age.ts';
import { openEventStream } from './event-stream.ts';

let refusing = false;
const mail: SmtpBehaviour = {
  onRecipient: () => {
    if (refusing) throw Object.assign(new Error('refused'), { responseCode: 550 });
  },
};
const fixture = await startReplyFixture({ mail });
afterAll(() => fixture.close());
const { app } = fixture;
const { db } = app.service.contextFor('test');
const agent = await app.trpc({ role: 'agent' });
const admin = await app.trpc();

/** The hints of what happens meanwhile. */
const hintsOf = async (work: () => Promise<unknown>, ...expected: string[]) => {
  const authorization = `Bearer ${await app.token({ role: 'agent' })}`;
  const stream = await openEventStream(app.internalUrl, { authorization });
  await work();
  await stream.receives(...expected);
  stream.leave();
};

const approve = async (ticketId: number, draftId: number, undoSeconds: number) => {
  const { mailId = 0 } = await agent.replies.drafts.approve.mutate({
    id: draftId,
    sendEmail: true,
    undoSeconds,
  });
  return [mailId, `mail:${mailId}`, `ticket:${ticketId}`] as const;
};

it('a mail gives hints of itself and its ticket when it is waiting, undone, sent, refused, retried and dropped', async () => {
  const ticketId = await fixture.openTicket();
  let draftId = 0;
  const createDraft = async () => {
    const { outcomes } = await agent.replies.drafts.create.mutate({ ticketIds: [ticketId] });
    const [draft] = outcomes;
    if (draft?.ok) draftId = draft.draftId;
  };
  await hintsOf(createDraft, `ticket:${ticketId}`);
  const draft = `draft:${draftId}`;

  // Each id is one more than the one before: the mail is known before it is there.
  await hintsOf(() => approve(ticketId, draftId, 600), 'mail:1', `ticket:${ticketId}`, draft);
  await hintsOf(() => agent.outbox.undo.mutate({ id: 1 }), 'mail:1', `ticket:${ticketId}`, draft);

  const [sent] = await approve(ticketId, draftId, 600);
  await ageMails(db, 15);
  const send = () => admin.jobs.run.mutate({ name: 'send-mails' });
  await hintsOf(send, `mail:${sent}`, `ticket:${ticketId}`);
  expect(fixture.smtp.mails).toHaveLength(1);

  refusing = true;
  const reply = () =>
    agent.tickets.reply.mutate({ id: ticketId, html: 'Olá', sendEmail: true, undoSeconds: 0 });
  const refused = sent + 1;
  await hintsOf(reply, `mail:${refused}`, `ticket:${ticketId}`);
  expect((await agent.outbox.list.query({ ticketId })).items[0]?.status).toBe('failed');
  for (const verb of ['retry', 'drop'] as const) {
    const work = () => admin.outbox[verb].mutate({ id: refused });
    await hintsOf(work, `mail:${refused}`, `ticket:${ticketId}`);
    await send();
  }
});

it('what an erasure changed gives hints', async () => {
  const email = 'apagada@exemplo.com.br';
  const { id } = await admin.tickets.create.mutate({
    requesterEmail: email,
    subject: 'Pauta',
    body: 'Olá',
    main: 'Entrega',
  });
  const { total } = await admin.people.erase.mutate({ email });
  const erase = () => admin.people.erase.mutate({ email, dryRun: false, expected: total });
  await hintsOf(erase, `ticket:${id}`);
});
