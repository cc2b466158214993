import { readFile, writeFile } from 'node:fs/promises';
import { ImapFlow } from 'imapflow';
import { simpleParser } from 'mailparser';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { imapUrl } from '../../server/config/value-schemas.ts';
import { startApp, type TestApp } from '../harness.ts';
import { startTestModel } from '../support/test-model.ts';
import { type MailServers, startMailServers } from './mail-servers.ts';
import { aMail } from './mails.ts';

// The transcript in docs/conversation.md. `TRANSCRIPT=write npm run proof --
// test/inbound/conversation.proof.test.ts` renews it.

const support = 'suporte@leitor.example';
const reader = 'ana@exemplo.com.br';
const file = new URL('../../docs/conversation.md', import.meta.url);

let servers: MailServers;
let app: TestApp;
let model: Awaited<ReturnType<typeof startTestModel>>;

beforeAll(async () => {
  servers = await startMailServers([support, reader]);
  model = await startTestModel();
  app = await startApp(
    {
      OPENAI_API_KEY: 'sandbox',
      OPENAI_BASE_URL: model.baseUrl,
      IMAP_URL: servers.imap.inboxOf(support),
      SMTP_URL: servers.smtp.url,
      MAIL_FROM: `Leitor <${support}>`,
      MAIL_REPLY_TO: support,
    },
    { jobs: { scheduled: true } },
  );
});
afterAll(async () => {
  await app?.close();
  await model?.close();
  await servers?.stop();
});

/** The mails in the reader's own inbox, as the mail program of the reader sees them. */
const inboxOfReader = async () => {
  const { host, port, user, password } = imapUrl.parse(servers.imap.inboxOf(reader));
  const client = new ImapFlow({
    host,
    port,
    secure: false,
    auth: { user, pass: password },
    logger: false,
  });
  await client.connect();
  try {
    await client.mailboxOpen('INBOX');
    const sources = await client.fetchAll('1:*', { source: true });
    return await Promise.all(sources.map(({ source }) => simpleParser(source ?? Buffer.alloc(0))));
  } finally {
    await client.logout();
  }
};

const patient = { timeout: 120_000, interval: 200 };

describe('a conversation over an SMTP and an IMAP server', () => {
  it('goes from a mail to a resolved ticket', async () => {
    const lines: string[] = [];
    const note = (who: string, text: string) => lines.push(`**${who}**\n\n${text}`);
    const code = (text: string) => `\`\`\`text\n${text.trim()}\n\`\`\``;
    const agent = await app.trpc({ role: 'agent', email: 'bia@leitor.example', name: 'Bia' });

    const question = aMail(
      { From: `Ana Lima <${reader}>`, To: support, Subject: 'Edição de hoje não chegou' },
      'Bom dia! A edição de hoje não chegou.\r\n\r\n-- \r\nAna Lima',
    );
    await servers.deliver(question, { from: reader, to: support });
    note(
      'Ana, by SMTP to the mailbox',
      code(
        'Subject: Edição de hoje não chegou\n\nBom dia! A edição de hoje não chegou.\n\n-- \nAna Lima',
      ),
    );

    await expect
      .poll(async () => (await agent.tickets.queue.query({})).items, patient)
      .toMatchObject([{ requesterEmail: reader, status: 'open' }]);
    const [waiting] = (await agent.tickets.queue.query({})).items;
    const id = waiting?.id ?? 0;
    const opened = await agent.tickets.get.query({ id });
    expect(opened.messages).toMatchObject([
      { author: 'Ana Lima', body: 'Bom dia! A edição de hoje não chegou.\n\n-- \nAna Lima' },
    ]);
    note(
      'leitor, by IMAP (IDLE)',
      `opens ticket ${id}, \`${opened.status}\`, which leads \`tickets.queue\`:\n\n${code(opened.messages[0]?.body ?? '')}`,
    );

    const { outcomes } = await agent.replies.drafts.create.mutate({ ticketIds: [id] });
    const [outcome] = outcomes;
    if (!outcome?.ok) throw new Error(`no draft: ${outcome?.reason}`);
    const draft = await agent.replies.drafts.get.query({ id: outcome.draftId });
    note(
      'Bia: `replies.drafts.create`',
      `The model drafts, confidence ${draft.confidence}:\n\n${code(draft.html)}`,
    );

    const html = '<p>Olá, Ana! Reenviamos a edição de hoje. Chegou?</p>';
    await agent.replies.drafts.edit.mutate({ id: draft.id, html });
    note('Bia: `replies.drafts.edit`', code(html));

    const approved = await agent.replies.drafts.approve.mutate({
      id: draft.id,
      sendEmail: true,
      undoSeconds: 1,
    });
    expect(approved).toMatchObject({ messageId: expect.any(Number), mailId: expect.any(Number) });
    note(
      'Bia: `replies.drafts.approve`',
      'With `sendEmail`. Until it leaves, `outbox.undo` takes it back.',
    );

    await expect.poll(async () => (await inboxOfReader()).length, patient).toBe(1);
    const [mail] = await inboxOfReader();
    expect(mail?.text).toContain('Reenviamos a edição de hoje');
    const replyTo = mail?.replyTo?.value[0]?.address ?? '';
    expect(replyTo).toMatch(/^suporte\+t\d+\.[a-z2-7]{16}@leitor\.example$/);
    note(
      'Ana, in her inbox',
      code(
        [
          `From: ${mail?.from?.text}`,
          `Reply-To: ${replyTo.replace(/\.[a-z2-7]{16}@/, '.<signature>@')}`,
          `Subject: ${mail?.subject}`,
          `Message-ID: ${mail?.messageId?.replace(/\.[a-z2-7]{16}@/, '.<signature>@')}`,
          '',
          mail?.text ?? '',
        ].join('\n'),
      ),
    );

    const answer = 'Chegou agora, obrigada!';
    const quoted = `Em ter., 10 de mar. de 2026 às 11:40, Leitor <${support}> escreveu:\r\n> Olá, Ana! Reenviamos a edição de hoje. Chegou?`;
    await servers.deliver(
      aMail(
        {
          From: `Ana Lima <${reader}>`,
          To: replyTo,
          Subject: mail?.subject ?? '',
          'In-Reply-To': mail?.messageId ?? '',
        },
        `${answer}\r\n\r\n${quoted}`,
      ),
      { from: reader, to: replyTo },
    );
    note('Ana, replying', code(`${answer}\n\n${quoted.replaceAll('\r', '')}`));

    await expect
      .poll(async () => (await agent.tickets.get.query({ id })).messages.length, patient)
      .toBe(3);
    const answered = await agent.tickets.get.query({ id });
    expect(answered.messages.map(({ origin, body }) => [origin, body])).toEqual([
      ['requester', 'Bom dia! A edição de hoje não chegou.\n\n-- \nAna Lima'],
      ['agent', html],
      ['requester', answer],
    ]);
    expect(answered.messages[2]?.folded).toContain('Reenviamos a edição');
    note('leitor', `stores it on ticket ${id}; what Ana quoted is folded away.`);

    await agent.tickets.setStatus.mutate({ id, status: 'resolved' });
    expect(await agent.tickets.get.query({ id })).toMatchObject({ status: 'resolved' });
    expect((await agent.tickets.queue.query({})).items).toEqual([]);
    expect((await agent.tickets.list.query({})).items).toHaveLength(1);
    note('Bia: `tickets.setStatus`', 'The ticket is `resolved`, and the queue is empty.');

    const { items: mails } = await (await app.trpc()).outbox.list.query({ ticketId: id });
    expect(mails).toMatchObject([{ status: 'sent', attempts: 1 }]);
    expect(await inboxOfReader()).toHaveLength(1);

    const transcript = [
      '# A conversation',
      'Between a reader and an agent, over an SMTP server (Exim) and an IMAP server (Dovecot). `test/inbound/conversation.proof.test.ts` has it in every run of CI\nand fails if this page is not what was said; rules: [inbound mail](behaviour/mail.md#inbound-mail).',
      ...lines,
    ].join('\n\n');
    if (process.env.TRANSCRIPT === 'write') await writeFile(file, `${transcript}\n`);
    expect(await readFile(file, 'utf8')).toBe(`${transcript}\n`);
  });
});
