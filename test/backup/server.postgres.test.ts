import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { openDatabase } from '../../db/connection/database.ts';
import { findPostgresClient } from '../../scripts/servers/postgres-client.ts';
import { clonePostgres, createEmptyDatabase } from '../database.ts';
import {
  addAttachment,
  attachmentIsWhole,
  createTags,
  listTagNames,
  type RunningService,
  runScript,
  startService,
} from './backup-fixtures.ts';

const directory = await mkdtemp(join(tmpdir(), 'leitor-backup-'));
const database = await clonePostgres();
const target = await createEmptyDatabase();
const services: RunningService[] = [];
afterAll(async () => {
  await Promise.all(services.map(({ running }) => running.end('SIGTERM')));
  await database.drop();
  await target.drop();
  await rm(directory, { recursive: true });
});

it('a restored backup has every row, holds back mails and leaves erased people erased', async () => {
  const storage = join(directory, 'files');
  const env = {
    DATABASE_URL: database.url,
    DATA_DIR: join(directory, 'one'),
    STORAGE_URL: `file:${storage}`,
    ERASURE_LEDGER_KEY: 'k'.repeat(40),
    INTERNAL_PORT: '0',
  };
  const service = await startService(env);
  services.push(service);
  const email = 'bia@exemplo.com.br';
  await service.admin.accounts.upsert.mutate({ email });
  const ticketId = await addAttachment(service);
  const opened = await openDatabase(database.location, () => undefined);
  const { id: messageId } = await opened.db
    .selectFrom('ticket_messages')
    .select('id')
    .executeTakeFirstOrThrow();
  await opened.db
    .insertInto('outbox')
    .values({
      ticket_id: ticketId,
      message_id: messageId,
      mail_id: '<um@exemplo.com.br>',
      recipient: 'ana@exemplo.com.br',
      recipient_name: null,
      subject: 'Nota fiscal',
      due_at: new Date('2100-01-01'),
    })
    .execute();
  await opened.close();
  const names: string[] = [];
  const stop = new AbortController();
  const writing = createTags(service, stop.signal, names);
  writing.catch(() => undefined);
  await expect.poll(() => names.length, { timeout: 60_000 }).toBeGreaterThan(5);
  const acknowledged = [...names];
  const archive = join(directory, 'backup.tar');
  expect((await runScript('backup', [archive], env)).text).toContain('backup written');

  stop.abort();
  await writing;
  const { total } = await service.admin.people.erase.mutate({ email });
  await service.admin.people.erase.mutate({ email, expected: total });
  await rm(join(storage, 'support'), { recursive: true });

  const other = { ...env, DATABASE_URL: target.url, AUTH_JWT_PREVIOUS_SECRETS: 'p'.repeat(40) };
  const restore = await runScript('restore', [archive], other);
  expect(restore.text).toContain('restored the database and 1 files');
  expect(restore.text).toContain('1 mails that were waiting are held back');
  expect(restore.text).toContain('1 persons who were erased since the backup are erased again');
  const restored = await startService(other);
  services.push(restored);
  const found = await listTagNames(restored);
  expect(acknowledged.filter((name) => !found.has(name))).toEqual([]);
  expect(await attachmentIsWhole(restored, ticketId)).toBe(true);
  const { records } = await restored.admin.people.find.query({ email });
  expect(records.filter(({ count }) => count > 0)).toEqual([]);
  const again = await runScript('restore', [archive], other);
  expect([again.code, again.text]).toEqual([1, expect.stringContaining('is not empty')]);
});

it('a backup of PostgreSQL is private from its first byte, and no argument shows the password', async () => {
  const [folder, log, file] = [
    join(directory, 'programs'),
    join(directory, 'programs.log'),
    join(directory, 'private.tar'),
  ];
  const from = await clonePostgres();
  const original = findPostgresClient('pg_dump');
  await mkdir(folder);
  const seen = `for argument in "$@"; do echo "$argument"; done; stat -c %a ${file}.partial.database`;
  await writeFile(
    join(folder, 'pg_dump'),
    `#!/bin/sh\n{ ${seen}; cat "$PGPASSFILE"; } > ${log}\nexec ${original} "$@"\n`,
  );
  await chmod(join(folder, 'pg_dump'), 0o755);
  const url = new URL(from.url);
  url.password = 'se:gre%2Fdo';
  const env = {
    DATABASE_URL: url.href,
    DATA_DIR: join(directory, 'private'),
    PATH: `${folder}:${process.env.PATH}`,
  };
  expect((await runScript('backup', [file], env)).text).toContain('backup written');
  const lines = (await readFile(log, 'utf8')).trim().split('\n');
  expect(lines.at(-1)).toBe('*:*:*:*:se\\:gre/do');
  expect(lines.at(-2)).toBe('600');
  expect(lines.slice(0, -2).join(' ')).not.toMatch(/gre(?:%2F|\/)do/);
  await from.drop();
});
