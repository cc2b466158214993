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
  thread: [],
};

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

  it.each([
    ['a recipient refused permanently', { onRecipient: refuseWith(550) }, 'rejected'],
    ['a recipient refused temporarily', { onRecipient: refuseWith(451) }, 'postponed'],
    ['a text refused permanently', { onMail: refuseWith(554) }, 'rejected'],
    ['a text refused temporarily', { onMail: refuseWith(452) }, 'postponed'],
    ['a server that hangs before the text', { onRecipient: forEver }, 'postponed'],
    ['a server that hangs after the text', { onMail: forEver }, 'unknown'],
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
  ] satisfies [string, SmtpBehaviour, string][])('%s', async (_name, behaviour, outcome) => {
    const { send } = await connect(behaviour, 300);
    expect(await send(mail)).toMatchObject({ outcome });
  });

  it('postpones a mail while the server is unreachable', async () => {
    const { send } = await connect({});
    await smtp?.close();
    expect(await send(mail)).toMatchObject({ outcome: 'postponed' });
  });
});
