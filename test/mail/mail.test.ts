import { afterEach, describe, expect, it } from 'vitest';
import {
  type SmtpBehaviour,
  type SmtpSandbox,
  startSmtpSandbox,
} from '../../scripts/sandbox/smtp.ts';
import { type Mail, openMail } from '../../server/clients/mail.ts';

let smtp: SmtpSandbox | undefined;

afterEach(() => smtp?.close());

const connect = async (behaviour: SmtpBehaviour, stepMs?: number): Promise<Mail> => {
  smtp = await startSmtpSandbox(behaviour);
  return openMail({
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
const refusing = (responseCode: number) => () => {
  throw Object.assign(new Error('refused'), { responseCode });
};

describe('sending a mail', () => {
  it('is done once the server has said 250', async () => {
    const { send } = await connect({});
    expect(await send(mail)).toEqual({ outcome: 'sent' });
    expect(smtp?.mails).toHaveLength(1);
  });

  it.each([
    ['a recipient refused for good', { onRecipient: refusing(550) }, 'rejected'],
    ['a recipient refused for now', { onRecipient: refusing(451) }, 'postponed'],
    ['a text refused for good', { onMail: refusing(554) }, 'rejected'],
    ['a text refused for now', { onMail: refusing(452) }, 'postponed'],
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

  it('is put off while the server is away', async () => {
    const { send } = await connect({});
    await smtp?.close();
    expect(await send(mail)).toMatchObject({ outcome: 'postponed' });
  });
});
