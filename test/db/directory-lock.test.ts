import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openDatabase } from '../../db/connection/database.ts';
import { lockDirectory } from '../../db/connection/directory-lock.ts';
import { syncChangedFiles } from '../../db/connection/durable-files.ts';
import { startProgram, type TestProcess } from '../process.ts';

let directory: string;
const processes: TestProcess[] = [];
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'leitor-lock-'));
});
afterEach(async () => {
  await Promise.all(processes.splice(0).map((running) => running.end('SIGKILL')));
  await rm(directory, { recursive: true });
});

const module = JSON.stringify(new URL('../../db/connection/directory-lock.ts', import.meta.url));
const program = `const { lockDirectory } = await import(${module});
lockDirectory(process.argv[1]); console.log('locked'); setInterval(() => {}, 1000)`;
const lockElsewhere = (...before: string[]) => {
  const command = [...before, process.execPath, '--input-type=module', '-e', program, directory];
  const running = startProgram(command, {});
  processes.push(running);
  return running;
};

const namespaces = [
  'unshare',
  '--user',
  '--map-root-user',
  '--pid',
  '--fork',
  '--kill-child',
  '--mount-proc',
];
const [unshare = '', ...namespaceFlags] = namespaces;
const hasNamespaces = spawnSync(unshare, [...namespaceFlags, 'true']).status === 0;

describe('the lock of the embedded database', () => {
  it('refuses a second holder in this process and in another, and is free once released', async () => {
    const release = lockDirectory(directory);
    expect(() => lockDirectory(directory)).toThrow(`in use by process ${process.pid} `);
    await expect(lockElsewhere().line(/^locked/)).rejects.toThrow('in use by process');
    release();
    lockDirectory(directory)();
  });

  it('is free at once after its holder was killed, whatever it left behind', async () => {
    const holder = lockElsewhere();
    await holder.line(/^locked/);
    expect(() => lockDirectory(directory)).toThrow(`in use by process ${holder.child.pid} `);
    await holder.end('SIGKILL');
    // A process id that is alive: in containers, every service has the same one.
    await writeFile(join(directory, 'leitor.pid'), '1');
    lockDirectory(directory)();
  });

  it.runIf(hasNamespaces)('holds across PID namespaces', async () => {
    const release = lockDirectory(directory);
    await expect(lockElsewhere(...namespaces).line(/^locked/)).rejects.toThrow('in use by');
    release();
    await lockElsewhere(...namespaces).line(/^locked/);
    expect(() => lockDirectory(directory)).toThrow('in use by process');
  });
});

describe('the files of the embedded database', () => {
  it('are synced to the disk if they have changed', async () => {
    const since = Date.now();
    await mkdir(join(directory, 'base'));
    for (const name of ['base/1', 'base/2', 'base/3', 'wal'])
      await writeFile(join(directory, name), 'x');
    // The clock that stamps files lags by up to 100 ms.
    await utimes(join(directory, 'base/2'), new Date(0), new Date(since - 150));
    await utimes(join(directory, 'base/3'), new Date(0), new Date(since - 50));
    expect(await syncChangedFiles(directory, since)).toBe(3);
  });

  it('are out of reach of other users, also those of an earlier version', async () => {
    const data = join(directory, 'database');
    await mkdir(data, { mode: 0o755 });
    const [pools, intervals] = [vi.spyOn(pg, 'Pool'), vi.spyOn(globalThis, 'setInterval')];
    await (await openDatabase({ directory: data }, () => undefined)).close();
    expect((await stat(data)).mode & 0o777).toBe(0o700);
    // All wait for its one connection, and it is synced every ten seconds.
    expect(pools.mock.calls).toMatchObject([[{ max: 1, connectionTimeoutMillis: 10_000 }]]);
    expect(intervals.mock.calls.map(([, ms]) => ms)).toContain(10_000);
    vi.restoreAllMocks();
  });
});
