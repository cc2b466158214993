import { execFile } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { openDatabase } from '../../db/connection/database.ts';
import { findPostgres } from '../../scripts/servers/postgres.ts';
import { openTicket, storedFiles, textFile, uploadOne } from '../attachments/attachment-helpers.ts';
import { clonePostgres, createEmptyDatabase } from '../database.ts';
import { startApp } from '../harness.ts';

/** Runs a PostgreSQL program from the folder that the PATH's links point to. */
const run = async (program: string, ...args: string[]): Promise<void> => {
  const bin = findPostgres();
  if (!bin) throw new Error('install PostgreSQL to prove that a backup restores');
  await promisify(execFile)(join(realpathSync(join(bin, 'initdb')), '..', program), args);
};

it('a backup under load, the database first, restores every file of every row', async () => {
  const source = await clonePostgres();
  const target = await createEmptyDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'leitor-restore-'));
  const app = await startApp({}, { database: source.location });
  const ticket = await openTicket(app);
  const agent = await app.client();

  // Files are uploaded and deleted before, during and after the backup.
  const contents = (name: string) => `O arquivo ${name}`;
  let stopping = false;
  let uploads = 0;
  const writer = async (id: number) => {
    for (let turn = 0; !stopping; turn += 1) {
      const name = `${id}-${turn}.txt`;
      const file = await uploadOne(agent, ticket.id, textFile(name, contents(name)));
      uploads += 1;
      if (turn % 4 === 3) await agent.deleteAttachment({ params: { attachmentId: file.id } });
    }
  };
  const writers = Promise.all([1, 2, 3, 4].map(writer)).finally(() => {
    stopping = true;
  });
  const moreThan = async (count: number) => {
    while (uploads < count && !stopping) await nextTurn();
  };
  await moreThan(50);
  // A half-written upload left by a crash.
  const opened = await openDatabase(source.location, () => undefined);
  await opened.db
    .insertInto('attachments')
    .values({
      ticket_id: ticket.id,
      uploader_email: null,
      name: 'meio.txt',
      path: 'support/meio.txt',
      type: 'text/plain',
      lease_until: new Date(),
    })
    .execute();
  await opened.close();
  const dump = join(folder, 'leitor.dump');
  await run('pg_dump', '-Fc', '-f', dump, source.url);
  await moreThan(uploads + 50);
  await copyWhileUsed(join(app.directory, 'files'), join(folder, 'files'));
  await moreThan(uploads + 20);
  stopping = true;
  await writers;
  await app.close();

  await run('pg_restore', '--no-owner', '-d', target.url, dump);
  const restored = await startApp(
    { STORAGE_URL: `file:${join(folder, 'files')}`, MAIL: 'off' },
    { database: target.location },
  );
  const client = await restored.client();
  const list = await client.listTicketAttachments({ params: { id: ticket.id } });
  if (list.status !== 200) throw new Error(JSON.stringify(list.body));
  const found = { whole: 0, gone: 0 };
  for (const row of list.body.data) {
    const response = await fetch(row.downloadUrl);
    if (response.status === 200) {
      expect(await response.text()).toBe(contents(row.nomeArquivo));
      found.whole += 1;
    } else {
      // Deleted between the database's backup and the files'.
      expect(Number(row.nomeArquivo.split(/[-.]/)[1]) % 4).toBe(3);
      found.gone += 1;
      const removal = await client.deleteAttachment({ params: { attachmentId: row.id } });
      expect(removal.status).toBe(200);
    }
  }
  expect(found.whole).toBeGreaterThan(35);
  // At most one deletion per writer was under way.
  expect(found.gone).toBeLessThanOrEqual(4);
  const internal = await restored.trpc();
  const reconciled = await internal.attachments.janitor.mutate({ dryRun: false });
  expect(reconciled.failed).toEqual([]);
  expect(reconciled.removed.map(({ path }) => path)).toContain('support/meio.txt');
  await uploadOne(client, ticket.id, textFile('depois.txt'));
  expect((await storedFiles(folder)).length).toBeGreaterThan(found.whole);
  await restored.close();
  await source.drop();
  await target.drop();
  await rm(folder, { recursive: true });
});

/** Copies a folder like rsync: files that disappear and incomplete files are skipped. */
const copyWhileUsed = async (from: string, to: string): Promise<void> => {
  for (const entry of await readdir(from, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || entry.name.endsWith('.part')) continue;
    const file = join(entry.parentPath, entry.name);
    const copy = join(to, relative(from, file));
    await mkdir(dirname(copy), { recursive: true });
    await copyFile(file, copy).catch((error) => {
      if (error.code !== 'ENOENT') throw error;
    });
  }
};
