import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterEach, describe, expect, it } from 'vitest';
import {
  type SmtpBehaviour,
  type SmtpSandbox,
  startSmtpSandbox,
} from '../../scripts/sandbox/smtp.ts';
import { openSmtpClient, type SmtpClient } from '../../server/clients/smtp.ts';
import { noteTimeouts } from '../timeouts.ts';

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
  it('reports a mail as sent after the 250 reply', async () => {
    const { send } = await connect({});
    expect(await send(mail)).toEqual({ outcome: 'sent' });
    expect(smtp?.mails).toHaveLength(1);
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

  it('returns 300 characters of why a mail is refused', async () => {
    const { send } = await connect({
      onRecipient: () => {
        throw Object.assign(new Error('x'.repeat(400)), { responseCode: 550 });
      },
    });
    expect(await send(mail)).toMatchObject({ reason: expect.stringMatching(/^EENVELOPE.*x{9}$/) });
    expect(await send(mail)).toHaveProperty('reason.length', 300);
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

  it('has 30 seconds for a mail, and 4 for each megabyte of its files', async () => {
    const timeouts = noteTimeouts();
    const { send } = await connect({});
    const contents = Buffer.alloc(1_048_576);
    const file = { name: 'a.pdf', type: 'application/pdf', contents, cid: undefined };
    await send(mail);
    await send({ ...mail, files: [file, file] });
    expect(timeouts()).toEqual([30_000, 38_000]);
  });

  it('postpones a mail whose deadline is over before it begins', async () => {
    const { send } = await connect({});
    expect(await send(mail, AbortSignal.abort())).toMatchObject({ outcome: 'postponed' });
    expect(smtp?.mails).toEqual([]);
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

  it('postpones a mail while the server is unreachable', async () => {
    const { send } = await connect({});
    await smtp?.close();
    expect(await send(mail)).toMatchObject({ outcome: 'postponed' });
  });
});
