import { simpleParser } from 'mailparser';
import { afterEach, describe, expect, it } from 'vitest';
import type { SmtpBehaviour } from '../../scripts/sandbox/smtp.ts';
import { type ReplyFixture, startReplyFixture } from '../replies/reply-fixtures.ts';
import { ageMails } from '../support/age.ts';

let fixture: ReplyFixture | undefined;

afterEach(async () => {
  await fixture?.close();
  fixture = undefined;
});

/** A reply fixture whose mails a test can age. */
const open = async (mail: SmtpBehaviour = {}, env: Record<string, string> = {}) => {
  fixture = await startReplyFixture({
    env,
    mail,
    jobs: { scheduled: false },
  });
  const opened = fixture;
  const trpc = await opened.app.trpc();
  return {
    fixture: opened,
    outbox: trpc.outbox,
    pass: (minutes: number) => ageMails(opened.app.service.contextFor('test').db, minutes),
    sendDue: () => trpc.jobs.run.mutate({ name: 'send-mails' }),
    mailed: async (tickets: number[]) =>
      (await opened.save(tickets, { enviar_email: true })).resultados.map(
        (result) => result.email_enviado,
      ),
    statuses: async (status?: 'pending' | 'unknown') =>
      (await trpc.outbox.list.query({ ...(status && { status }) })).items.map(
        (mail) => mail.status,
      ),
  };
};

const refusal = (responseCode: number) => Object.assign(new Error('refused'), { responseCode });

describe('a reply by mail', () => {
  it('mails a reply with subject, both parts, addresses and threading headers', async () => {
    const { fixture, mailed } = await open({}, { REPLY_LINK_HOSTS: 'exemplo.com.br' });
    fixture.onModelCall(() => ({
      html: '<p>Olá, João! Já reenviamos a edição — não é <b>spam</b>, é promoção.</p><ul><li>Acesse <a href="https://exemplo.com.br/ajuda">a ajuda</a></li></ul>',
      confidence: 0.9,
    }));
    const ticket = await fixture.openTicket({
      subject: 'Cobrança indevida: não é minha!',
      email: 'joao@exemplo.com.br',
      name: 'João Conceição',
    });
    expect(await mailed([ticket])).toEqual([true]);
    expect(fixture.smtp.mails).toMatchObject([
      { from: 'atendimento@exemplo.com.br', to: ['joao@exemplo.com.br'] },
    ]);
    const mail = await simpleParser(fixture.smtp.mails[0]?.source ?? '');
    const message = (await fixture.messagesOf(ticket)).at(-1);
    expect(mail).toMatchObject({
      subject: 'Re: Cobrança indevida: não é minha!',
      from: { value: [{ name: 'Atendimento', address: 'atendimento@exemplo.com.br' }] },
      to: { value: [{ name: 'João Conceição', address: 'joao@exemplo.com.br' }] },
    });
    expect(mail.text).toContain('Olá, João! Já reenviamos a edição — não é spam, é promoção.');
    expect(mail.html).toContain(message?.body);
    expect([mail.inReplyTo, mail.replyTo]).toEqual([undefined, undefined]);
    const signed = `^<ticket-${ticket}\\.message-${message?.id}\\.[a-z2-7]{16}@exemplo`;
    expect(mail.messageId).toMatch(new RegExp(signed));
    expect(mail.headers.get('auto-submitted')).toBe('auto-replied');
  });

  it('allows no header injection through subject or name', async () => {
    const { fixture, mailed } = await open();
    const ticket = await fixture.openTicket({
      subject: 'Oi\r\nBcc: outro@exemplo.com.br\n\n<b>corpo</b>',
      name: 'Maria" <x@exemplo.com.br>, "',
    });
    expect(await mailed([ticket])).toEqual([true]);
    const [received] = fixture.smtp.mails;
    expect(received?.to).toHaveLength(1);
    const mail = await simpleParser(received?.source ?? '');
    expect(mail.subject).toBe('Re: Oi Bcc: outro@exemplo.com.br <b>corpo</b>');
    expect(mail.bcc).toBeUndefined();
  });
});

describe('limits of outgoing mail', () => {
  it('sends none while MAIL is off: mails wait and can be dropped', async () => {
    const { fixture, mailed, statuses, pass, sendDue, outbox } = await open({}, { MAIL: 'off' });
    expect(await mailed([await fixture.openTicket(), await fixture.openTicket()])).toEqual([
      false,
      false,
    ]);
    const waiting = async () =>
      (await outbox.list.query({})).items.map(({ waitingFor }) => waitingFor);
    expect(await waiting()).toEqual(['retry', 'retry']);
    await pass(10);
    await sendDue();
    expect(fixture.smtp.mails).toEqual([]);
    expect(await statuses()).toEqual(['pending', 'pending']);
    expect(await waiting()).toEqual(['mail-off', 'mail-off']);
    const { items } = await outbox.list.query({});
    await outbox.drop.mutate({ id: items[0]?.id ?? 0 });
    expect(await statuses()).toEqual(['dropped', 'pending']);
  });

  it('enqueues nothing if no mail server is configured', async () => {
    fixture = await startReplyFixture({ env: { SMTP_URL: '', MAIL_FROM: '' } });
    const data = await fixture.save([await fixture.openTicket()], { enviar_email: true });
    expect(data.resultados).toMatchObject([{ resposta_salva: true, email_enviado: false }]);
    expect((await (await fixture.app.trpc()).outbox.list.query({})).items).toEqual([]);
  });
});

describe('the log', () => {
  it('logs no recipients', async () => {
    const { fixture, mailed } = await open({
      onRecipient: () => {
        throw refusal(550);
      },
    });
    const ticket = await fixture.openTicket({ email: 'segredo@exemplo.com.br' });
    await mailed([ticket]);
    const logged = fixture.app.logs.filter(({ msg }) => msg === 'mail not sent');
    expect(logged).toMatchObject([{ level: 40, mail: 1, ticket, outcome: 'rejected' }]);
    expect(JSON.stringify(fixture.app.logs)).not.toContain('segredo');
  });
});
