import type { ItemOf } from '../../console/src/api/client.ts';
import { actNames } from '../../console/src/audit/acts.ts';
import { auditTexts } from '../../console/src/audit/texts.ts';
import { insertSession } from '../../db/sessions/sessions.ts';
import type { TestApp } from '../harness.ts';
import { aMail } from '../inbound/mails.ts';
import type { Client } from '../public-client.ts';

type Act = ItemOf<'audit.list'>;

/** A client of the internal API. */
export type Internal = Awaited<ReturnType<TestApp['trpc']>>;

/** The actions, kinds of targets and fields of acts that the console has no name for. */
export const unnamedIn = (acts: readonly Pick<Act, 'action' | 'target' | 'changes'>[]): string[] =>
  acts.flatMap(({ action, target, changes }) => {
    const [kind = '', id = ''] = target.split(/:(.*)/s);
    return [
      ...(action in actNames ? [] : [action]),
      ...(auditTexts.targetOf(kind, id) === `${kind} ${id}` ? [kind] : []),
      ...changes.flatMap(({ field }) =>
        auditTexts.value(field, undefined) === `${field}: mudou` ? [field] : [],
      ),
    ];
  });

/** Creates what the acts are performed on. */
export const actFixtures = (app: TestApp, admin: Internal, agent: Client) => {
  const unique = () => crypto.randomUUID().slice(0, 8);
  const anEmail = () => `${unique()}@exemplo.com.br`;

  const aTicket = async () =>
    (
      await admin.tickets.create.mutate({
        requesterEmail: anEmail(),
        subject: 'A edição não chegou',
        body: 'Não recebi.',
        main: 'Entrega',
      })
    ).id;
  const clearQuizzes = async () => {
    const { db } = app.service.contextFor('test');
    await db.deleteFrom('quizzes').execute();
    await db.deleteFrom('quiz_drafts').execute();
  };
  const aQuizDraft = async () => {
    await clearQuizzes();
    return (await admin.quiz.draft.mutate()).quizId;
  };
  const aTag = () => admin.tags.create.mutate({ name: `Tag ${unique()}`, color: '#1D4ED8' });
  const quickReply = () => ({
    title: 'Olá',
    content: '<p>Olá!</p>',
    category: 'saudacao',
    shortcut: `/${unique()}`,
  });
  const aGroup = async () =>
    (await admin.groups.create.mutate({ name: 'Clube', isPublic: true, ownerEmail: anEmail() }))
      .groupId;
  const anAttachment = async () => {
    const uploaded = await agent.uploadAttachments({
      params: { id: await aTicket() },
      body: { arquivo: new File(['texto'], 'nota.txt', { type: 'text/plain' }) },
    });
    if (uploaded.status !== 201 || Array.isArray(uploaded.body.data)) throw new Error('no upload');
    return uploaded.body.data.id;
  };
  const aMailInTheOutbox = async () => {
    const ticketId = await aTicket();
    await admin.replies.save.mutate({ ticketIds: [ticketId], sendEmail: true });
    const { items } = await admin.outbox.list.query({ ticketId });
    return items[0]?.id ?? 0;
  };
  const aDraft = async () => {
    const ticketId = await aTicket();
    await admin.replies.drafts.create.mutate({ ticketIds: [ticketId] });
    const { items } = await admin.replies.drafts.list.query({ ticketId });
    return items[0]?.id ?? 0;
  };
  const aQuarantinedMail = async () => {
    const raw = aMail({ From: 'ninguém' }).toString('base64');
    await admin.inbound.ingest.mutate({ raw });
    const { items } = await admin.inbound.list.query({ outcome: 'quarantined', limit: 1 });
    return items[0]?.id ?? 0;
  };

  const anIgnoredMail = async () => {
    const mail = aMail({ From: anEmail(), 'Auto-Submitted': 'auto-replied' });
    await admin.inbound.ingest.mutate({ raw: mail.toString('base64') });
    const { items } = await admin.inbound.list.query({ outcome: 'ignored', limit: 1 });
    return items[0]?.id ?? 0;
  };

  const aSession = () =>
    app.service
      .contextFor('test')
      .db.transaction()
      .execute((tx) =>
        insertSession(tx, {
          secret: unique(),
          email: anEmail(),
          subject: unique(),
          name: undefined,
          role: 'agent',
          issuedAt: new Date(),
          createdAt: new Date(),
        }),
      );
  const aWebhook = async () =>
    (
      await admin.webhooks.create.mutate({
        url: 'https://exemplo.com.br/',
        events: ['ticket.created'],
      })
    ).id;
  return {
    unique,
    anEmail,
    aTicket,
    clearQuizzes,
    aQuizDraft,
    aTag,
    quickReply,
    aGroup,
    anAttachment,
    aMailInTheOutbox,
    aDraft,
    aQuarantinedMail,
    anIgnoredMail,
    aSession,
    aWebhook,
  };
};
