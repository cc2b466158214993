import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { addresses } from '../../db/people/erasures.ts';
import { personalColumns } from '../../db/people/personal-columns.ts';
import { findRedis, startRedis } from '../../scripts/servers/redis.ts';
import { addDays, civilDayOf, dayMs } from '../../server/core/civil-time.ts';
import { forwardAddressOf, replyAddressOf } from '../../server/outbox/signed-ids.ts';
import { textFile, uploadOne } from '../attachments/attachment-helpers.ts';
import { mailEnv } from '../inbound/mail-people.ts';
import { aMail, aMailWith } from '../inbound/mails.ts';
import { goodReply, startReplyFixture } from '../replies/reply-fixtures.ts';
import { mergeTwice } from '../tickets/merge-twice.ts';
import { columnsWith, filesWith, keysWith } from './search-everywhere.ts';

const redis = await startRedis(findRedis() ?? 'redis-server');
const fixture = await startReplyFixture({
  env: {
    REDIS_URL: redis.url,
    RATE_LIMIT: 'on',
    MAIL: 'off',
    MAIL_REPLY_TO: mailEnv.MAIL_REPLY_TO,
  },
});
afterAll(async () => {
  await fixture.close();
  await redis.stop();
});
const { app } = fixture;
const admin = await app.trpc();
const ctx = app.service.contextFor('test');
const { db } = ctx;

const mark = `zq${crypto.randomUUID().slice(0, 8)}`;
const email = `${mark}@exemplo.com.br`;
const name = `Nome ${mark}`;
const text = `Palavra ${mark}`;
const helper = 'ajudante@exemplo.com.br';
const key = () => ({ 'idempotency-key': `${mark}${crypto.randomUUID()}` });
const ingest = async (raw: Buffer) => {
  const { ticketId = 0 } = await admin.inbound.ingest.mutate({ raw: raw.toString('base64') });
  return ticketId;
};
const open = async (requesterEmail: string, word = '') =>
  (
    await admin.tickets.create.mutate({
      subject: `Pauta ${word}`,
      body: `Olá ${word}`,
      main: 'Entrega',
      requesterEmail,
      requesterName: `Nome ${word}`,
    })
  ).id;

/** What a reader writes, and what agents write about them, on their tickets. */
const writeOnTickets = async (): Promise<void> => {
  const id = await open(email, mark);
  const files = { arquivo: textFile(`${mark}.txt`, text) };
  const agent = await app.client({ role: 'agent' });
  const reader = await app.client({ email, name });
  await agent.uploadAttachments({ params: { id }, body: files, headers: key() });
  await reader.uploadAttachments({ params: { id }, body: files, headers: key() });
  await agent.createBatchReplies({ body: { support_ids: [id] }, headers: key() });
  await admin.tickets.addNote.mutate({ id, body: text });
  for (const reason of [text, undefined]) {
    const { outcomes } = await admin.replies.drafts.create.mutate({ ticketIds: [id] });
    const [draft] = outcomes;
    if (!draft?.ok) throw new Error(JSON.stringify(draft));
    await admin.replies.drafts.edit.mutate({ id: draft.draftId, html: text });
    if (reason) await admin.replies.drafts.discard.mutate({ id: draft.draftId, reason });
  }
  await admin.tickets.reply.mutate({ id, html: text, sendEmail: true, undoSeconds: 600 });
  // Two settled tickets, whose words are counted.
  for (const settled of [await open(email, mark), await open(email, mark)]) {
    await admin.tickets.reply.mutate({ id: settled, html: text });
    await admin.tickets.setStatus.mutate({ id: settled, status: 'resolved' });
  }
};

/** On tickets of others: merged, edited and mailed. */
const writeElsewhere = async (): Promise<void> => {
  const merged = await open(email, mark);
  await admin.tickets.addNote.mutate({ id: merged, body: text });
  await uploadOne(await app.client({ role: 'agent' }), merged, textFile(`${mark}.txt`, text));
  const ids = { fromId: merged, intoId: await open(helper), differentRequesters: true };
  await mergeTwice(admin, ids);
  const edited = await open(email, mark);
  const others = { requesterEmail: helper, requesterName: 'Bia', subject: 'Pauta' };
  await admin.tickets.edit.mutate({ id: edited, ...others });
  const theirs = await ingest(aMail({ From: helper }));
  const file = { name: `${mark}.txt`, type: 'text/plain', contents: Buffer.from(text) };
  const headers = { From: email, To: (await replyAddressOf(ctx, theirs)) ?? '' };
  await ingest(aMailWith([file], headers));
};

/** As somebody outside, to whom a message was forwarded. */
const writeFromOutside = async (): Promise<void> => {
  const id = await open(helper);
  const { messages } = await admin.tickets.get.query({ id });
  const forward = { id, messageId: messages[0]?.id ?? 0, to: [helper, email] };
  const { noteId } = await admin.tickets.forward.mutate(forward);
  const headers = { From: `"${name}" <${email}>`, To: (await forwardAddressOf(ctx, noteId)) ?? '' };
  await ingest(aMail(headers, `${text}\r\n\r\nEm 10/03/2026 11:30, Eu escreveu:\r\n> ${text}`));
};

const writeMails = async (): Promise<void> => {
  const From = `"${name}" <${email}>`;
  const quoting = `Oi\r\n\r\nEm 10/03/2026 11:30, Eu <${email}> escreveu:\r\n> ${text}`;
  const more = { Cc: email, Subject: text };
  await ingest(aMail({ From, ...more, 'Message-ID': `<${mark}@x.com>` }, quoting));
  // Without a sender that can be read, it is quarantined with its source.
  await ingest(aMail({ From: 'ninguém', 'Reply-To': email.toUpperCase() }, text));
};

const writeAsReader = async (): Promise<void> => {
  await admin.accounts.upsert.mutate({ email, name });
  const reader = await app.client({ email, name });
  await reader.recordMyReading({ body: {} });
  await reader.updateMyStreakProfile({ body: { displayName: name } });
  await reader.updateMyReminder({ body: { enabled: true } });
  await reader.createGroup({ body: { name, description: text, isPublic: true } });
  await reader.createMyTicket({ body: { subject: text, body: text } });
  const clube = { name: 'Clube', isPublic: true, ownerEmail: helper };
  const { groupId } = await admin.groups.create.mutate(clube);
  await admin.groups.addMember.mutate({ groupId, email });
  await admin.streaks.addDay.mutate({
    email,
    day: addDays(civilDayOf(new Date()), -2),
    reason: text,
    new: true,
  });
  await app.anonymous.getGlobalRanking();
};

const writeAsAgent = async (): Promise<void> => {
  const agent = await app.trpc({ role: 'agent', email, name });
  const id = await open(helper);
  await agent.tickets.assign.mutate({ ids: [id], agentEmail: email });
  await agent.tickets.addNote.mutate({ id, body: 'Liguei', mentions: [email] });
  await agent.tickets.composing.save.mutate({ id: await open(helper), html: text, revision: 0 });
  await agent.views.save.mutate({ name: text, filter: { search: mark } });
  await admin.views.save.mutate({ name: 'De outro', filter: { assignee: email } });
  for (const agentEmail of [email, helper]) {
    await agent.tickets.assign.mutate({ ids: [await open(helper), id], agentEmail });
  }
  await agent.tickets.assign.mutate({ ids: [id], agentEmail: email });
  await agent.macros.save.mutate({ name: text, actions: [{ type: 'note', body: text }] });
  const toThem = { type: 'assign', agentEmail: email } as const;
  const macro = { name: `Para ${email}`, shared: true, actions: [toThem] };
  await admin.macros.save.mutate(macro);
  const unnamed = { ...macro, name: 'A ninguém', actions: [{ ...toThem, agentEmail: null }] };
  const { id: macroId } = await agent.macros.save.mutate(unnamed);
  const rule = { name: `De ${email}`, on: 'ticket', when: { from: email } } as const;
  await admin.rules.save.mutate({ ...rule, macroId });
  await agent.me.preferences.set.mutate({ busca: text });
  await agent.tickets.presence.mutate({ id, state: 'viewing' });
  const byMail = { sendEmail: true, undoSeconds: 600 };
  await agent.tickets.reply.mutate({ id, html: 'Olá', cc: [email], ...byMail });
  const sendAt = new Date(Date.now() + dayMs).toISOString();
  const own = { id: await open(email), html: text, sendAt };
  await agent.tickets.reply.mutate({ ...own, ...byMail });
  await agent.tickets.setStatus.mutate({ id, status: 'resolved' });
  await agent.reports.filters.query();
};

/** Rows that other systems cause. */
const insertRows = async (): Promise<void> => {
  const statements = [
    sql`update accounts set subscription_id = ${mark}, subscription_status = ${mark} where email = ${email}`,
    // Releases before the previous one filled it.
    sql`update streaks set name = ${name} where email = ${email}`,
    sql`update outbox set error = ${text}, mail_id = concat('<', ${mark}::text, id, '@x>'), recipient_name = ${name} where recipient = ${email}`,
    sql`update ticket_messages set notice = ${text}, folded = ${text}, unsent = ${text}, missing_files = array[${text}] where body like ${`%${mark}%`}`,
    sql`update ticket_notes set notice = ${text}, folded = ${text} where person_email = ${email}`,
    sql`insert into newsletter_events (uid, type, subject_id) values ('1', 'subscription.updated', ${mark})`,
    sql`insert into sessions (token_hash, email, subject, name, role, issued_at, created_at, last_seen_at, user_agent)
      values ('x', ${email}, ${mark}, ${name}, 'agent', now(), now(), now(), ${text})`,
    sql`insert into team (email, role, created_at) values (${email}, 'agent', now())`,
    sql`insert into api_keys (token_hash, name, role, created_by, owner_email, created_at)
      values ('x', 'Painel', 'agent', ${email}, ${email}, now())`,
    sql`insert into webhooks (url, events, secret, created_at) values ('https://x.com', '{}', 'x', now())`,
    sql`insert into webhook_deliveries (webhook_id, event_id, type, email, data)
      select id, gen_random_uuid(), 'streak.extended', ${email}, '{}' from webhooks`,
    sql`insert into webhook_deliveries (webhook_id, event_id, type, data)
      select id, gen_random_uuid(), 'ticket.updated', ${JSON.stringify({ changes: { assignee: { from: null, to: email } } })}::jsonb from webhooks`,
    sql`with quiz as (
        insert into quizzes (quiz_date, title, description, edition_id, edition_title)
        values ('2026-01-05', 'Quiz', '', '1', 'Edição') returning id
      )
      insert into quiz_attempts (quiz_id, email, answers, correct_answers, passed, attempted_at)
      select id, ${email}, ${JSON.stringify({ pergunta: text })}::jsonb, 1, true, now() from quiz`,
    sql`insert into audit_log (at, actor, role, acting_for, channel, action, target)
      values (now(), 'robot', 'service', ${email}, 'job', 'tags.create', 'tag:1')`,
    sql`select refresh_lexeme_df(10000)`,
  ];
  for (const statement of statements) await statement.execute(db);
};

const listed = Object.entries(personalColumns).flatMap(([table, columns]) =>
  columns.map((column) => `${table}.${column}`),
);

describe('the erasure of a person who left traces everywhere', () => {
  it('leaves none in the database, the storage and Redis', async () => {
    fixture.onModelCall(() => ({ ...goodReply, html: `<p>${text}</p>` }));
    await writeOnTickets();
    await writeElsewhere();
    await writeFromOutside();
    await writeMails();
    await writeAsReader();
    await writeAsAgent();
    await admin.jobs.run.mutate({ name: 'fold-ticket-counts' });
    await insertRows();
    const before = await columnsWith(db, mark);
    expect(listed.filter((column) => !before.includes(column))).toEqual([]);
    // Whom a backup brings back is found by any column of addresses.
    const known = addresses.flatMap(([table, ...names]) => names.map((one) => `${table}.${one}`));
    const whole = await columnsWith(db, email, true);
    const ofAddresses =
      /^(?!\w+_default\.).*[._](email|former_assignee|sender|recipient|acting_for)$/;
    expect(known.toSorted()).toEqual(whole.filter((column) => ofAddresses.test(column)));
    expect((await filesWith(app.directory, mark)).length).toBeGreaterThanOrEqual(4);
    await expect
      .poll(async () => {
        await admin.streaks.refreshGlobalRanking.mutate();
        return (await keysWith(redis.url, mark)).found;
      })
      .not.toEqual([]);

    const { records: exported } = await admin.people.export.mutate({ email });
    const empty = Object.entries(exported).filter(([, rows]) => rows.length === 0);
    expect(empty).toEqual([]);
    const { total, records } = await admin.people.erase.mutate({ email });
    expect(records.filter(({ count }) => count === 0)).toEqual([]);
    await admin.people.erase.mutate({ email, dryRun: false, expected: total });

    expect(await columnsWith(db, mark)).toEqual([]);
    expect(await filesWith(app.directory, mark)).toEqual([]);
    // On a busy machine Redis may have missed that the erasure cleared the cached reports.
    await expect
      .poll(async () => {
        await admin.reports.clearCache.mutate();
        return (await keysWith(redis.url, mark)).found;
      })
      .toEqual([]);
    expect((await keysWith(redis.url, mark)).keys).toBeGreaterThan(0);
    const left = await admin.people.find.query({ email });
    expect(left.records.filter(({ count }) => count > 0)).toEqual([]);
  });
});
