import { afterAll, describe, expect, it } from 'vitest';
import { readBounce } from '../../server/inbound/read/bounce-report.ts';
import { mailIdOf } from '../../server/outbox/signed-ids.ts';
import { startApp } from '../harness.ts';
import { aPerson, from, mailEnv } from './mail-people.ts';
import { aMail } from './mails.ts';

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
  'a report without a sender': (sent) => report(sent, 'failed', { From: 'MAILER-DAEMON <>' }),
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
  'one with a status that is no report, from nobody': (sent) =>
    report(sent, 'failed', { From: '<>', 'Content-Type': 'multipart/mixed; boundary=b' }),
  'a report of no kind': (sent) =>
    report(sent, 'failed', { 'Content-Type': 'multipart/report; boundary=b' }),
  'one that says it is automatic, with the mail and a code': (sent) =>
    aMail(
      { From: 'sistema@mx.example', 'Auto-Submitted': 'auto-replied', Subject: 'Aviso' },
      `550 5.1.1 usuário desconhecido\r\n\r\n${copy(sent)}`,
    ),
  'in base64': (sent) =>
    aMail(
      {
        From: 'MAILER-DAEMON@mx.example',
        Subject: 'Returned mail: see transcript for details',
        'Content-Transfer-Encoding': 'base64',
      },
      Buffer.from(`550 5.1.1 user unknown\r\n\r\n${copy(sent)}`).toString('base64'),
    ),
};

describe('a bounce', () => {
  it.each(Object.entries(bounces))('%s marks our mail and opens its ticket', async (_, make) => {
    const sent = await mailed();
    expect(await ingest(make(sent))).toMatchObject({
      outcome: 'ignored',
      reason: 'bounce',
      ticketId: sent.ticketId,
    });
    const { status, messages } = await agent.tickets.get.query({ id: sent.ticketId });
    expect(status).toBe('open');
    expect(messages.at(-1)?.notice).toMatch(/^E-mail devolvido: \S/);
  });

  it.each<[string, (sent: Sent) => Buffer]>([
    ...['delayed', 'delivered', 'relayed', 'expanded'].map(
      (action): [string, (sent: Sent) => Buffer] => [
        `a report that it was ${action}`,
        (sent) => report(sent, action),
      ],
    ),
    [
      "Exim's warning",
      (sent) =>
        aMail(
          {
            From: 'Mail Delivery System <Mailer-Daemon@mx.example>',
            'Auto-Submitted': 'auto-replied',
            Subject: 'Warning: message 1abc delayed 24 hours',
          },
          `A message that you sent has not yet been delivered.\r\nNo action is required on your part.\r\n\r\n${copy(sent)}`,
        ),
    ],
  ])('%s changes nothing', async (_, make) => {
    const sent = await mailed();
    expect(await ingest(make(sent))).toEqual({ outcome: 'ignored', reason: 'bounce' });
    expect((await agent.tickets.get.query({ id: sent.ticketId })).status).toBe('closed');
  });

  it.each<[string, (sent: Sent) => Buffer]>([
    [
      'that it was read',
      ({ mailId }) =>
        aMail(
          { 'Content-Type': 'multipart/report; report-type=disposition-notification; boundary=b' },
          `--b\r\n\r\nLida.\r\n--b\r\nContent-Type: message/disposition-notification\r\n\r\nOriginal-Message-ID: ${mailId}\r\nDisposition: automatic-action/MDN-sent-automatically; displayed\r\n--b--`,
        ),
    ],
    [
      'that somebody is away',
      ({ mailId }) =>
        aMail(
          { 'Auto-Submitted': 'auto-replied', 'In-Reply-To': mailId },
          'Volto dia 5, ramal 550.',
        ),
    ],
  ])('is not what says %s', async (_, make) => {
    const sent = await mailed();
    expect(await ingest(make(sent))).toEqual({ outcome: 'ignored', reason: 'auto-reply' });
    expect((await agent.tickets.get.query({ id: sent.ticketId })).status).toBe('closed');
  });

  it('is not what a person answers to our mail', async () => {
    const { email, ticketId, mailId } = await mailed();
    const answer = { ...from(email), 'In-Reply-To': mailId, 'Return-Path': '<>' };
    expect(await ingest(aMail(answer))).toMatchObject({ outcome: 'reply', ticketId });
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

  it.each([
    'It will be retried.',
    'The server will continue to try.',
    'We will keep trying.',
    'Retry for 3 days.',
    'still trying',
    'It is still being retried.',
    'not yet been delivered',
    'Your mail has been delayed.',
    'Delivery delayed',
    'delivery temporarily suspended',
    'No action is required on your part',
    'You do not need to resend it.',
    'Tentaremos novamente.',
    'A mensagem será reenviada.',
    'Atraso na entrega',
  ])('is not that it failed with "%s", unless it gives up', (text) => {
    expect(read(text)?.failed).toBe(false);
    for (const end of ['Permanent failure', 'a permanent error', 'Giving up', 'Falha permanente']) {
      expect(read(`${text} ${end}`)?.failed).toBe(true);
    }
  });

  it('is what its first 20,000 characters say, not a part below', () => {
    const later = (length: number) => read(`${'a '.repeat(length / 2)}Delivery delayed`)?.failed;
    expect([later(19_000), later(20_000)]).toEqual([false, true]);
    expect(read('It failed.', 'It will be retried.')?.failed).toBe(true);
  });

  it.each([
    ['the server said: 550 unknown user', '550 unknown user'],
    ['error: 552 mailbox full', '552 mailbox full'],
    ['Response: 451 try later', '451 try later'],
    ['reason: 554 no such user', '554 no such user'],
    ['smtp; 550 no mailbox', '550 no mailbox'],
    ['450-4.2.1 over quota', '450-4.2.1 over quota'],
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
    const quoted = `${id(1)}\n> In-Reply-To: ${id(2)}\n> X-${inHtml(`Message-ID: ${id(3)}`)}`;
    expect(readBounce([{ type: 'text/plain', text: quoted }], '')?.mailId).toBe(id(1));
    const html = `${id(1)}\n${inHtml(`Message-ID: ${id(3)}`)}`;
    expect(readBounce([{ type: 'text/html', text: html }], '')?.mailId).toBe(id(3));
    expect(readBounce([], `References: ${id(1)}`)).toMatchObject({
      mailId: id(1),
      isReturned: false,
    });
  });
});
