import { simpleParser } from 'mailparser';
import { afterEach, describe, expect, it } from 'vitest';
import type { SmtpBehaviour } from '../../scripts/sandbox/smtp.ts';
import { type Desk, openDesk } from '../replies/desk.ts';

let desk: Desk | undefined;

afterEach(async () => {
  await desk?.close();
  desk = undefined;
});

/** A desk with a clock that a test moves. */
const open = async (mail: SmtpBehaviour = {}, env: Record<string, string> = {}) => {
  const clock = { now: new Date('2026-03-10T12:00:00Z') };
  desk = await openDesk({ env, mail, now: () => clock.now, jobs: { scheduled: false } });
  const opened = desk;
  const trpc = await opened.app.trpc();
  return {
    desk: opened,
    outbox: trpc.outbox,
    pass: (minutes: number) => {
      clock.now = new Date(clock.now.getTime() + minutes * 60_000);
    },
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
  it('reads back with its subject, both texts, its addresses and the headers of its thread', async () => {
    const { desk, mailed } = await open();
    desk.answer(() => ({
      html: '<p>Olá, João! Já reenviamos a edição — não é <b>spam</b>, é promoção.</p><ul><li>Acesse <a href="https://exemplo.com.br/ajuda">a ajuda</a></li></ul>',
      confidence: 0.9,
    }));
    const ticket = await desk.openTicket({
      subject: 'Cobrança indevida: não é minha!',
      email: 'joao@exemplo.com.br',
      name: 'João Conceição',
    });
    expect(await mailed([ticket])).toEqual([true]);
    expect(desk.smtp.mails).toMatchObject([
      { from: 'atendimento@exemplo.com.br', to: ['joao@exemplo.com.br'] },
    ]);
    const mail = await simpleParser(desk.smtp.mails[0]?.source ?? '');
    const message = (await desk.messagesOf(ticket)).at(-1);
    expect(mail.subject).toBe('Re: Cobrança indevida: não é minha!');
    expect(mail.from?.value).toEqual([
      { name: 'Atendimento', address: 'atendimento@exemplo.com.br' },
    ]);
    expect(mail.to).toMatchObject({
      value: [{ name: 'João Conceição', address: 'joao@exemplo.com.br' }],
    });
    expect(mail.text).toContain('Olá, João! Já reenviamos a edição — não é spam, é promoção.');
    expect(mail.text).toContain('a ajuda [https://exemplo.com.br/ajuda]');
    expect(mail.html).toContain(message?.body);
    expect(mail.html).toContain('<html lang="pt-BR">');
    expect(mail.messageId).toBe(`<ticket-${ticket}.message-${message?.id}@exemplo.com.br>`);
    expect(mail.inReplyTo).toBe(`<ticket-${ticket}@exemplo.com.br>`);
    expect(mail.headers.get('auto-submitted')).toBe('auto-replied');
  });

  it('refers to the former mails of its ticket', async () => {
    const { desk, mailed } = await open();
    const ticket = await desk.openTicket();
    expect(await mailed([ticket])).toEqual([true]);
    expect(await mailed([ticket])).toEqual([true]);
    const [first, second] = await Promise.all(
      desk.smtp.mails.map(({ source }) => simpleParser(source)),
    );
    expect(second?.inReplyTo).toBe(first?.messageId);
    expect(second?.references).toEqual([`<ticket-${ticket}@exemplo.com.br>`, first?.messageId]);
  });

  it('keeps its headers to itself, whatever the subject holds', async () => {
    const { desk, mailed } = await open();
    const ticket = await desk.openTicket({
      subject: 'Oi\r\nBcc: outro@exemplo.com.br\n\n<b>corpo</b>',
      name: 'Maria" <x@exemplo.com.br>, "',
    });
    expect(await mailed([ticket])).toEqual([true]);
    const [received] = desk.smtp.mails;
    expect(received?.to).toHaveLength(1);
    const mail = await simpleParser(received?.source ?? '');
    expect(mail.subject).toBe('Re: Oi Bcc: outro@exemplo.com.br <b>corpo</b>');
    expect(mail.bcc).toBeUndefined();
  });
});

describe('a mail server that fails', () => {
  it('refuses for good: the reply is saved, the mail given up', async () => {
    const { desk, mailed, statuses, pass, sendDue } = await open({
      onRecipient: () => {
        throw refusal(550);
      },
    });
    const ticket = await desk.openTicket();
    expect(await mailed([ticket])).toEqual([false]);
    expect((await desk.messagesOf(ticket)).at(-1)).toMatchObject({ origin: 'ai' });
    expect(await statuses()).toEqual(['failed']);
    pass(120);
    await sendDue();
    expect(desk.smtp.mails).toEqual([]);
  });

  it('refuses for now: the job sends the mail later, once', async () => {
    let busy = true;
    const { desk, mailed, statuses, pass, sendDue } = await open({
      onRecipient: () => {
        if (busy) throw refusal(451);
      },
    });
    expect(await mailed([await desk.openTicket()])).toEqual([false]);
    expect(await statuses()).toEqual(['pending']);
    busy = false;
    await sendDue();
    expect(desk.smtp.mails).toHaveLength(0);
    pass(1);
    await sendDue();
    pass(60);
    await sendDue();
    expect(desk.smtp.mails).toHaveLength(1);
    expect(await statuses()).toEqual(['sent']);
  });

  it('is given up after a day', async () => {
    const { desk, mailed, statuses, pass, sendDue } = await open({
      onRecipient: () => {
        throw refusal(451);
      },
    });
    await mailed([await desk.openTicket()]);
    for (let hour = 0; hour < 25; hour += 1) {
      pass(61);
      await sendDue();
    }
    expect(await statuses()).toEqual(['failed']);
  });

  it('is away: the mail waits', async () => {
    const { desk, mailed, statuses } = await open();
    await desk.smtp.close();
    expect(await mailed([await desk.openTicket()])).toEqual([false]);
    expect(await statuses()).toEqual(['pending']);
  });

  it('dies after it has the text: the mail is in doubt, and never sent again by itself', async () => {
    let dying = true;
    const { desk, mailed, statuses, pass, sendDue, outbox } = await open({
      onMail: (_mail, drop) => {
        if (!dying) return;
        drop();
        throw new Error('died');
      },
    });
    expect(await mailed([await desk.openTicket()])).toEqual([false]);
    expect(await statuses()).toEqual(['unknown']);
    dying = false;
    for (const minutes of [5, 60, 1_500]) {
      pass(minutes);
      await sendDue();
    }
    expect(desk.smtp.mails).toHaveLength(0);
    const [mail] = (await outbox.list.query({ status: 'unknown' })).items;
    expect(await outbox.retry.mutate({ id: mail?.id ?? 0 })).toMatchObject({ status: 'sent' });
    expect(desk.smtp.mails).toHaveLength(1);
  });
});

describe('limits of outgoing mail', () => {
  it('leaves no more than MAIL_PER_HOUR in an hour; the rest follows', async () => {
    const { desk, mailed, statuses, pass, sendDue } = await open({}, { MAIL_PER_HOUR: '3' });
    const tickets = await Promise.all(Array.from({ length: 5 }, () => desk.openTicket()));
    expect((await mailed(tickets)).filter(Boolean)).toHaveLength(3);
    pass(30);
    await sendDue();
    expect(desk.smtp.mails).toHaveLength(3);
    pass(31);
    await sendDue();
    expect(desk.smtp.mails).toHaveLength(5);
    expect(await statuses()).toEqual(Array(5).fill('sent'));
  });

  it('leaves none while MAIL is off: mails wait, and can be dropped', async () => {
    const { desk, mailed, statuses, pass, sendDue, outbox } = await open({}, { MAIL: 'off' });
    expect(await mailed([await desk.openTicket(), await desk.openTicket()])).toEqual([
      false,
      false,
    ]);
    pass(10);
    await sendDue();
    expect(desk.smtp.mails).toEqual([]);
    expect(await statuses()).toEqual(['pending', 'pending']);
    const [mail] = (await outbox.list.query({})).items;
    await outbox.drop.mutate({ id: mail?.id ?? 0 });
    expect(await statuses()).toEqual(['dropped', 'pending']);
  });

  it('sends nothing where no mail server is configured', async () => {
    desk = await openDesk({ env: { SMTP_URL: '', MAIL_FROM: '' } });
    const data = await desk.save([await desk.openTicket()], { enviar_email: true });
    expect(data.resultados).toMatchObject([{ resposta_salva: true, email_enviado: false }]);
    expect((await (await desk.app.trpc()).outbox.list.query({})).items).toEqual([]);
  });
});

describe('the outbox for operators', () => {
  it('lists by state and ticket, page by page', async () => {
    const { desk, mailed, outbox } = await open();
    const [a, b] = [
      await desk.openTicket({ email: 'ana@exemplo.com.br' }),
      await desk.openTicket(),
    ];
    await mailed([a, b]);
    const page = await outbox.list.query({ limit: 1 });
    expect(page.items).toHaveLength(1);
    const next = await outbox.list.query({ limit: 1, cursor: page.nextCursor ?? '' });
    expect(next.nextCursor).toBeNull();
    expect((await outbox.list.query({ ticketId: a })).items).toMatchObject([
      { ticketId: a, recipient: 'ana@exemplo.com.br', status: 'sent', attempts: 1, error: null },
    ]);
    expect((await outbox.list.query({ status: 'failed' })).items).toEqual([]);
  });

  it('refuses to retry or drop a mail that has been sent, or that is none', async () => {
    const { desk, mailed, outbox } = await open();
    await mailed([await desk.openTicket()]);
    const [mail] = (await outbox.list.query({})).items;
    for (const command of [outbox.retry, outbox.drop]) {
      await expect(command.mutate({ id: mail?.id ?? 0 })).rejects.toMatchObject({
        data: { errorCode: 'mail-already-sent', code: 'CONFLICT' },
      });
      await expect(command.mutate({ id: 2_000_000_000 })).rejects.toMatchObject({
        data: { errorCode: 'mail-not-found' },
      });
    }
    expect(desk.smtp.mails).toHaveLength(1);
  });

  it('is for administrators', async () => {
    const { desk } = await open();
    const agent = await desk.app.trpc({ role: 'agent' });
    await expect(agent.outbox.list.query({})).rejects.toMatchObject({
      data: { code: 'FORBIDDEN' },
    });
  });

  it('never logs whom a mail goes to', async () => {
    const { desk, mailed } = await open({
      onRecipient: () => {
        throw refusal(550);
      },
    });
    await mailed([await desk.openTicket({ email: 'segredo@exemplo.com.br' })]);
    expect(desk.app.logs.some(({ msg }) => msg === 'a mail was not sent')).toBe(true);
    expect(JSON.stringify(desk.app.logs)).not.toContain('segredo');
  });
});
