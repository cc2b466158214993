import { afterAll, describe, expect, it } from 'vitest';
import { readBounce } from '../../../server/inbound/read/bounce-report.ts';
import { mailIdOf } from '../../../server/outbox/signed-ids.ts';
import { startApp } from '../../harness.ts';
import { aPerson, from, mailEnv } from '../mail-people.ts';
import { aMail } from '../mails.ts';
import { readMail } from '../read/reading.ts';

const app = await startApp(mailEnv);
afterAll(() => app.close());
const agent = await app.trpc({ role: 'agent' });
const ctx = app.service.contextFor('test');

const ingest = (raw: Buffer) => agent.inbound.ingest.mutate({ raw: raw.toString('base64') });

/** A mail of ours that was sent, on a ticket that is closed since. */
const mailed = async () => {
  const email = aPerson();
  const { ticketId = 0 } = await ingest(aMail(from(email)));
  const reply = { id: ticketId, html: '<p>Reenviamos.</p>', sendEmail: true, undoSeconds: 0 };
  const { messageId } = await agent.tickets.reply.mutate(reply);
  await ctx.db
    .updateTable('outbox')
    .set({ status: 'sent' })
    .where('message_id', '=', messageId)
    .execute();
  await agent.tickets.setStatus.mutate({ id: ticketId, status: 'closed' });
  const mailId = await mailIdOf(ctx, { ticketId, messageId, domain: 'leitor.example' });
  return { email, ticketId, mailId };
};

interface Sent {
  email: string;
  mailId: string;
}
const copy = ({ email, mailId }: Sent) =>
  [
    'From: "Leitor" <suporte@leitor.example>',
    `To: ${email}`,
    'Subject: Re: Ajuda',
    `Message-ID: ${mailId}`,
    '',
    'Reenviamos.',
  ].join('\r\n');

const report = (sent: Sent, action: string, more: Record<string, string> = {}) =>
  aMail(
    {
      From: 'Mail Delivery System <MAILER-DAEMON@mx.example>',
      'Content-Type': 'multipart/report; report-type=delivery-status; boundary=b',
      ...more,
    },
    [
      '--b\r\nContent-Type: text/plain\r\n\r\nSobre o seu e-mail.',
      `--b\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; mx.example\r\n\r\nFinal-Recipient: rfc822; ${sent.email}\r\nAction: ${action}\r\nStatus: 5.1.1`,
      `--b\r\nContent-Type: message/rfc822\r\n\r\n${copy(sent)}`,
      '--b--',
    ].join('\r\n'),
  );

const bounces: Record<string, (sent: Sent) => Buffer> = {
  'a report': (sent) => report(sent, 'failed'),
  'a report of two recipients': (sent) => report(sent, 'delivered\r\n\r\nAction: failed'),
  'a report without any From': (sent) =>
    Buffer.from(
      report(sent, 'failed')
        .toString()
        .replace(/^From: .*\r\n/, ''),
    ),
  "qmail's": (sent) =>
    aMail(
      { From: 'MAILER-DAEMON@mx.example', 'Return-Path': '<>', Subject: 'failure notice' },
      `Hi. This is the qmail-send program at mx.example.\r\nI wasn't able to deliver your message to the following addresses.\r\n\r\n<${sent.email}>:\r\nSorry, no mailbox here by that name. (#5.1.1)\r\n\r\n--- Below this line is a copy of the message.\r\n\r\n${copy(sent)}`,
    ),
  "Exim's": (sent) =>
    aMail(
      {
        From: 'Mail Delivery System <Mailer-Daemon@mx.example>',
        'X-Failed-Recipients': sent.email,
        'Auto-Submitted': 'auto-replied',
        Subject: 'Mail delivery failed: returning message to sender',
      },
      `This message was created automatically by mail delivery software.\r\n\r\n  ${sent.email}\r\n    host mx.example: 550 5.1.1 no such user\r\n\r\n------ This is a copy of the message, including all the headers. ------\r\n\r\n${copy(sent)}`,
    ),
  "Exchange's, in HTML alone": (sent) =>
    aMail(
      {
        From: 'Microsoft Outlook <postmaster@exchange.example>',
        Subject: 'Undeliverable: Re: Ajuda',
        'Content-Type': 'text/html; charset=utf-8',
      },
      `<p>Delivery has failed to these recipients.</p><pre>Message-ID: &lt;${sent.mailId.slice(1, -1)}&gt;</pre>`,
    ),
  'one that names it in its own headers alone': (sent) =>
    aMail(
      {
        From: 'postmaster@mx.example',
        'Return-Path': '<>',
        Subject: 'Undeliverable: Re: Ajuda',
        'In-Reply-To': sent.mailId,
      },
      'The mailbox does not exist.',
    ),
  'one that says it is automatic, with the mail and a code': (sent) =>
    aMail(
      { From: 'sistema@mx.example', 'Auto-Submitted': 'auto-replied', Subject: 'Aviso' },
      `550 5.1.1 usuário desconhecido\r\n\r\n${copy(sent)}`,
    ),
};

const sentMail = {
  email: 'ana@exemplo.com.br',
  mailId: '<ticket-1.message-2.abcdefghijklmnop@leitor.example>',
};

describe('a bounce', () => {
  it.each(Object.entries(bounces))('is read from %s', async (_, make) => {
    expect(await readMail(make(sentMail))).toMatchObject({
      kind: 'bounce',
      bounce: { mailId: sentMail.mailId, failed: true },
    });
  });

  it.each(['delayed', 'relayed'])('that our mail was %s is no failure', async (action) => {
    const { bounce } = await readMail(report(sentMail, action));
    expect(bounce).toMatchObject({ failed: false });
  });

  it('marks our mail and opens its ticket, once, if it failed', async () => {
    const sent = await mailed();
    const statusOf = async () => (await agent.tickets.get.query({ id: sent.ticketId })).status;
    expect(await ingest(report(sent, 'delayed'))).toMatchObject({
      outcome: 'automatic',
      ticketId: sent.ticketId,
    });
    expect(await statusOf()).toBe('closed');
    const failed = report(sent, 'failed');
    expect(await ingest(failed)).toMatchObject({ outcome: 'ignored', ticketId: sent.ticketId });
    const { status, messages } = await agent.tickets.get.query({ id: sent.ticketId });
    expect([status, messages.at(-2)?.notice]).toEqual(['open', 'E-mail devolvido: 5.1.1']);
    expect(messages.at(-1)).toMatchObject({ automatic: true, author: 'Servidor de e-mail' });
    await agent.tickets.setStatus.mutate({ id: sent.ticketId, status: 'closed' });
    expect(await ingest(failed)).toEqual({ outcome: 'duplicate' });
    expect(await statusOf()).toBe('closed');
  });

  it('counts only with the signature of our Message-ID', async () => {
    const { email, ticketId, mailId } = await mailed();
    const unsigned = mailId.replace(/\.[a-z2-7]{16}@/, '@');
    for (const forged of [unsigned, mailId.replace(/.{16}@/, 'aaaaaaaaaaaaaaaa@')]) {
      expect(await ingest(report({ email, mailId: forged }, 'failed'))).toEqual({
        outcome: 'quarantined',
        reason: 'unsigned-bounce',
      });
    }
    expect((await agent.tickets.get.query({ id: ticketId })).status).toBe('closed');
    const others = report({ email, mailId: '<ticket-1.message-1@outra.example>' }, 'failed');
    expect(await ingest(others)).toEqual({ outcome: 'ignored', reason: 'bounce' });
  });

  it('is not what says that our mail was read, that somebody is away, or what a person answers', async () => {
    const { mailId } = sentMail;
    const read = aMail(
      { 'Content-Type': 'multipart/report; report-type=disposition-notification; boundary=b' },
      `--b\r\n\r\nLida.\r\n--b\r\nContent-Type: message/disposition-notification\r\n\r\nOriginal-Message-ID: ${mailId}\r\n--b--`,
    );
    const headers = { 'In-Reply-To': mailId };
    const away = aMail({ ...headers, 'Auto-Submitted': 'auto-replied' }, 'Volto dia 5, ramal 550.');
    const answer = aMail({ ...headers, 'Return-Path': '<>' });
    const kinds = await Promise.all([read, away, answer].map(readMail));
    expect(kinds.map(({ kind }) => kind)).toEqual(['auto-reply', 'auto-reply', 'person']);
  });
});

describe('what a server writes about a mail of ours', () => {
  const read = (text: string, status = '') =>
    readBounce(
      [
        { type: 'text/plain', text },
        { type: 'message/delivery-status', text: status },
      ],
      'Message-ID: <ticket-1.message-2@leitor.example>',
    );

  it.each(['still trying', 'not yet been delivered', 'Tentaremos novamente.'])(
    'is not that it failed with "%s", unless it gives up',
    (text) => {
      expect(read(text)?.failed).toBe(false);
      for (const end of [
        'Permanent failure',
        'a permanent error',
        'Giving up',
        'Falha permanente',
      ]) {
        expect(read(`${text} ${end}`)?.failed).toBe(true);
      }
    },
  );

  it('is what its first 20,000 characters say, not a part below', () => {
    const later = (length: number) => read(`${'a '.repeat(length / 2)}Delivery delayed`)?.failed;
    expect([later(19_000), later(20_000)]).toEqual([false, true]);
    expect(read('It failed.', 'It will be retried.')?.failed).toBe(true);
  });

  it.each([
    ['the server said: 550 unknown user', '550 unknown user'],
    ['smtp; 550 no mailbox', '550 no mailbox'],
    ['550 #5.1.1 unknown', '550 #5.1.1 unknown'],
    ['call 550 now', undefined],
    ['250 2.1.5 fine', undefined],
  ])('has the reason of "%s"', (text, reason) => {
    expect(read(text)).toMatchObject({
      reason: reason ?? 'undeliverable',
      hasReason: reason !== undefined,
    });
  });

  it('has the reason of the report first, then of the text, then its status', () => {
    const text = '550 5.1.1 in words';
    const status = 'ACTION:\tFAILED\r\nSTATUS:\t4.2.2';
    const diagnosed = `X-${status}\r\nDIAGNOSTIC-CODE:\tsmtp; 552 full`;
    expect(read(text, diagnosed)?.reason).toBe('smtp; 552 full');
    expect(read(text, status)?.reason).toBe(text);
    expect(read('', status)?.reason).toBe('4.2.2');
    const others = 'X-Action: failed\r\nAction: delayed\r\nX-Status: 5.0.0\r\nStatus: 2.0.0';
    expect(read('', others)).toMatchObject({ failed: false, reason: 'undeliverable' });
  });

  it('is about the returned mail, not those that it refers to', () => {
    const id = (number: number) => `<ticket-1.note-${number}.abcdefghijklmnop@leitor.example>`;
    const named = `References: ${id(1)}\nIn-Reply-To: ${id(2)}`;
    expect(read(`References: ${id(1)}`)?.mailId).toBe('<ticket-1.message-2@leitor.example>');
    expect(read(`${named}\n> ORIGINAL-MESSAGE-ID: ${id(3)}`)?.mailId).toBe(id(3));
    const inHtml = (text: string) => text.replaceAll('<', '&lt;').replaceAll('>', '&gt;');
    for (const text of [named, inHtml(named), named.replace('In-Reply', 'IN-REPLY')])
      expect(readBounce([{ type: 'text/plain', text }], '')?.mailId).toBe(id(2));
    expect(readBounce([], `References: ${id(1)}`)).toMatchObject({
      mailId: id(1),
      isReturned: false,
    });
  });
});
