import { simpleParser } from 'mailparser';
import { afterAll, describe, expect, it } from 'vitest';
import { startSmtpSandbox } from '../../../scripts/sandbox/smtp.ts';
import { startApp } from '../../harness.ts';
import { aPerson, from, mailEnv } from '../mail-people.ts';
import { aMail } from '../mails.ts';

const smtp = await startSmtpSandbox();
const app = await startApp({ ...mailEnv, SMTP_URL: smtp.url, MAIL: 'on' });
afterAll(async () => {
  await app.close();
  await smtp.close();
});
const agent = await app.trpc({ role: 'agent' });

interface Threaded {
  id: string;
  /** Oldest first. */
  references: string[];
}

/** Sends a mail of the reader; returns it and its ticket. */
const write = async (email: string, replyTo?: Threaded) => {
  const id = `<${crypto.randomUUID()}@exemplo.com.br>`;
  const references = replyTo ? [...replyTo.references, replyTo.id] : [];
  const headers = {
    ...from(email),
    'Message-ID': id,
    ...(replyTo && { 'In-Reply-To': replyTo.id, References: references.join(' ') }),
  };
  const raw = aMail(headers).toString('base64');
  const { ticketId = 0 } = await agent.inbound.ingest.mutate({ raw });
  return { ticketId, mail: { id, references } };
};

/** Replies by mail; returns the mail as the reader's program receives it. */
const answer = async (ticketId: number): Promise<Threaded> => {
  const html = '<p>Reenviamos.</p>';
  await agent.tickets.reply.mutate({ id: ticketId, html, sendEmail: true, undoSeconds: 0 });
  const {
    messageId = '',
    references = [],
    inReplyTo,
  } = await simpleParser(smtp.mails.at(-1)?.source ?? '');
  const list = [references].flat();
  expect(inReplyTo).toBe(list.at(-1));
  return { id: messageId, references: list };
};

describe('a conversation in a program that threads by references', () => {
  it('is one thread whose root is the first mail of the reader', async () => {
    const email = aPerson();
    const { ticketId, mail: question } = await write(email);
    const first = await answer(ticketId);
    expect(first.references).toEqual([question.id]);
    const second = await answer(ticketId);
    const { mail: thanks, ticketId: same } = await write(email, first);
    expect(same).toBe(ticketId);
    const last = await answer(ticketId);
    expect(last.references).toEqual([question.id, first.id, second.id, thanks.id]);
  });

  it('has the first mail and the 49 latest ones, of more', async () => {
    const { ticketId, mail } = await write(aPerson());
    const mails = [mail];
    for (let count = 0; count < 51; count += 1) mails.push(await answer(ticketId));
    const ids = mails.map(({ id }) => id);
    expect(mails[50]?.references).toEqual(ids.slice(0, 50));
    expect(mails[51]?.references).toEqual([mail.id, ...ids.slice(2, 51)]);
  });
});
