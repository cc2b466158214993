import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { findPosition } from '../../../db/inbound/positions.ts';
import { stageFiles } from '../../../server/inbound/file/files.ts';
import { ingestMail } from '../../../server/inbound/ingest.ts';
import { removeOriginals } from '../../../server/inbound/receive/originals.ts';
import { startApp } from '../../harness.ts';
import { aPerson, from, mailEnv } from '../mail-people.ts';
import { aMailWith } from '../mails.ts';

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

  it('accepts at most twenty attachments of 10 485 760 bytes', async () => {
    const ctx = app.service.contextFor('test');
    const sizes = [10_485_760, 10_485_761, ...Array.from({ length: 20 }, () => 1)];
    const files = sizes.map((size) => ({ ...aText('a.txt'), contents: Buffer.alloc(size, 'a') }));
    const isStored = (await stageFiles(ctx, files)).map(({ stored }) => stored !== undefined);
    expect(isStored.flatMap((stored, at) => (stored ? [] : [at]))).toEqual([1, 20, 21]);
  });

  it('stores the other attachments if the database refuses one', async () => {
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

  it('stores each file once, however many requests bring the mail', async () => {
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

  it('hold their mail up while the storage is away, and nothing of it is stored', async () => {
    const ctx = app.service.contextFor('test');
    const origin = {
      source: 'imap',
      position: { mailbox: 'a@b/c', uidValidity: '1', lastUid: 1 },
    } as const;
    const mail = aMailWith([aText('nota.txt')], from(aPerson()));
    const [before] = (await agent.inbound.list.query({ limit: 1 })).items;
    await withoutStorage(() =>
      expect(ingestMail(ctx, mail, origin)).rejects.toMatchObject({ code: 'unavailable' }),
    );
    expect((await agent.inbound.list.query({ limit: 1 })).items[0]).toEqual(before);
    expect(await findPosition(ctx.db, 'a@b/c')).toBeUndefined();
    const { outcome, ticketId = 0 } = await ingestMail(ctx, mail, origin);
    expect([outcome, await namesOf(ticketId)]).toEqual(['new-ticket', ['nota.txt']]);
    expect(await findPosition(ctx.db, 'a@b/c')).toMatchObject({ lastUid: 1 });
  });

  it('leaves no stored object without a row', async () => {
    const { db } = app.service.contextFor('test');
    const mail = aMailWith([aText('nota.txt')], { ...from(aPerson()), Subject: 'Recusado' });
    const objects = () =>
      db
        .selectFrom('inbound_originals')
        .select('unwanted')
        .where('hash', 'like', 'file:%')
        .execute();
    await db.deleteFrom('inbound_originals').where('hash', 'like', 'file:%').execute();
    await sql`alter table tickets add constraint refused check (subject <> 'Recusado')`.execute(db);
    try {
      expect(await ingest(mail)).toMatchObject({ reason: 'failed' });
      expect(await objects()).toEqual([{ unwanted: true }]);
    } finally {
      await sql`alter table tickets drop constraint refused`.execute(db);
    }
    await removeOriginals(app.service.contextFor('test'), new AbortController().signal);
    await ingest(aMailWith([aText('outra.txt')], from(aPerson())));
    expect(await objects()).toEqual([]);
  });

  it('that are refused are named in 2 000 characters at most', async () => {
    const files = Array.from({ length: 60 }, (_, at) => aText(`${'a'.repeat(60)}${at}.txt`));
    const { ticketId = 0 } = await ingest(aMailWith(files, from(aPerson())));
    expect(await namesOf(ticketId)).toHaveLength(20);
    const notice = (await ticket(ticketId)).messages[0]?.notice;
    expect(notice).toMatch(/^Anexos recusados: a{60}20/);
    expect(notice).toHaveLength(2_000);
  });
});

describe('the quarantine', () => {
  it('keeps a mail that is read again while the storage is away', async () => {
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
    const { outcome, ticketId = 0 } = await admin.inbound.retry.mutate({ id });
    expect(outcome).toBe('new-ticket');
    expect((await newest())?.id).not.toBe(id);
    expect(await namesOf(ticketId)).toEqual(['nota.txt']);
  });
});
