import { afterAll, describe, expect, it } from 'vitest';
import { addDays, civilDayOf } from '../../server/core/civil-time.ts';
import { internalRouter } from '../../server/internal-router.ts';
import { aMail } from '../inbound/mails.ts';
import { startAppWithNewsletter } from '../quiz/edition-fixtures.ts';
import { mergeTwice } from '../tickets/merge-twice.ts';
import { actFixtures, type Internal, unnamedIn } from './act-fixtures.ts';

// Every mutating procedure leaves a row in the audit trail, or is listed here with the reason why
// not. every-route.test.ts has the routes.

const app = await startAppWithNewsletter({
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'atendimento@leitor.example',
  QUIZ_GENERATE_AUTH: 'admin',
});
afterAll(() => app.close());

const admin = await app.trpc({ role: 'admin' });
const agent = await app.client();
const make = actFixtures(app, admin, agent);
const yesterday = addDays(civilDayOf(new Date()), -1);

/** Performs each mutating procedure as `by`. */
const procedures: Record<string, (by: Internal) => Promise<unknown>> = {
  'accounts.upsert': (by) => by.accounts.upsert.mutate({ email: make.anEmail(), name: 'Ana' }),
  'team.set': (by) => by.team.set.mutate({ email: make.anEmail(), role: 'editor' }),
  'sessions.end': async (by) => by.sessions.end.mutate({ id: await make.aSession() }),
  'tickets.create': (by) =>
    by.tickets.create.mutate({ subject: 'Oi', body: 'Olá', main: 'Entrega' }),
  'tickets.import': (by) =>
    by.tickets.import.mutate({
      tickets: [
        {
          externalId: make.unique(),
          subject: 'Oi',
          body: 'Olá',
          main: 'Entrega',
          status: 'closed',
          createdAt: '2025-03-01T12:00:00Z',
        },
      ],
    }),
  'tickets.setStatus': async (by) =>
    by.tickets.setStatus.mutate({ id: await make.aTicket(), status: 'resolved' }),
  'tickets.addMessage': async (by) =>
    by.tickets.addMessage.mutate({
      id: await make.aTicket(),
      author: 'Ana',
      origin: 'agent',
      body: 'Olá',
    }),
  'tickets.addTag': async (by) =>
    by.tickets.addTag.mutate({ id: await make.aTicket(), tagId: (await make.aTag()).id }),
  'tickets.removeTag': async (by) => {
    const tag = { id: await make.aTicket(), tagId: (await make.aTag()).id };
    await admin.tickets.addTag.mutate(tag);
    await by.tickets.removeTag.mutate(tag);
  },
  'tickets.assign': async (by) =>
    by.tickets.assign.mutate({ ids: [await make.aTicket()], agentEmail: make.anEmail() }),
  'tickets.snooze': async (by) =>
    by.tickets.snooze.mutate({ ids: [await make.aTicket()], until: '2099-01-01T12:00:00Z' }),
  'tickets.addNote': async (by) =>
    by.tickets.addNote.mutate({ id: await make.aTicket(), body: 'Nota' }),
  'tickets.edit': async (by) => by.tickets.edit.mutate({ id: await make.aTicket(), main: 'Geral' }),
  'tickets.merge': async (by) =>
    mergeTwice(by, {
      fromId: await make.aTicket(),
      intoId: await make.aTicket(),
      differentRequesters: true,
    }),
  'tickets.bulk': async (by) =>
    by.tickets.bulk.mutate({ ids: [await make.aTicket()], setStatus: 'closed' }),
  'tickets.reply': async (by) => by.tickets.reply.mutate({ id: await make.aTicket(), html: 'Olá' }),
  'tickets.mailMessage': async (by) => {
    const id = await make.aTicket();
    const { messageId } = await admin.tickets.reply.mutate({ id, html: 'Olá' });
    await by.tickets.mailMessage.mutate({ messageId });
  },
  'tickets.forward': async (by) => {
    const id = await make.aTicket();
    const { messages } = await admin.tickets.get.query({ id });
    await by.tickets.forward.mutate({ id, messageId: messages[0]?.id ?? 0, to: [make.anEmail()] });
  },
  'views.save': (by) => by.views.save.mutate({ name: 'Abertos', filter: { status: 'open' } }),
  'views.delete': async (by) => {
    const { id } = await by.views.save.mutate({ name: 'Abertos', shared: true });
    await by.views.delete.mutate({ id });
  },
  'me.preferences.set': (by) => by.me.preferences.set.mutate({ tema: 'escuro' }),
  'attachments.rotateLinkKey': (by) => by.attachments.rotateLinkKey.mutate(),
  'attachments.delete': async (by) =>
    by.attachments.delete.mutate({ id: await make.anAttachment() }),
  'tags.create': (by) => by.tags.create.mutate({ name: `Tag ${make.unique()}`, color: '#1D4ED8' }),
  'tags.update': async (by) =>
    by.tags.update.mutate({ id: (await make.aTag()).id, color: '#000000' }),
  'tags.delete': async (by) => by.tags.delete.mutate({ id: (await make.aTag()).id }),
  'quickReplies.create': (by) => by.quickReplies.create.mutate(make.quickReply()),
  'quickReplies.update': async (by) => {
    const { id } = await admin.quickReplies.create.mutate(make.quickReply());
    await by.quickReplies.update.mutate({ id, title: 'Bom dia' });
  },
  'quickReplies.delete': async (by) => {
    const { id } = await admin.quickReplies.create.mutate(make.quickReply());
    await by.quickReplies.delete.mutate({ id });
  },
  'streaks.recordReading': (by) => by.streaks.recordReading.mutate({ email: make.anEmail() }),
  'streaks.importReadings': (by) =>
    by.streaks.importReadings.mutate({
      readings: [{ email: make.anEmail(), at: '2026-03-01T12:00:00Z' }],
    }),
  'streaks.addDay': (by) =>
    by.streaks.addDay.mutate({
      email: make.anEmail(),
      day: yesterday,
      reason: 'leu no papel',
      new: true,
    }),
  'streaks.addDayForAll': async (by) => {
    await admin.streaks.recordReading.mutate({
      email: make.anEmail(),
      at: addDays(yesterday, -1),
    });
    const lost = { day: yesterday, reason: 'o envio falhou' };
    const { total } = await admin.streaks.addDayForAll.mutate(lost);
    await by.streaks.addDayForAll.mutate({ ...lost, expected: total });
  },
  'streaks.removeDay': async (by) => {
    const day = { email: make.anEmail(), day: yesterday, reason: 'contado por engano' };
    await admin.streaks.addDay.mutate({ ...day, new: true });
    await by.streaks.removeDay.mutate(day);
  },
  'groups.create': (by) =>
    by.groups.create.mutate({ name: 'Clube', isPublic: true, ownerEmail: make.anEmail() }),
  'groups.update': async (by) =>
    by.groups.update.mutate({ groupId: await make.aGroup(), name: 'Outro clube' }),
  'groups.addMember': async (by) =>
    by.groups.addMember.mutate({ groupId: await make.aGroup(), email: make.anEmail() }),
  'groups.removeMember': async (by) => {
    const member = { groupId: await make.aGroup(), email: make.anEmail() };
    await admin.groups.addMember.mutate(member);
    await by.groups.removeMember.mutate(member);
  },
  'groups.importMembers': async (by) =>
    by.groups.importMembers.mutate({
      members: [{ groupId: await make.aGroup(), email: make.anEmail() }],
    }),
  'quiz.generate': (by) => by.quiz.generate.mutate({ overwrite: true }),
  'quiz.draft': async (by) => {
    await make.clearQuizzes();
    await by.quiz.draft.mutate();
  },
  'quiz.edit': async (by) => {
    await by.quiz.edit.mutate({ id: await make.aQuizDraft(), title: 'Outro título' });
  },
  'quiz.regenerate': async (by) => {
    const id = await make.aQuizDraft();
    const { questions } = await admin.quiz.get.query({ id });
    await by.quiz.regenerate.mutate({ id, questionId: questions[0]?.id ?? '' });
  },
  'quiz.discard': async (by) => by.quiz.discard.mutate({ id: await make.aQuizDraft() }),
  'quiz.hold': async (by) => by.quiz.hold.mutate({ id: await make.aQuizDraft() }),
  'quiz.publish': async (by) => {
    await by.quiz.publish.mutate({ id: await make.aQuizDraft() });
  },
  'quiz.correct': async (by) => {
    const { quizId: id } = await admin.quiz.publish.mutate({ id: await make.aQuizDraft() });
    const { questions } = await admin.quiz.get.query({ id });
    await by.quiz.correct.mutate({
      id,
      questionId: questions[0]?.id ?? '',
      explanation: 'Corrigido.',
    });
  },
  'quiz.unpublish': async (by) => {
    const { quizId: id } = await admin.quiz.publish.mutate({ id: await make.aQuizDraft() });
    await by.quiz.unpublish.mutate({ id, reason: 'edição retirada' });
  },
  'reports.rebuild': (by) => by.reports.rebuild.mutate(),
  'replies.save': async (by) => by.replies.save.mutate({ ticketIds: [await make.aTicket()] }),
  'replies.drafts.create': async (by) =>
    by.replies.drafts.create.mutate({ ticketIds: [await make.aTicket()] }),
  'replies.drafts.edit': async (by) =>
    by.replies.drafts.edit.mutate({ id: await make.aDraft(), html: '<p>Olá!</p>' }),
  'replies.drafts.approve': async (by) =>
    by.replies.drafts.approve.mutate({ id: await make.aDraft(), sendEmail: false }),
  'replies.drafts.discard': async (by) =>
    by.replies.drafts.discard.mutate({ id: await make.aDraft() }),
  'outbox.undo': async (by) => {
    const { mailId = 0 } = await admin.replies.drafts.approve.mutate({
      id: await make.aDraft(),
      sendEmail: true,
    });
    await by.outbox.undo.mutate({ id: mailId });
  },
  'outbox.retry': async (by) => by.outbox.retry.mutate({ id: await make.aMailInTheOutbox() }),
  'outbox.drop': async (by) => by.outbox.drop.mutate({ id: await make.aMailInTheOutbox() }),
  'inbound.ingest': (by) =>
    by.inbound.ingest.mutate({ raw: aMail({ From: make.anEmail() }).toString('base64') }),
  'inbound.retry': async (by) => by.inbound.retry.mutate({ id: await make.aQuarantinedMail() }),
  'inbound.release': async (by) => by.inbound.release.mutate({ id: await make.anIgnoredMail() }),
  'inbound.dismiss': async (by) => by.inbound.dismiss.mutate({ ids: [await make.anIgnoredMail()] }),
  'jobs.run': (by) => by.jobs.run.mutate({ name: 'idempotency-cleanup' }),
  'tokens.revoke': (by) => by.tokens.revoke.mutate({ email: make.anEmail() }),
  'webhooks.create': (by) =>
    by.webhooks.create.mutate({ url: 'https://exemplo.com.br/', events: ['ticket.created'] }),
  'webhooks.delete': async (by) => by.webhooks.delete.mutate({ id: await make.aWebhook() }),
  'webhooks.enable': async (by) => by.webhooks.enable.mutate({ id: await make.aWebhook() }),
  'webhooks.rotate': async (by) => by.webhooks.rotate.mutate({ id: await make.aWebhook() }),
  'webhooks.replay': async (by) => {
    const id = await make.aWebhook();
    await make.aTicket();
    await app.service
      .contextFor('test')
      .db.updateTable('webhook_deliveries')
      .set({ status: 'delivered' })
      .execute();
    await by.webhooks.replay.mutate({ id, from: '2020-01-01T00:00:00Z' });
  },
  'people.export': (by) => by.people.export.mutate({ email: make.anEmail() }),
  'people.erase': async (by) => {
    const email = make.anEmail();
    await admin.accounts.upsert.mutate({ email });
    const { total } = await admin.people.erase.mutate({ email });
    await by.people.erase.mutate({ email, dryRun: false, expected: total });
  },
};

const excusedProcedures: Record<string, string> = {
  'attachments.janitor': 'removes what no row of the service shows any more',
  'streaks.refreshGlobalRanking': 'fills a cache',
  'reports.clearCache': 'empties a cache',
  'replies.preview': 'stores nothing',
  'ai.ask': 'stores nothing',
  'tickets.composing.save': 'a text that only its author sees; what is sent is an act',
  'tickets.composing.discard': 'as its saving',
  'tickets.presence': 'is gone after 30 seconds',
};

describe('the internal API', () => {
  const mutations = Object.entries(internalRouter._def.procedures)
    .filter(([, procedure]) => Reflect.get(procedure, '_def').type === 'mutation')
    .map(([path]) => path);

  it('has no mutation that is neither performed below nor excused', () => {
    const known = [...Object.keys(procedures), ...Object.keys(excusedProcedures)];
    expect(known.sort()).toEqual(mutations.sort());
  });

  it.each(Object.entries(procedures))(
    '%s leaves its row, whose parts have names in the console',
    async (path, perform) => {
      const email = `${make.unique()}@auditoria.example`;
      await perform(await app.trpc({ role: 'admin', email }));
      const { items } = await admin.audit.list.query({ actor: email });
      expect(items).toContainEqual(
        expect.objectContaining({
          action: path,
          channel: 'trpc',
          outcome: 'done',
        }),
      );
      expect(unnamedIn(items)).toEqual([]);
    },
  );
});
