import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { developmentSecret } from '../../server/auth/development-secret.ts';

it('a secret of development is made once for each purpose, and its owner alone can read it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'leitor-secret-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const directory = join(folder, 'data');
  const secret = await developmentSecret(directory);
  expect(secret).toMatch(/^[\w-]{64}$/);
  expect(await developmentSecret(directory)).toBe(secret);
  const other = await developmentSecret(directory, 'erasure-ledger-key');
  expect(other).not.toBe(secret);
  for (const name of ['', 'jwt-secret', 'erasure-ledger-key'])
    expect((await stat(join(directory, name))).mode & 0o077).toBe(0);
});
