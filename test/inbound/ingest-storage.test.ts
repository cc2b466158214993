import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { updateNotice } from '../../db/tickets/messages.ts';
import { inTransaction } from '../../server/core/context.ts';
import { storeAttachments } from '../../server/inbound/attachments.ts';
import { startApp } from '../harness.ts';
import { mergeTwice } from '../tickets/merge-twice.ts';
import { aPerson, from, mailEnv } from './mail-people.ts';
import { aMail, aMailWith } from './mails.ts';

const app = await startApp(mailEnv);
afterAll(() => app.close());
const agent = await app.trpc({ role: 'agent' });

const ingest = (raw: Buffer) => agent.inbound.ingest.mutate({ raw: raw.toString('base64') });
const ticket = (id: number | undefined) => agent.tickets.get.query({ id: id ?? 0 });
const namesOf = async (ticketId: number) =>
  (await agent.attachments.list.query({ ticketId })).items.map(({ name }) => name);
const aText = (name: string) => ({
  name,
  type: 'text/plain',
  contents: Buffer.from(name),
  inline: false,
});

/** Runs work while no attachment can be written to the storage. */
const withoutStorage = async (work: () => Promise<unknown>): Promise<void> => {
  const files = join(app.directory, 'files', 'support');
  await mkdir(files, { recursive: true });
  await rename(files, `${files}-away`);
  await writeFile(files, 'in the way of the folder');
  try {
    await work();
  } finally {
    await rm(files);
    await rename(`${files}-away`, files);
  }
};

/**
 * How often work changes messages: each change reads all messages of the ticket again, for the
 * search.
 */
const countMessageChanges = async (work: () => Promise<unknown>): Promise<number> => {
  const { db } = app.service.contextFor('test');
  await sql`create table changes (id integer)`.execute(db);
  await sql`create rule note as on update to ticket_messages do also insert into changes values (new.id)`.execute(
    db,
  );
  try {
    await work();
    return (await sql`select id from changes`.execute(db)).rows.length;
  } finally {
    await sql`drop rule note on ticket_messages`.execute(db);
    await sql`drop table changes`.execute(db);
  }
};

describe('a mail', () => {
  it('is stored without a change of its message, also with a quote and a text that is cut', async () => {
    const quoted = `${'a '.repeat(50_001)}\r\n> Bom dia!`;
    for (const body of ['Bom dia!', 'Obrigada!\r\n\r\n> Bom dia!', quoted]) {
      const mail = aMail(from(aPerson()), body);
      expect(await countMessageChanges(() => ingest(mail))).toBe(0);
    }
    const [{ ticketId } = {}] = (await agent.inbound.list.query({ limit: 1 })).items;
    expect((await ticket(ticketId ?? 0)).messages[0]?.notice).toBe('Não guardado: parte do texto');
  });
});

describe('attachments', () => {
  it('are stored after the checks of an upload; what is refused is noted', async () => {
    const mail = aMailWith(
      [
        { name: 'nota.txt', type: 'text/plain', contents: Buffer.from('conteúdo da nota') },
        { name: 'vírus.exe', type: 'application/x-msdownload', contents: Buffer.from('MZ') },
      ],
      from(aPerson()),
    );
    const { ticketId = 0, messageId } = await ingest(mail);
    const { messages } = await ticket(ticketId);
    expect(messages[0]).toMatchObject({
      body: 'Segue o anexo.',
      notice: 'Anexos recusados: vírus.exe',
    });
    const client = await app.client();
    const { body } = await client.listTicketAttachments({ params: { id: ticketId } });
    expect(body).toMatchObject({ data: [{ nomeArquivo: 'nota.txt', mensagemId: messageId }] });
  });

  it('are taken up to 10 485 760 bytes', async () => {
    const { ticketId = 0 } = await ingest(aMailWith([aText('um.txt')], from(aPerson())));
    const [{ id = 0 } = {}] = (await agent.inbound.list.query({ limit: 1 })).items;
    const files = [10_485_760, 10_485_761].map((bytes) => ({
      ...aText(`${bytes}.txt`),
      contents: Buffer.alloc(bytes, 'a'),
    }));
    const ctx = app.service.contextFor('test');
    await storeAttachments(ctx, id, [aText('um.txt'), ...files]);
    expect(await namesOf(ticketId)).toEqual(['um.txt', '10485760.txt']);
    expect((await ticket(ticketId)).messages[0]?.notice).toBe('Anexos recusados: 10485761.txt');
  });

  it('that are refused are noted after a text that was cut', async () => {
    const program = {
      name: 'vírus.exe',
      type: 'application/x-msdownload',
      contents: Buffer.from('MZ'),
    };
    const mail = aMailWith([program], from(aPerson())).toString();
    const long = mail.replace('Segue o anexo.', `Segue o anexo.\r\n${'a '.repeat(50_000)}`);
    const { ticketId } = await ingest(Buffer.from(long));
    const [message] = (await ticket(ticketId)).messages;
    expect(message?.notice).toBe('Não guardado: parte do texto, vírus.exe');
  });

  it('are refused for a NUL in the name, and the others are stored', async () => {
    const mail = aMailWith([aText('nulo.txt'), aText('nota.txt')], from(aPerson())).toString();
    const raw = mail.replace('filename="nulo.txt"', "filename*=UTF-8''a%00b.txt");
    const { ticketId = 0, outcome } = await ingest(Buffer.from(raw));
    expect(outcome).toBe('new-ticket');
    expect(await namesOf(ticketId)).toEqual(['nota.txt']);
    expect((await ticket(ticketId)).messages[0]?.notice).toBe('Anexos recusados: a b.txt');
  });

  it('are refused if the database refuses them, and the others are stored', async () => {
    const { db } = app.service.contextFor('test');
    await sql`alter table attachments add constraint refused check (name <> 'banco.txt')`.execute(
      db,
    );
    try {
      const mail = aMailWith([aText('banco.txt'), aText('nota.txt')], from(aPerson()));
      const { ticketId = 0, outcome } = await ingest(mail);
      expect(outcome).toBe('new-ticket');
      expect(await namesOf(ticketId)).toEqual(['nota.txt']);
      expect((await ticket(ticketId)).messages[0]?.notice).toBe('Anexos recusados: banco.txt');
      // What the sender did wrong is no fault.
      const logged = app.logs.filter(({ msg }) => msg === 'an attachment is refused');
      expect(logged).toMatchObject([{ level: 50 }]);
    } finally {
      await sql`alter table attachments drop constraint refused`.execute(db);
    }
  });

  it('are stored once each, however many requests bring the mail, even with the same name and size', async () => {
    const contents = ['um', 'dois', 'seis'].map((text) => Buffer.from(`anexo ${text}`));
    const file = { name: 'nota.txt', type: 'text/plain' };
    const programs = ['um.exe', 'dois.exe'].map((name) => ({
      name,
      type: 'application/x-msdownload',
      contents: Buffer.from('MZ'),
    }));
    const mail = aMailWith(
      [...contents.map((bytes) => ({ ...file, contents: bytes })), ...programs],
      from(aPerson()),
    );
    const taken = await Promise.all([ingest(mail), ingest(mail), ingest(mail), ingest(mail)]);
    const { ticketId = 0 } = taken.find(({ outcome }) => outcome === 'new-ticket') ?? {};
    expect((await ingest(mail)).outcome).toBe('duplicate');
    const { items: files } = await agent.attachments.list.query({ ticketId });
    expect(files.map(({ name, size }) => [name, size])).toEqual(
      contents.map(({ length }) => ['nota.txt', length]),
    );
    expect((await ticket(ticketId)).messages[0]?.notice).toBe('Anexos recusados: um.exe, dois.exe');
  });

  it('follow their message to the ticket that theirs was merged into meanwhile', async () => {
    const email = aPerson();
    const { ticketId: intoId = 0 } = await ingest(aMail(from(email)));
    const mail = aMailWith(
      [{ name: 'nota.txt', type: 'text/plain', contents: Buffer.from('conteúdo da nota') }],
      from(email),
    );
    await withoutStorage(() => expect(ingest(mail)).rejects.toThrow());
    const [waiting] = (await agent.inbound.list.query({ limit: 1 })).items;
    await mergeTwice(agent, { fromId: waiting?.ticketId ?? 0, intoId });
    await ingest(mail);
    expect(await namesOf(intoId)).toEqual(['nota.txt']);
    const [stored] = (await agent.inbound.list.query({ limit: 1 })).items;
    expect(stored).toMatchObject({ id: waiting?.id, ticketId: intoId });
    const message = (await ticket(intoId)).messages.find(({ id }) => id === stored?.messageId);
    expect(message?.notice).toBeNull();
  });
});

describe('the attachments of one mail', () => {
  it('are twenty at most, and the note on those refused 2 000 characters', async () => {
    const mail = aMailWith(
      [{ name: 'um.txt', type: 'text/plain', contents: Buffer.from('um') }],
      from(aPerson()),
    );
    const { ticketId = 0, messageId = 0 } = await ingest(mail);
    const ctx = app.service.contextFor('test');
    const [{ id = 0 } = {}] = (await agent.inbound.list.query({ limit: 1 })).items;
    const done = (attachments_done: number) =>
      ctx.db.updateTable('inbound_mails').set({ attachments_done }).where('id', '=', id).execute();
    const files = Array.from({ length: 22 }, (_, index) => ({
      name: `${index + 1}.txt`,
      type: 'text/plain',
      contents: Buffer.from(`anexo ${index + 1}`),
      inline: false,
    }));
    await done(19);
    await storeAttachments(ctx, id, files);
    const { items: stored } = await agent.attachments.list.query({ ticketId });
    expect(stored.map(({ name }) => name)).toEqual(['um.txt', '20.txt']);
    const notice = async () => (await ticket(ticketId)).messages[0]?.notice;
    expect(await notice()).toBe('Anexos recusados: 21.txt, 22.txt');
    await inTransaction(ctx, ({ db }) =>
      updateNotice(db, { messageId, noteId: null }, 'E-mail devolvido. '.repeat(111)),
    );
    await done(21);
    await storeAttachments(ctx, id, files);
    expect(await notice()).toBe(`${'E-mail devolvido. '.repeat(111)}, `);
  });
});

describe('the attachments of a mail after the twentieth', () => {
  it('are refused together, in one change of the message', async () => {
    const { ticketId = 0 } = await ingest(aMailWith([aText('um.txt')], from(aPerson())));
    const ctx = app.service.contextFor('test');
    const [{ id = 0 } = {}] = (await agent.inbound.list.query({ limit: 1 })).items;
    await sql`update inbound_mails set attachments_done = 20 where id = ${id}`.execute(ctx.db);
    const files = Array.from({ length: 990 }, (_, index) => aText(`${index}.txt`));
    expect(await countMessageChanges(() => storeAttachments(ctx, id, files))).toBe(1);
    const { notice } = (await ticket(ticketId)).messages[0] ?? {};
    expect(notice).toMatch(/^Anexos recusados: 20\.txt, 21\.txt, /);
    expect(notice).toHaveLength(2_000);
  });
});

describe('the quarantine', () => {
  it('keeps a mail that is read again until its attachments are stored', async () => {
    const { db } = app.service.contextFor('test');
    const admin = await app.trpc();
    const newest = async () =>
      (await agent.inbound.list.query({ outcome: 'quarantined' })).items[0];
    const headers = { ...from(aPerson()), Subject: 'Recusado pelo banco' };
    await sql`alter table tickets add constraint refused check (subject <> 'Recusado pelo banco')`.execute(
      db,
    );
    try {
      expect(await ingest(aMailWith([aText('nota.txt')], headers))).toMatchObject({
        reason: 'failed',
      });
    } finally {
      await sql`alter table tickets drop constraint refused`.execute(db);
    }
    const { id = 0 } = (await newest()) ?? {};
    await withoutStorage(() => expect(admin.inbound.retry.mutate({ id })).rejects.toThrow());
    expect(await newest()).toMatchObject({ id, reason: 'failed' });
    expect(await admin.inbound.retry.mutate({ id })).toEqual({ outcome: 'duplicate' });
    expect(await newest()).not.toMatchObject({ id });
    const [{ ticketId } = {}] = (await agent.inbound.list.query({ limit: 1 })).items;
    expect(await namesOf(ticketId ?? 0)).toEqual(['nota.txt']);
  });
});
