import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { simpleParser } from 'mailparser';
import { SMTPServer } from 'smtp-server';
import { afterEach, describe, expect, it } from 'vitest';
import {
  type SmtpBehaviour,
  type SmtpSandbox,
  startSmtpSandbox,
} from '../../scripts/sandbox/smtp.ts';
import { openSmtpClient, type SmtpClient } from '../../server/clients/smtp.ts';

let smtp: SmtpSandbox | undefined;

afterEach(() => smtp?.close());

const connect = async (behaviour: SmtpBehaviour, stepMs?: number): Promise<SmtpClient> => {
  smtp = await startSmtpSandbox(behaviour);
  return openSmtpClient({
    url: smtp.url,
    from: 'atendimento@exemplo.com.br',
    perHour: 100,
    paused: false,
    ...(stepMs && { stepMs }),
  });
};

const mail = {
  mailId: '<1@exemplo.com.br>',
  to: { address: 'maria@exemplo.com.br', name: null },
  subject: 'Oi',
  text: 'Oi',
  html: '<p>Oi</p>',
  automatic: false,
  thread: [],
};

/**
 * A title, what the server does, the outcome, and the time limit of a step if it is not the
 * default.
 */
type Attempt = [string, SmtpBehaviour, string, number?];

const forEver = () => new Promise<void>(() => undefined);
const refuseWith = (responseCode: number) => () => {
  throw Object.assign(new Error('refused'), { responseCode });
};

describe('the SMTP client', () => {
  it('sends everything that a mail has, and that it is an answer of a program', async () => {
    const { send } = await connect({});
    const file = (name: string, cid?: string) => ({
      name,
      type: 'image/png',
      contents: Buffer.from(name),
      cid,
    });
    const to = { address: 'maria@exemplo.com.br', name: 'Maria' };
    const cc = [
      { email: 'ana@exemplo.com.br', name: 'Ana' },
      { email: 'bia@exemplo.com.br', name: null },
    ];
    const files = [file('a.png', 'um@exemplo.com.br'), file('b.png')];
    const thread = ['<0@exemplo.com.br>', '<00@exemplo.com.br>'];
    const more = { replyTo: 'oi@exemplo.com.br', automatic: true };
    expect(await send({ ...mail, ...more, to, cc, files, thread })).toEqual({ outcome: 'sent' });
    const { headers, ...parsed } = await simpleParser(smtp?.mails[0]?.source ?? '');
    expect(parsed).toMatchObject({
      from: { text: 'atendimento@exemplo.com.br' },
      to: { text: '"Maria" <maria@exemplo.com.br>' },
      cc: { text: '"Ana" <ana@exemplo.com.br>, bia@exemplo.com.br' },
      replyTo: { text: 'oi@exemplo.com.br' },
      messageId: mail.mailId,
      inReplyTo: thread[1],
      references: thread,
      subject: 'Oi',
      text: 'Oi',
      html: '<p>Oi</p>',
      attachments: [
        { contentDisposition: 'inline', cid: 'um@exemplo.com.br', filename: 'a.png' },
        { contentDisposition: 'attachment', filename: 'b.png', content: files[1]?.contents },
      ],
    });
    expect(headers.get('auto-submitted')).toBe('auto-replied');
    expect(headers.get('x-auto-response-suppress')).toBe('All');
  });

  it('accepts a mail if one of several recipients accepts it', async () => {
    const refused = (address: string) =>
      address === mail.to.address ? refuseWith(451)() : undefined;
    const { send } = await connect({ onRecipient: refused });
    const others = [{ email: 'ana@exemplo.com.br', name: null }];
    expect(await send({ ...mail, cc: others })).toMatchObject({ outcome: 'postponed' });
    expect(await send({ ...mail, alsoTo: others })).toEqual({
      outcome: 'sent',
      refused: [{ address: mail.to.address, reason: expect.stringMatching(/^EENVELOPE: .*451/) }],
    });
  });

  it('goes on with a mail whose text the server has when its deadline is over', async () => {
    const deadline = new AbortController();
    const { send } = await connect({ onMail: () => deadline.abort() });
    expect(await send(mail, deadline.signal)).toEqual({ outcome: 'sent' });
  });

  it.each<Attempt>([
    ['a recipient refused permanently', { onRecipient: refuseWith(550) }, 'rejected'],
    ['a recipient refused for a command', { onRecipient: refuseWith(500) }, 'rejected'],
    ['a recipient refused temporarily', { onRecipient: refuseWith(451) }, 'postponed'],
    ['a text refused permanently', { onMail: refuseWith(554) }, 'rejected'],
    ['a text refused temporarily', { onMail: refuseWith(452) }, 'postponed'],
    ['a server that hangs before the text', { onRecipient: forEver }, 'postponed', 300],
    // The steps before the text have to end within this time.
    ['a server that hangs after the text', { onMail: forEver }, 'unknown', 5_000],
    [
      'a server that dies after the text',
      {
        onMail: (_mail, drop) => {
          drop();
          return forEver();
        },
      },
      'unknown',
    ],
  ])('%s', async (_name, behaviour, outcome, stepMs) => {
    const { send } = await connect(behaviour, stepMs);
    expect(await send(mail)).toMatchObject({ outcome });
  });

  it('postpones a mail rather than send it without the TLS that is required', async () => {
    smtp = await startSmtpSandbox();
    const from = 'Atendimento <oi@Exemplo.COM.br>';
    const common = { url: smtp.url, from, perHour: 7, paused: true };
    const strict = openSmtpClient({ ...common, requireTls: true });
    expect(strict).toMatchObject({ domain: 'exemplo.com.br', perHour: 7, paused: true });
    expect(await strict.send(mail)).toMatchObject({ outcome: 'postponed' });
    expect(smtp.mails).toEqual([]);
    expect(await openSmtpClient(common).send(mail)).toEqual({ outcome: 'sent' });
  });

  it('postpones a mail that no server has seen this time, although one had its text before', async () => {
    const { send } = await connect({
      onMail: (_mail, drop) => {
        drop();
        return forEver();
      },
    });
    expect(await send(mail)).toMatchObject({ outcome: 'unknown' });
    await smtp?.close();
    expect(await send(mail)).toMatchObject({ outcome: 'postponed' });
  });

  it('postpones a mail while its user or password is wrong', async () => {
    const server = new SMTPServer({
      allowInsecureAuth: true,
      disabledCommands: ['STARTTLS'],
      onAuth: (_auth, _session, done) => done(new Error('wrong password')),
    });
    server.listen(0, '127.0.0.1');
    await once(server.server, 'listening');
    const { port } = server.server.address() as AddressInfo;
    const { send } = openSmtpClient({
      url: `smtp://usuario:segredo@127.0.0.1:${port}`,
      from: 'atendimento@exemplo.com.br',
      perHour: 100,
      paused: false,
    });
    expect(await send(mail)).toEqual({
      outcome: 'postponed',
      reason: expect.stringMatching(/^EAUTH: .*535/),
    });
    await new Promise<void>((resolve) => server.close(resolve));
  });
});
