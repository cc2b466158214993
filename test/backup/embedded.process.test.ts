import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../scripts/servers/local-server.ts';
import {
  addAttachment,
  attachmentIsWhole,
  createTags,
  listTagNames,
  type RunningService,
  runScript,
  startService,
} from './backup-fixtures.ts';

let directory: string;
const services: RunningService[] = [];
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'leitor-backup-'));
});
afterAll(async () => {
  await Promise.all(services.map(({ running }) => running.end('SIGKILL')));
  await rm(directory, { recursive: true });
});

describe('backup and restore of the embedded database', () => {
  it('loses no acknowledged row or attachment', async () => {
    const env = { DATA_DIR: join(directory, 'one'), INTERNAL_PORT: String(await freePort()) };
    const service = await startService(env);
    services.push(service);
    const ticketId = await addAttachment(service);
    const names: string[] = [];
    const stop = new AbortController();
    const writing = createTags(service, stop.signal, names);
    writing.catch(() => undefined);
    await expect.poll(() => names.length, { timeout: 60_000 }).toBeGreaterThan(5);
    const acknowledged = [...names];
    const archive = join(directory, 'backup.tar');
    const backup = await runScript('backup', [archive], env);
    expect(backup.text).toContain('backup written');
    stop.abort();
    await writing;
    expect(names.length).toBeGreaterThan(acknowledged.length);
    const acts = await service.admin.audit.list.query({ action: 'backup.create' });
    expect(acts.items).toHaveLength(1);
    expect((await runScript('restore', ['--check', archive], {})).text).toContain(
      'is whole: the database and 1 files',
    );

    const other = { DATA_DIR: join(directory, 'two'), INTERNAL_PORT: '0' };
    const restore = await runScript('restore', [archive], other);
    expect(restore.text).toContain('restored the database and 1 files');
    const restored = await startService(other);
    services.push(restored);
    const found = await listTagNames(restored);
    expect(acknowledged.filter((name) => !found.has(name))).toEqual([]);
    expect(await attachmentIsWhole(restored, ticketId)).toBe(true);
  }, 900_000);
});
